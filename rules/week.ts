import { DAY_MS, toSeoulTime } from './dates.ts'
import { factLine } from './fact-line.ts'
import {
  type ClosedDay,
  isClosingDay,
  OPEN_ALL_DAY_TEXT,
  type OpenState,
  openState,
  timeOfDayInSeoul,
} from './hours.ts'

/** The days of a week, in the order of `closedDays`. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * Hours of one day, `HH:mm` in Seoul. An end before the start means past midnight, an equal one 24 hours. In the break
 * (브레이크 타임) the place is shut.
 */
export type DayHours = {
  start_time: string
  end_time: string
  break_start?: string | null | undefined
  break_end?: string | null | undefined
  last_order?: string | null | undefined
}

/** The same hours on several days. */
export type WeekHours = DayHours & { days: readonly Weekday[] }

/** Hours of a post or place. The days of `week_hours` win over `start_time` and `end_time`, closing days over both. */
export type OpeningHours = Readonly<{
  start_time: string | null
  end_time: string | null
  closed_on: readonly ClosedDay[]
  week_hours?: readonly WeekHours[] | null | undefined
}>

const DAY = 1440

/** Minutes since midnight of `HH:mm`. */
export function minutesSinceMidnight(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** Hours of a weekday, whether it is a closing day or not; null when no hours are known. */
export function hoursOfWeekday({ week_hours, start_time, end_time }: OpeningHours, day: Weekday): DayHours | null {
  const told = week_hours?.find(({ days }) => days.includes(day))
  if (told) return told
  return start_time && end_time ? { start_time, end_time } : null
}

/**
 * The ranges of a day in which a place is open, in minutes since its beginning, above 1,440 after midnight. An equal start and end
 * mean the whole day.
 */
export function openRanges({ start_time, end_time, break_start, break_end }: DayHours): [from: number, to: number][] {
  const isWholeDay = start_time === end_time
  const start = isWholeDay ? 0 : minutesSinceMidnight(start_time)
  const after = (time: string) => start + ((minutesSinceMidnight(time) - start + DAY) % DAY)
  const end = isWholeDay ? DAY : after(end_time)
  if (!break_start || !break_end) return [[start, end]]
  return [
    [start, after(break_start)],
    [after(break_end), end],
  ]
}

const stateFor = (open: boolean, state: string, time: string | null = null): OpenState => ({
  open,
  state,
  time,
  label: factLine([state, time]),
})

/** Minutes: this long before the last order, its time replaces the closing time. */
const SOON = 60

/**
 * The state at a time of a weekday. `isClosed` and `wasClosed`: of that day and the day before, after which a place may still
 * be open. Null when the day's hours are not known.
 */
export function openStateOnWeekday(
  hours: OpeningHours,
  { day, time, isClosed, wasClosed }: { day: number; time: string; isClosed: boolean; wasClosed: boolean },
): OpenState | null {
  const now = minutesSinceMidnight(time)
  const on = (index: number) => hoursOfWeekday(hours, weekdays[index] as Weekday)
  const before = wasClosed ? null : on((day + 6) % 7)
  const sinceBefore = before && stateOf(before, now + DAY)
  if (sinceBefore?.open) return sinceBefore
  if (isClosed) return sinceBefore ?? stateFor(false, '오늘 휴무')
  const today = on(day)
  const state = today && stateOf(today, now)
  // Today's hours may begin before those of the day before, which last past midnight, have ended.
  if (state?.open || (state && !sinceBefore)) return state
  if (sinceBefore || !today) return sinceBefore
  return now < minutesSinceMidnight(today.start_time)
    ? stateFor(false, '영업 전', `${today.start_time}부터`)
    : stateFor(false, '영업 종료')
}

/** The state at an instant, in ms since 1970. `holidays` are dates. Null unless the day's times are known. */
export function openStateAt(hours: OpeningHours, instant: number, holidays: readonly string[]): OpenState | null {
  const { start_time, end_time, closed_on, week_hours } = hours
  const time = timeOfDayInSeoul(new Date(instant))
  const isShutToday = isClosingDay(closed_on, instant, holidays)
  const wasClosed = isClosingDay(closed_on, instant - DAY_MS, holidays)
  if (week_hours)
    return openStateOnWeekday(hours, {
      day: (toSeoulTime(instant).getUTCDay() + 6) % 7,
      time,
      isClosed: isShutToday,
      wasClosed,
    })
  return start_time && end_time ? openState(start_time, end_time, time, isShutToday, wasClosed) : null
}

/** Times of the day, `HH:mm`, at which the state may change, besides midnight. */
export function stateChangeTimes({ start_time, end_time, week_hours }: Partial<OpeningHours>): string[] {
  const days = [...(week_hours ?? []), ...(start_time && end_time ? [{ start_time, end_time }] : [])]
  const times = days.flatMap(({ start_time, end_time, ...day }: DayHours) => {
    const { break_start, break_end, last_order } = day
    const soon = last_order ? timeOf((minutesSinceMidnight(last_order) - SOON + DAY) % DAY) : null
    return [start_time, end_time, break_start, break_end, last_order, soon]
  })
  return [...new Set(times.filter((time) => typeof time === 'string'))]
}

function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The state at `now`, in minutes since the day began; null before and after the day's hours. */
function stateOf(day: DayHours, now: number): OpenState | null {
  const [first, second] = openRanges(day)
  const end = second ?? first
  if (!first || !end || now < first[0] || now >= end[1]) return null
  if (second && now >= first[1] && now < second[0]) return stateFor(false, '브레이크', `${day.break_end} 시작`)
  if (second && now < first[1]) return stateFor(true, '영업 중', `${day.break_start} 브레이크`)
  const { last_order } = day
  const left = last_order ? (minutesSinceMidnight(last_order) - now + 2 * DAY) % DAY : DAY
  if (left > 0 && left <= SOON && now + left <= end[1]) return stateFor(true, '영업 중', `라스트오더 ${last_order}`)
  return day.start_time === day.end_time && !second
    ? stateFor(true, OPEN_ALL_DAY_TEXT)
    : stateFor(true, '영업 중', `${day.end_time}까지`)
}
