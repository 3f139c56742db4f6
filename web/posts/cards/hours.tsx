import { type ReactNode, useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#rules/dates.ts'
import { hoursRangeText, NEXT_DAY_PREFIX, type OpenState } from '#rules/hours.ts'
import { openStateAt, stateChangeTimes } from '#rules/week.ts'
import { serverNow } from '../../kit/clock.ts'
import { usePageInfo, useServerPage } from '../../page-info.ts'
import type { ListedPost } from '../queries/list-query.ts'

export type OpeningTimes = Pick<ListedPost, 'start_time' | 'end_time' | 'closed_on'> &
  Partial<Pick<ListedPost, 'week_hours'>>

/** Row with the open state, the hours and further children; null without any. */
export function HoursRow({ post, children }: { post: OpeningTimes; children?: ReactNode }) {
  const state = useOpenState(post)
  if (!state && !children) return null
  const range = post.week_hours ? null : hoursRangeText(post.start_time, post.end_time)
  return (
    <p className="hours">
      {state && <OpenChip open={state.open} text={range ? state.state : state.label} />}
      {range && <Range text={range} />}
      {children}
    </p>
  )
}

/** '18:00~다음 날 03:00'; a card, which has no room for the words, leaves them to screen readers (card.css). */
function Range({ text }: { text: string }) {
  const [start, end] = text.split(NEXT_DAY_PREFIX)
  return (
    <span>
      {start}
      {end !== undefined && (
        <>
          <span className="next-day">{NEXT_DAY_PREFIX}</span>
          {end}
        </>
      )}
    </span>
  )
}

export function OpenChip({ open, text }: { open: boolean; text: string }) {
  return <span className={open ? 'chip' : 'chip chip-off'}>{text}</span>
}

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        listener()
        wait()
      },
      MINUTE_MS - (serverNow() % MINUTE_MS),
    )
  }
  wait()
  return () => clearTimeout(timer)
}

const minute = (at: string | number = serverNow()) => Math.floor(+new Date(at) / MINUTE_MS)

/** Whether the place is open, updated every minute of the server's clock; during hydration as of rendering. Null unless the day's times are known. */
export function useOpenState(post: OpeningTimes): OpenState | null {
  const { now: rendered, holidays } = usePageInfo()
  const instant = useSyncExternalStore(subscribe, minute, () => minute(rendered)) * MINUTE_MS
  const page = useServerPage()
  // On the server only, so that browsers do not load `stateChangeTimes`.
  if (import.meta.env.SSR) for (const time of stateChangeTimes(post)) page?.showsHours(time, time)
  return openStateAt(post, instant, holidays)
}
