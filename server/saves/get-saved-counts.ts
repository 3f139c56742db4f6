import { sql } from 'kysely'
import type { SavedCounts, SaveList } from '#contract/schema.gen.ts'
import { isShownTo } from '../authors/visibility.ts'
import { type OperationContext, requireSession } from '../context.ts'
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
