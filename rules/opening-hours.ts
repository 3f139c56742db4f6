import { type ClosedDay, closedDays } from './is-closed.ts'

const WEEK = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** The form of schema.org, which has no word for public holidays. */
export function openingHours(start: string, end: string, closed: readonly ClosedDay[]): string {
  const open = WEEK.filter((_, day) => !closed.includes(closedDays[day] as ClosedDay))
  const days = open.length === WEEK.length ? 'Mo-Su' : open.join(',')
  return start === end ? days : `${days} ${start}-${end}`
}
