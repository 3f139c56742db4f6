import type { Post } from '../../posts/queries/post-query.ts'
import { WeekTable } from './week-table.tsx'

/** The week as the post tells it; nothing without hours by weekday. */
export function PostHours({ post }: { post: Post }) {
  if (!post.week_hours) return null
  return (
    <section className="week-section" aria-labelledby="post-hours">
      <h2 id="post-hours">영업시간</h2>
      <WeekTable hours={post} />
    </section>
  )
}
