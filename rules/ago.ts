import { formatDay, formatWeekday } from './days.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seoul has no summer time. */
const SEOUL_OFFSET = 9 * HOUR

/** How long ago, in words: '3시간 전', '어제', '금요일', '11월 3일', '2025년 11월 3일'. Both are times, in milliseconds or ISO 8601. */
export function formatAgo(at: string, now: string | number): string {
  const [then, today] = [new Date(at).getTime(), new Date(now).getTime()]
  const days = dayOf(today) - dayOf(then)
  const ago = today - then
  if (ago < MINUTE) return '방금 전'
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)}분 전`
  if (days === 0 || ago < 6 * HOUR) return `${Math.floor(ago / HOUR)}시간 전`
  if (days === 1) return '어제'
  return days < 7 ? formatWeekday(at) : formatDay(at, now)
}

/** Days since 1970 in Seoul. */
export function dayOf(time: number): number {
  return Math.floor((time + SEOUL_OFFSET) / DAY)
}
