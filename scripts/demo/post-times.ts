const HOUR = 3_600_000
const DAY = 24 * HOUR
const SEOUL_AHEAD = 9 * HOUR

/** Minutes of the day at which people write about food in Seoul. */
const MOMENTS = [
  8 * 60 + 12,
  11 * 60 + 48,
  13 * 60 + 5,
  14 * 60 + 21,
  16 * 60 + 37,
  18 * 60 + 53,
  20 * 60 + 16,
  22 * 60 + 9,
]

/** `count` times before `now`, oldest first, several per day. */
export function postTimes(count: number, now: Date): Date[] {
  const midnight = Math.floor((now.getTime() + SEOUL_AHEAD) / DAY) * DAY - SEOUL_AHEAD
  const times: number[] = []
  for (let day = 0; times.length < count; day++) {
    for (const moment of MOMENTS.toReversed()) {
      const at = midnight - day * DAY + (moment + Math.floor(Math.random() * 55)) * 60_000
      if (at < now.getTime() - 120_000 && times.length < count) times.push(at)
    }
  }
  return times.toReversed().map((time) => new Date(time))
}
