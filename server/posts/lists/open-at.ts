import * as years from '@hyunbinseo/holidays-kr/all'
import { type RawBuilder, sql } from 'kysely'
import { stepOfDayInSeoul } from '#rules/hours.ts'
import { closedDays, DAY_MS, dateInSeoul, isClosed } from '#rules/is-closed.ts'

/** Dates of Korea's public holidays, `YYYY-MM-DD`. A year that is not announced yet has none. */
const holidays: readonly string[] = Object.values(years).flatMap((year) => Object.keys(year))

/** How many days ahead a page knows, because it may stay open for days. */
const DAYS_TOLD = 14

/** The holidays that somebody who opens a page now may see: of yesterday, for places open past midnight, and to come. */
export function holidaysAround(now: Date): string[] {
  const [from, to] = [now.getTime() - DAY_MS, now.getTime() + DAYS_TOLD * DAY_MS].map(dateInSeoul)
  return holidays.filter((date) => date >= (from ?? '') && date <= (to ?? ''))
}

/** An instant as `is_open` wants it: the step of the day (`stepOfDayInSeoul`), and the closing days that two days are, as bits. */
export type OpenAt = Readonly<{ step: number; today: number; yesterday: number }>

export function openAt(now: Date): OpenAt {
  const maskOf = (instant: number) =>
    closedDays.reduce((mask, day, bit) => mask | (isClosed([day], instant, holidays) ? 1 << bit : 0), 0)
  return { step: stepOfDayInSeoul(now), today: maskOf(now.getTime()), yesterday: maskOf(now.getTime() - DAY_MS) }
}

/** `hours` is a column `open_hours`. */
export function isOpen(hours: RawBuilder<unknown>, { step, today, yesterday }: OpenAt): RawBuilder<boolean> {
  return sql`is_open(${hours}, ${step}::integer, ${today}::integer, ${yesterday}::integer)`
}
