import { SEOUL } from './hours.ts'
import { once } from './once.ts'

const parts = once(
  () =>
    new Intl.DateTimeFormat('ko-KR', {
      timeZone: SEOUL,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

/** The time in Asia/Seoul: '2026년 11월 21일 14시 05분'. */
export function formatDateTime(iso: string): string {
  const at: Record<string, string> = {}
  for (const { type, value } of parts().formatToParts(new Date(iso))) at[type] = value
  return `${at.year}년 ${at.month}월 ${at.day}일 ${at.hour}시 ${at.minute}분`
}

const weekday = once(() => new Intl.DateTimeFormat('ko-KR', { timeZone: SEOUL, weekday: 'long' }))
const day = once(() => new Intl.DateTimeFormat('ko-KR', { timeZone: SEOUL, month: 'long', day: 'numeric' }))
const year = once(() => new Intl.DateTimeFormat('ko-KR', { timeZone: SEOUL, year: 'numeric' }))

/** In Asia/Seoul: '금요일'. */
export function formatWeekday(iso: string): string {
  return weekday().format(new Date(iso))
}

/** In Asia/Seoul: '11월 3일', of another year than that of `now` '2025년 11월 3일'. */
export function formatDay(iso: string, now: string | number): string {
  const years = [iso, now].map((time) => year().format(new Date(time)))
  const text = day().format(new Date(iso))
  return years[0] === years[1] ? text : `${years[0]} ${text}`
}

/** The month of a day: '2024년 3월' for '2024-03-09'. */
export function formatMonth(day: string): string {
  const [year, month] = day.split('-').map(Number)
  return `${year}년 ${month}월`
}
