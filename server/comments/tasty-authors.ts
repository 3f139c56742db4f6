import { sql } from 'kysely'
import { isShownTo } from '../authors/visibility.ts'
import type { OperationContext } from '../context.ts'
import { prepared } from '../db/prepared.ts'

const SHOWN = 3

/** The accounts of those who found the post tasty too, the latest first; 3 at most. */
export async function loadTastyAuthors(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  postId: number,
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`${prepared}
    select account_id from comments
    where post_id = ${postId} and tasty and ${isShownTo(session, 'comment', 'comments')}
    order by id desc limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map(({ account_id }) => account_id)
}
