import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'

/** Hides or shows a comment, and counts it so. Lock it before. @returns whether something changed */
export async function setCommentHidden(tx: Queryable, id: number, hidden: boolean): Promise<boolean> {
  const by = hidden ? sql`-1` : sql`1`
  const { rows } = await sql`
    with changed as (
      update comments set hidden = ${hidden} where id = ${id} and hidden <> ${hidden} returning post_id, tasty
    ), counted as (
      update post_stats s set comment_count = s.comment_count + ${by}, tasty_count = s.tasty_count + ${by} * changed.tasty::int
      from changed where s.post_id = changed.post_id
    )
    select from changed`.execute(tx)
  return rows.length > 0
}
