import House from 'virtual:icon/house'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { errorMessages, failures, preparing } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { isOffline, isUnreachableCode } from '../failures.ts'
import { BrokenBowl, EmptyState, LostPlate } from '../kit/empty-state.tsx'
import { RetryButton } from '../kit/retry-button.tsx'

/** Pause between attempts to load a page while a fresh site is still being prepared, in milliseconds. */
const PAUSE = 2000

/**
 * Shown when a page's data could not be loaded or rendering failed. Offline, it retries once the network is back;
 * while the site is still being prepared, every two seconds.
 */
export function ErrorScreen({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const offline = isOffline(error)
  const retry = () => {
    // A page never requests a missing module twice; only a reload fetches it.
    if (isUnreachableCode(error)) return navigator.onLine && window.location.reload()
    queries.reset()
    void router.invalidate()
  }
  useOnline(offline ? retry : undefined)
  // Recognised by its message, because errors of rendering on the server arrive without their code.
  const isPreparing = error instanceof Error && error.message === errorMessages.PREPARING
  useRepeated(isPreparing ? retry : undefined)
  if (isPreparing) return <Preparing />
  return (
    <EmptyState
      art={<BrokenBowl />}
      title={offline ? failures.offline : failures.page.title}
      text={offline ? '연결되면 이어서 보여 드릴게요.' : failures.page.text}
    >
      <RetryButton look="primary" onPress={retry} />
      <HomeButton tone="outline" />
    </EmptyState>
  )
}

function Preparing() {
  return (
    <div role="status">
      <EmptyState {...preparing}>
        <HomeButton tone="outline" />
      </EmptyState>
    </div>
  )
}

/** Calls back every `PAUSE` milliseconds. */
function useRepeated(callback: (() => void) | undefined) {
  const latest = useRef(callback)
  latest.current = callback
  const isOn = callback !== undefined
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => latest.current?.(), PAUSE)
    return () => clearInterval(timer)
  }, [isOn])
}

/** Calls back when the device is online again. */
function useOnline(callback: (() => void) | undefined) {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    const call = () => latest.current?.()
    window.addEventListener('online', call)
    return () => window.removeEventListener('online', call)
  }, [])
}

/** Leads home from an empty or failed screen. */
export function HomeButton({ tone = 'primary' }: { tone?: 'primary' | 'outline' }) {
  return (
    <Link to={paths.home} className={`btn btn-${tone}`}>
      <House className="icon" />
      홈으로
    </Link>
  )
}

/** The 404 page. */
export function NotFoundScreen() {
  return (
    <EmptyState art={<LostPlate />} title={failures.notFound} text="주소가 바뀌었거나 지워진 글일 수 있어요.">
      <HomeButton />
    </EmptyState>
  )
}
