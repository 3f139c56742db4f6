import { TIME_STEP_SECONDS, timeOfDayInSeoul } from './hours.ts'

/** The hours that a time menu offers, '00' to '23', and the minutes, on 5-minute steps: '00', '05', … '55'. */
export const HOUR_CHOICES = twoDigits(24, 1)
export const MINUTE_CHOICES = twoDigits(60, TIME_STEP_SECONDS / 60)

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/
const ISO_DATE_TIME = /^((\d{4})-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/

function twoDigits(end: number, step: number): readonly string[] {
  return Array.from({ length: end / step }, (_, index) => String(index * step).padStart(2, '0'))
}

/**
 * Reads `HH:mm`, or an ISO date-time between 1900-01-01 and 2099-12-31 (in Asia/Seoul if it has no zone). Null if it is
 * neither or not on a 5-minute step.
 */
export function parseFiveMinuteTime(text: string): string | null {
  const time = TIME_OF_DAY.test(text) ? text : fromIso(text)
  return time !== null && Number(time.slice(3)) % (TIME_STEP_SECONDS / 60) === 0 ? time : null
}

function fromIso(text: string): string | null {
  const [, day = '', year = '', time = '', zone] = ISO_DATE_TIME.exec(text) ?? []
  if (year < '1900' || year > '2099' || !isDay(day) || !TIME_OF_DAY.test(time)) return null
  // Without a zone it is a time in Seoul, whatever Seoul's offset was in that year.
  if (zone === undefined) return time
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? null : timeOfDayInSeoul(instant)
}

/** `Date` would turn 30 February into 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
