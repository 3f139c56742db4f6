import { sql } from 'kysely'
import { isShownTo } from '../authors/visibility.ts'
import type { OperationContext } from '../context.ts'
import { type CommentRow, type PresentedComment, presentComment, selectComments } from './present-comment.ts'

const SHOWN = 10
/** So many of a place's newest posts, and of the newest comments of each, are looked at. */
const POSTS = 500
const OF_EACH = 20

export type PlaceCommentRow = { title: string; comment: PresentedComment }

/** The newest comments with words under the posts of a place, with the titles of these. */
export async function getPlaceComments(context: OperationContext, venueId: string): Promise<PlaceCommentRow[]> {
  const { session } = context
  const { rows } = await sql<CommentRow & { title: string }>`
    select shown.*, p.title from (${selectComments}
      where c.id = any(array(
        select newest.id
        from (
          select v.post_id from venue_posts v join posts w on w.id = v.post_id
          where v.venue_id = ${Number(venueId)} and ${isShownTo(session, 'post', 'w')}
          order by v.post_id desc limit ${sql.lit(POSTS)}
        ) v cross join lateral (
          select id, text, account_id, hidden from comments where post_id = v.post_id order by id desc limit ${sql.lit(OF_EACH)}
        ) newest
        where newest.text <> '' and ${isShownTo(session, 'comment', 'newest')}
        order by newest.id desc limit ${sql.lit(SHOWN)}
      ))
    ) shown join posts p on p.id = shown.post_id order by shown.id desc`.execute(context.db)
  return rows.map(({ title, ...row }) => ({ title, comment: presentComment(context, row) }))
}
