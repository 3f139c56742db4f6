import { inSeoul } from './dates.ts'

export const DAY_MS = 86_400_000

/** `YYYY-MM-DD` in Seoul; `instant` in ms since 1970. */
export function dateInSeoul(instant: number): string {
  return inSeoul(instant).toISOString().slice(0, 10)
}

/** Whether a place with these closing days does not open on that day in Seoul. `holidays` are dates. */
export function isClosed(days: readonly ClosedDay[], instant: number, holidays: readonly string[]): boolean {
  return days.some((day) =>
    day === 'holiday'
      ? holidays.includes(dateInSeoul(instant))
      : inSeoul(instant).toUTCString().toLowerCase().startsWith(day),
  )
}

/** In the order of the interface. */
export const closedDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const
export type ClosedDay = (typeof closedDays)[number]
