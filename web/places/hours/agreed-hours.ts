import type { Place } from '../place-query.ts'

/** The hours that members agree on, if they are more than the same times on every open day; else null. */
export function agreedWeek({ hours: [agreed] = [], start_time, end_time }: Place) {
  const [first, ...others] = agreed?.week_hours ?? []
  if (!agreed || !first) return null
  const isPlain = others.length === 0 && !first.break_start && !first.last_order
  if (isPlain && first.start_time === start_time && first.end_time === end_time) return null
  const { week_hours, closed_on, count } = agreed
  // Without the times of all days, which other members gave: they must not fill the days that these members left out.
  return { start_time: null, end_time: null, week_hours, closed_on, hours_count: count }
}
