import { sql } from 'kysely'
import type { OperationContext } from '../context.ts'
import { arrayOf, prepared } from '../db/prepared.ts'

/** For each post the lists in which the viewer keeps it. Without a viewer there is no query. */
export async function loadSaved(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  postIds: readonly string[],
): Promise<string[][]> {
  if (!session) return postIds.map(() => [])
  const { rows } = await sql<{ post_id: number; list: string }>`${prepared}
    select post_id, list from saves
    where account_id = ${session.accountId} and post_id = any(${arrayOf('bigint', postIds)})`.execute(db)
  const lists = Map.groupBy(rows, ({ post_id }) => String(post_id))
  return postIds.map((id) => (lists.get(id) ?? []).map(({ list }) => list))
}
