import { factLine } from './fact-line.ts'
import { type ClosedDay, closedDays } from './hours.ts'

export const closedDayNames: Readonly<Record<ClosedDay, string>> = {
  mon: '월',
  tue: '화',
  wed: '수',
  thu: '목',
  fri: '금',
  sat: '토',
  sun: '일',
  holiday: '공휴일',
}

/** '월·화요일 · 공휴일 쉬어요'; null for none. */
export function closedDaysText(days: readonly ClosedDay[]): string | null {
  if (days.length === 0) return null
  const weekdays = days.filter((day) => day !== 'holiday').map((day) => closedDayNames[day])
  const parts = [weekdays.length > 0 && `${weekdays.join('·')}요일`, days.includes('holiday') && closedDayNames.holiday]
  return `${factLine(parts)} 쉬어요`
}

const WEEK = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Hours in the form of schema.org, which has no word for public holidays; null for a place that is never open. */
export function schemaOrgHours(start: string, end: string, closed: readonly ClosedDay[]): string | null {
  const open = WEEK.filter((_, day) => !closed.includes(closedDays[day] as ClosedDay))
  if (open.length === 0) return null
  const days = open.length === WEEK.length ? 'Mo-Su' : open.join(',')
  return start === end ? days : `${days} ${start}-${end}`
}
