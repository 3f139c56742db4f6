import House from 'virtual:icon/house'
import RotateCw from 'virtual:icon/rotate-cw'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { errorMessages, failures } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { isLostCode, isOffline } from '../failures.ts'
import { BrokenBowl, LostPlate } from '../kit/art.tsx'
import { EmptyState } from '../kit/empty-state.tsx'

/** The message from the specification, split into title and text. */
export const [failureTitle, failureText] = failures.page.split(/(?<=!) /) as [string, string]

/** Between two tries of a page for which a fresh site is not prepared yet, in milliseconds. */
const PAUSE = 2000

/**
 * Shown when a page's data could not be loaded or rendering failed. Offline, it retries once the network is back, and on a
 * site that is still being prepared every two seconds.
 */
export function ErrorScreen({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const offline = isOffline(error)
  const retry = () => {
    // A page never requests a missing module twice; only a reload fetches it.
    if (isLostCode(error)) return navigator.onLine && window.location.reload()
    queries.reset()
    void router.invalidate()
  }
  useOnline(offline ? retry : undefined)
  // By its message: an error of the server's rendering arrives without its code.
  const isPreparing = error instanceof Error && error.message === errorMessages.PREPARING
  useRepeated(isPreparing ? retry : undefined)
  if (isPreparing) return <Preparing />
  return (
    <EmptyState
      art={<BrokenBowl />}
      title={offline ? failures.offline : failureTitle}
      text={offline ? '연결되면 이어서 보여 드릴게요.' : failureText}
    >
      <button type="button" className="btn btn-primary" onClick={retry}>
        <RotateCw className="icon" />
        다시 시도
      </button>
      <HomeButton tone="outline" />
    </EmptyState>
  )
}

function Preparing() {
  const [title, text] = errorMessages.PREPARING.split(/(?<=\.) /)
  return (
    <div role="status">
      <EmptyState title={title} text={text}>
        <HomeButton tone="outline" />
      </EmptyState>
    </div>
  )
}

/** Calls back again and again. */
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
