/** Korea is nine hours ahead of UTC, without summer time since 1988. */
const AHEAD_MS = 9 * 3_600_000

/** The time in Seoul, as if it were UTC. */
export function inSeoul(time: string | number | Date): Date {
  return new Date(new Date(time).getTime() + AHEAD_MS)
}

/** The time in Asia/Seoul: '2026년 11월 21일 14시 05분'. */
export function formatDateTime(iso: string): string {
  const [year, month, day, hour, minute] = inSeoul(iso).toISOString().split(/[-T:]/)
  return `${year}년 ${month}월 ${day}일 ${hour}시 ${minute}분`
}
