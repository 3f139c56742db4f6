import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { failures } from '#rules/errors.ts'
import { isLostCode, isOffline } from '../failures.ts'
import { BrokenBowl } from '../kit/art.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { HomeButton } from './home-button.tsx'

/** The specification's sentence, as a title and a line below it. */
export const [failureTitle, failureText] = failures.page.split(/(?<=!) /) as [string, string]

/** What a page shows whose data could not be had, or that broke. Without a network it waits for one. */
export function ErrorScreen({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const offline = isOffline(error)
  const retry = () => {
    // Code that was once missing is asked for again only by a page that is loaded anew.
    if (isLostCode(error)) return navigator.onLine && window.location.reload()
    queries.reset()
    void router.invalidate()
  }
  useOnline(offline ? retry : undefined)
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

/** Calls when the device has a network again. */
function useOnline(callback: (() => void) | undefined) {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    const call = () => latest.current?.()
    window.addEventListener('online', call)
    return () => window.removeEventListener('online', call)
  }, [])
}
