import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import type { Post } from '../../posts/queries/post-query.ts'
import { PLACE_HOURS_ID } from '../place-query.ts'
import { WeekTable } from './week-table.tsx'

/**
 * The hours by weekday that a post gives, and a link to those that members confirmed for its place; null without hours by
 * weekday.
 */
export function PostHours({ post: { place_id, ...hours } }: { post: Post }) {
  if (!hours.week_hours) return null
  return (
    <section className="week-section" aria-labelledby="post-hours">
      <h2 id="post-hours">영업시간</h2>
      <WeekTable hours={hours} />
      {place_id && (
        <div className="week-said">
          <p>지금은 다른가요?</p>
          <Link to={paths.place} params={{ id: place_id }} hash={PLACE_HOURS_ID} className="btn btn-outline">
            이웃이 확인한 시간
          </Link>
        </div>
      )}
    </section>
  )
}
