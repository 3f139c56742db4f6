import { sql } from 'kysely'
import type { SavedCounts, SaveList } from '#contract/schema.gen.ts'
import { isSeenBy, isShownTo } from '../authors/visibility.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import { countRows, EXACT_COUNT } from '../posts/lists/list-counts.ts'
import { isOpen, openAt } from '../posts/lists/open-at.ts'
import { entriesOf } from './entries.ts'

/** @throws {AppError} UNAUTHENTICATED, FORBIDDEN */
export async function getSavedCounts(context: OperationContext): Promise<SavedCounts> {
  const reader = requireSession(context)
  const { db } = context
  const count = (list: SaveList) =>
    countRows(db, sql`select from ${entriesOf({ reader, list, terms: [] })}`, EXACT_COUNT)
  const open = sql`select from saves s join posts p on p.id = s.post_id
    where s.account_id = ${reader.accountId} and s.list = 'want' and ${isShownTo(reader, 'post', 'p')}
      and ${isOpen(sql`p.open_hours`, openAt(new Date()))}`
  const [want, wantOpen, been, liked, written] = await Promise.all([
    count('want'),
    countRows(db, open),
    count('been'),
    count('liked'),
    count('written'),
  ])
  return { want, wantOpen, been, liked, written }
}

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
