import { sql } from 'kysely'
import type { QueryGetPostArgs } from '#contract/schema.gen.ts'
import type { OperationContext } from '../../platform/context.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { shownAuthor, shownPlace } from '../../platform/database/shown.ts'
import { AppError, requireId } from '../../platform/errors.ts'
import { isShownToModeratorsToo } from '../authors/visibility.ts'
import { type PlaceRow, placeColumns, presentPlace, visitorCountSql } from './post-loaders.ts'
import { type PostRow, type PresentedPost, presentPost, selectPostsHiddenToo } from './present-post.ts'

type Row = PostRow & PlaceRow & { been: number }

/** A post with its place; a hidden one only for its author and moderators. @throws {AppError} NOT_FOUND */
export async function getPost(context: OperationContext, args: QueryGetPostArgs): Promise<PresentedPost> {
  const id = requireId(args.id)
  const venue = sql`(select venue_id from venue_posts where post_id = shown.id)`
  const { rows } = await sql<Row>`${prepared}
    select shown.*, ${placeColumns(sql`shown.id`)}, ${visitorCountSql(context.session, venue)} as been
    from (${selectPostsHiddenToo} where p.id = ${id} and ${isShownToModeratorsToo(context.session, 'post', 'p')}) shown`.execute(
    context.db,
  )
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND')
  // The page has a button to follow the author, so it depends on the author's follows.
  context.shown.add(shownAuthor(row.handle))
  // The page shows the followed members who have been at the place.
  if (row.venue_id !== null) context.shown.add(shownPlace(String(row.venue_id)))
  return { ...presentPost(context, row), place: { ...presentPlace(row), been: row.been } }
}
