/**
 * Hours are `HH:mm` in Asia/Seoul, on steps of this length. An end before the start means past midnight, an equal one 24 hours.
 */

import { DAY_MS, dateInSeoul, HOUR_MS, MINUTE_MS, toSeoulTime } from './dates.ts'
import { factLine } from './fact-line.ts'

/** Seconds of a step: opening hours are on whole steps of five minutes. */
export const TIME_STEP_SECONDS = 300

/** Shown for hours with an equal start and end. */
export const OPEN_ALL_DAY_TEXT = '24시간 영업'

/** `HH:mm` in Asia/Seoul. */
export function timeOfDayInSeoul(instant: Date): string {
  return toSeoulTime(instant).toISOString().slice(11, 16)
}

/** Index of the 5-minute step in the day, 0 to 287. Places open and close only at the start of a step. */
export function stepOfDayInSeoul(instant: Date): number {
  const [hours = 0, minutes = 0] = timeOfDayInSeoul(instant).split(':').map(Number)
  return Math.floor((hours * 3600 + minutes * 60) / TIME_STEP_SECONDS)
}

/** Seconds until the next 5-minute step, 1 to 300. */
export function secondsToNextStep(instant: Date): number {
  return TIME_STEP_SECONDS - (Math.floor(instant.getTime() / 1000) % TIME_STEP_SECONDS)
}

/** `state` is the first part of `label`, and `time` the rest: when it ends. */
export type OpenState = { open: boolean; state: string; time: string | null; label: string }

/** `now` is `HH:mm` in Seoul. After midnight a place may be open since the day before, even on a closing day. */
export function openState(
  start: string,
  end: string,
  now: string,
  isClosedToday = false,
  wasClosedYesterday = false,
): OpenState {
  const overnight = end < start
  const isSinceYesterday = overnight && now < end && !wasClosedYesterday
  if (isClosedToday && !isSinceYesterday) return stateFor(false, '오늘 휴무')
  if (start === end) return stateFor(true, OPEN_ALL_DAY_TEXT)
  const open = isSinceYesterday || (now >= start && (overnight || now < end))
  if (open) return stateFor(open, '영업 중', `${end}까지`)
  return now < start ? stateFor(open, '영업 전', `${start}부터`) : stateFor(open, '영업 종료')
}

/** The next instant at which the result of `openState` may change, new days left aside. `start` and `end` are `HH:mm` in Seoul. */
export function openStateChangesAt(start: string, end: string, instant: number): number {
  const now = toSeoulTime(instant).getTime()
  const today = now - (now % DAY_MS)
  const ends = [start, end].map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const at = today + hours * HOUR_MS + minutes * MINUTE_MS
    return at > now ? at : at + DAY_MS
  })
  return instant + Math.min(...ends) - now
}

function stateFor(open: boolean, state: string, time?: string): OpenState {
  return { open, state, time: time ?? null, label: factLine([state, time]) }
}

/** Stands before a closing time that is after midnight. */
export const NEXT_DAY_PREFIX = '다음 날 '

/**
 * '09:00~18:00', '18:00~다음 날 03:00'. Null unless both ends are known, and for 24 hours, for which `openState` has a
 * text.
 */
export function hoursRangeText(start: string | null | undefined, end: string | null | undefined): string | null {
  if (!start || !end || start === end) return null
  return `${start}~${end < start ? NEXT_DAY_PREFIX : ''}${end}`
}

/** Whether a place with these closing days does not open on that day in Seoul. `holidays` are dates. */
export function isClosingDay(days: readonly ClosedDay[], instant: number, holidays: readonly string[]): boolean {
  return days.some((day) =>
    day === 'holiday'
      ? holidays.includes(dateInSeoul(instant))
      : toSeoulTime(instant).toUTCString().toLowerCase().startsWith(day),
  )
}

/** Days on which a place may be closed, in the order of the interface. */
export const closedDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const
export type ClosedDay = (typeof closedDays)[number]
