import { type RawBuilder, sql } from 'kysely'
import { hiddenFrom, type Reader, reportedBy } from '../authors/visibility.ts'
import type { OperationContext } from '../context.ts'
import { arrayOf, prepared } from '../db/prepared.ts'

/** SQL of how many of a post's comments (`h`) the reader may not see, of those with the condition. */
export function hiddenComments(
  reader: Reader,
  post: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<number> {
  if (!reader?.hasBlocks) return sql<number>`0`
  return sql<number>`(select count(*) from comments h
    where h.post_id = ${post} and not h.hidden and ${condition}
      and (h.account_id in (${hiddenFrom(reader)}) or h.id in (${reportedBy(reader, 'comment')})))`
}

/** For each post how many of its comments the reader may not see. */
export async function loadHiddenComments(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  postIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`${prepared}
    select ${hiddenComments(session, sql`wanted.id`)} as count
    from unnest(${arrayOf('bigint', postIds)}) with ordinality as wanted (id, place) order by wanted.place`.execute(db)
  return rows.map(({ count }) => count)
}
