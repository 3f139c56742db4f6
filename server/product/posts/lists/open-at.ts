import * as years from '@hyunbinseo/holidays-kr/all'
import { DAY_MS, dateInSeoul } from '#rules/dates.ts'
import { closedDays, isClosingDay, stepOfDayInSeoul } from '#rules/hours.ts'

/** Dates of Korea's public holidays, `YYYY-MM-DD`, for announced years. */
const holidays: readonly string[] = Object.values(years).flatMap((year) => Object.keys(year))

/** Days ahead for which holidays are sent, because a page may stay open for days. */
const DAYS_TOLD = 14

/** Holidays that a page needs while it stays open: from yesterday, for places open past midnight, to `DAYS_TOLD` days ahead. */
export function holidaysAround(now: Date): string[] {
  const [from, to] = [now.getTime() - DAY_MS, now.getTime() + DAYS_TOLD * DAY_MS].map(dateInSeoul)
  return holidays.filter((date) => date >= (from ?? '') && date <= (to ?? ''))
}

/** Holidays among these dates. */
export function holidaysAmong(days: readonly string[]): string[] {
  return days.filter((day) => holidays.includes(day))
}

/**
 * An instant for `is_open`: the step of the day (`stepOfDayInSeoul`), and the closing days that apply today and
 * yesterday, as bits.
 */
export type OpenAt = Readonly<{ step: number; today: number; yesterday: number }>

/** The present for the SQL condition `is_open`. */
export function openAt(now: Date): OpenAt {
  const maskOf = (instant: number) =>
    closedDays.reduce((mask, day, bit) => mask | (isClosingDay([day], instant, holidays) ? 1 << bit : 0), 0)
  return { step: stepOfDayInSeoul(now), today: maskOf(now.getTime()), yesterday: maskOf(now.getTime() - DAY_MS) }
}
