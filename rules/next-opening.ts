import { formatWeekday } from './ago.ts'
import { DAY_MS, MINUTE_MS, toSeoulTime } from './dates.ts'
import { isClosingDay } from './hours.ts'
import { hoursOfWeekday, type OpeningHours, openRanges, type Weekday, weekdays } from './week.ts'

/** `at` in ms since 1970; `label`: '11:00부터', '내일 11:00부터', '월요일 11:00부터'. */
type Opening = Readonly<{ at: number; label: string }>

const DAYS_AHEAD = 7

/**
 * When a place opens next, after an instant in ms since 1970; the end of a break counts too. Null if that is not known, or not within a
 * week. `holidays` are dates.
 */
export function nextOpening(hours: OpeningHours, instant: number, holidays: readonly string[]): Opening | null {
  const now = toSeoulTime(instant)
  const midnight = instant - (now.getTime() % DAY_MS)
  // The day before may have a break after midnight.
  for (let ahead = -1; ahead <= DAYS_AHEAD; ahead++) {
    const day = midnight + ahead * DAY_MS
    const told = hoursOfWeekday(hours, weekdays[(toSeoulTime(day).getUTCDay() + 6) % 7] as Weekday)
    if (!told || isClosingDay(hours.closed_on, day, holidays)) continue
    const at = openRanges(told)
      .map(([from]) => day + from * MINUTE_MS)
      .find((start) => start > instant)
    if (at !== undefined) return { at, label: labelOf(at, midnight) }
  }
  return null
}

function labelOf(at: number, midnight: number): string {
  const days = Math.floor((at - midnight) / DAY_MS)
  const day = ['', '내일 '][days] ?? `${formatWeekday(at)} `
  return `${day}${toSeoulTime(at).toISOString().slice(11, 16)}부터`
}
