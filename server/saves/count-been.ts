import { sql } from 'kysely'
import { isSeenBy } from '../authors/visibility.ts'
import type { OperationContext } from '../context.ts'
import { prepared } from '../db/prepared.ts'

/** So many entries are counted at most. */
const MOST = 10_000

/** The number of people who keep a post of the place under '다녀왔어요', without those hidden from the reader. */
export async function countBeen(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  venueId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`${prepared}
    select count(distinct account_id) as count from (
      select s.account_id
      from (
        select post_id from venue_posts where venue_id = ${Number(venueId)}
        order by post_id desc limit ${sql.lit(MOST)}
      ) v
      join saves s on s.post_id = v.post_id and s.list = 'been'
      where ${isSeenBy(session, sql`s.account_id`)}
      limit ${sql.lit(MOST)}
    ) been`.execute(db)
  return rows[0]?.count ?? 0
}
