import { inSeoul } from './dates.ts'

const WEEKDAYS = '일월화수목금토'

/** In Asia/Seoul: '금요일'. */
export function formatWeekday(iso: string): string {
  return `${WEEKDAYS[inSeoul(iso).getUTCDay()]}요일`
}

/** In Asia/Seoul: '11월 3일', of another year than that of `now` '2025년 11월 3일'. */
export function formatDay(iso: string, now: string | number): string {
  const time = inSeoul(iso)
  const year = time.getUTCFullYear()
  const day = `${time.getUTCMonth() + 1}월 ${time.getUTCDate()}일`
  return year === inSeoul(now).getUTCFullYear() ? day : `${year}년 ${day}`
}

/** The month of a day: '2024년 3월' for '2024-03-09'. */
export function formatMonth(day: string): string {
  const [year, month] = day.split('-').map(Number)
  return `${year}년 ${month}월`
}
