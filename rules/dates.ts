export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Korea is nine hours ahead of UTC, without summer time since 1988. */
const AHEAD_MS = 9 * HOUR_MS

/** A Date whose UTC fields are the time in Seoul. */
export function toSeoulTime(time: string | number | Date): Date {
  return new Date(new Date(time).getTime() + AHEAD_MS)
}

/** The time in Asia/Seoul: '2026년 11월 21일 14시 05분'. */
export function formatDateTime(iso: string): string {
  const [year, month, day, hour, minute] = toSeoulTime(iso).toISOString().split(/[-T:]/)
  return `${year}년 ${month}월 ${day}일 ${hour}시 ${minute}분`
}

/** `YYYY-MM-DD` in Seoul; `instant` in ms since 1970. */
export function dateInSeoul(instant: number): string {
  return toSeoulTime(instant).toISOString().slice(0, 10)
}
