import { useSyncExternalStore } from 'react'
import { timeOfDayInSeoul } from '#rules/hours.ts'
import { usePageInfo } from '../page-info.ts'

const MINUTE = 60_000

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        listener()
        wait()
      },
      MINUTE - (Date.now() % MINUTE),
    )
  }
  wait()
  return () => clearTimeout(timer)
}

const currentTime = () => timeOfDayInSeoul(new Date())

/**
 * The time in Seoul, `HH:mm`, updated every minute. During hydration, the time at which the server rendered the page.
 */
export function useMinute(): string {
  const { now } = usePageInfo()
  return useSyncExternalStore(subscribe, currentTime, () => timeOfDayInSeoul(new Date(now)))
}
