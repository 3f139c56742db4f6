import { DAY_MS, HOUR_MS, MINUTE_MS, toSeoulTime } from './dates.ts'

// A file of its own, because the home page loads dates.ts but needs none of this.

/** How long ago, in words: '3시간 전', '어제', '금요일', '11월 3일', '2025년 11월 3일'. Both are times, in milliseconds or ISO 8601. */
export function formatAgo(at: string, now: string | number): string {
  const [then, today] = [new Date(at).getTime(), new Date(now).getTime()]
  const ago = today - then
  if (ago < MINUTE_MS) return '방금 전'
  const unit = unitOfAgo(then, today)
  if (unit === MINUTE_MS) return `${Math.floor(ago / MINUTE_MS)}분 전`
  if (unit === HOUR_MS) return `${Math.floor(ago / HOUR_MS)}시간 전`
  const days = dayNumber(today) - dayNumber(then)
  if (days === 1) return '어제'
  return days < 7 ? formatWeekday(at) : formatDay(at, now)
}

/** The next instant, in ms since 1970, at which the result of `formatAgo` changes, new days left aside; else infinity. */
export function agoChangesAt(at: string, now: number): number {
  const then = new Date(at).getTime()
  const unit = unitOfAgo(then, now)
  return then + (Math.floor((now - then) / unit) + 1) * unit
}

/** Milliseconds of the unit in which the time between two instants is told; infinity if the day is told. */
function unitOfAgo(then: number, now: number): number {
  const ago = now - then
  if (ago < HOUR_MS) return MINUTE_MS
  return ago < 6 * HOUR_MS || dayNumber(then) === dayNumber(now) ? HOUR_MS : Number.POSITIVE_INFINITY
}

/** Number of the day in Seoul: days since 1970-01-01. */
export function dayNumber(time: number): number {
  return Math.floor(toSeoulTime(time).getTime() / DAY_MS)
}

const WEEKDAYS = '일월화수목금토'

/** Weekday in Seoul: '금요일'. */
export function formatWeekday(iso: string | number): string {
  return `${WEEKDAYS[toSeoulTime(iso).getUTCDay()]}요일`
}

/** Day in Seoul: '11월 3일', and '2025년 11월 3일' in another year than that of `now`. */
function formatDay(iso: string, now: string | number): string {
  const time = toSeoulTime(iso)
  const year = time.getUTCFullYear()
  const day = `${time.getUTCMonth() + 1}월 ${time.getUTCDate()}일`
  return year === toSeoulTime(now).getUTCFullYear() ? day : `${year}년 ${day}`
}

/** The month of a day: '2024년 3월' for '2024-03-09'. */
export function formatMonth(day: string): string {
  const [year, month] = day.split('-').map(Number)
  return `${year}년 ${month}월`
}
