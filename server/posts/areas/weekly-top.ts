import { sql } from 'kysely'
import type { QueryGetWeeklyTopArgs } from '#contract/schema.gen.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import type { OperationContext } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../present-post.ts'
import { requireArea } from './find-area-posts.ts'

const SHOWN = 10

/** A post with the number of people who liked, kept or commented on it within a week. */
export type WeeklyPost = { post: PresentedPost; people: number }

/**
 * The posts of a 시군구 or 동 that most people liked, kept or commented on within a week, as of the last hour.
 * @throws {AppError} BAD_USER_INPUT, NOT_FOUND for an unknown area
 */
export async function getWeeklyTop(
  context: OperationContext,
  { area: path }: QueryGetWeeklyTopArgs,
): Promise<WeeklyPost[]> {
  const area = await requireArea(context, path)
  const rows = await topOf(context.db, context.session, area.id)
  return rows.map(({ people, ...row }) => ({ post: presentPost(context, row), people }))
}

/** The same of an area by its id, for a reader. */
export async function topOf(db: Queryable, reader: Reader, areaId: number): Promise<(PostRow & { people: number })[]> {
  const { rows } = await sql<PostRow & { people: number }>`
    select shown.*, top.people from area_tops top
    join listed_posts l on l.id = top.post_id
    cross join lateral (${selectPosts} where p.id = top.post_id and ${isShownTo(reader, 'post', 'p')}) shown
    where top.area_id = ${areaId} order by top.rank limit ${sql.lit(SHOWN)}`.execute(db)
  return rows
}
