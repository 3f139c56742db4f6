import type { ClosedDay } from './is-closed.ts'

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
export function closedText(days: readonly ClosedDay[]): string | null {
  if (days.length === 0) return null
  const weekdays = days.filter((day) => day !== 'holiday').map((day) => closedDayNames[day])
  const parts = [weekdays.length > 0 && `${weekdays.join('·')}요일`, days.includes('holiday') && closedDayNames.holiday]
  return `${parts.filter(Boolean).join(' · ')} 쉬어요`
}
