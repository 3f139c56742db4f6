import { type RawBuilder, sql } from 'kysely'
import { collectionLimits } from '#rules/collection-limits.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { accountsHiddenFrom, isSeenBy, type Reader } from '../../authors/visibility.ts'

/** Fields of a plan that decide whose hearts count. */
export type Plan = Readonly<{ id: number; ownerId: number }>

/**
 * SQL of whether the account `a`, whose hearts and places are in a plan, counts there: it is not hidden, and neither the
 * owner nor the reader is in a block with it.
 */
export function isPlanMember({ ownerId }: Pick<Plan, 'ownerId'>, reader: Reader): RawBuilder<boolean> {
  const owner = { accountId: ownerId, bypassesSharedCache: true }
  return sql<boolean>`(not a.hidden and a.id not in (${accountsHiddenFrom(owner)}) and ${isSeenBy(reader, sql`a.id`)})`
}

/**
 * Hearts of an entry. `handles` are only the last members': all, of 50 people at 200 places, would be too large for a
 * response.
 */
export type Hearts = Readonly<{ count: number; mine: boolean; handles: string[] }>

/** Loads the hearts of each entry that has any, by its `post_id`. */
export async function loadHearts(
  { db, session }: OperationContext,
  plan: Plan,
  reader: Reader,
): Promise<Map<number, Hearts>> {
  const { rows } = await sql<Hearts & { post_id: number }>`
    select h.post_id, count(*)::integer as count, bool_or(a.id = ${session?.accountId ?? null}::bigint) is true as mine,
      (array_agg(a.handle order by h.at desc, a.id))[1:${sql.lit(collectionLimits.named)}] as handles
    from collection_hearts h join accounts a on a.id = h.account_id
    where h.collection_id = ${plan.id} and ${isPlanMember(plan, reader)} group by h.post_id`.execute(db)
  return new Map(rows.map((row) => [row.post_id, row]))
}

/** Loads the ids of accounts that have put hearts or added places, the last first. */
export async function loadPlanMembers(
  { db }: Pick<OperationContext, 'db'>,
  plan: Plan,
  reader: Reader,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from (${planMembersOf(plan.id)}) chosen join accounts a on a.id = chosen.account_id
    where ${isPlanMember(plan, reader)} group by a.id order by max(chosen.at) desc nulls last, a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** SQL of the accounts that take part in a plan, some of them more than once. */
export function planMembersOf(id: number): RawBuilder<unknown> {
  return sql`select h.account_id, h.at from collection_hearts h where h.collection_id = ${id}
    union all select e.added_by, null::timestamptz from collection_entries e
      where e.collection_id = ${id} and e.added_by is not null`
}

/** Locks hearts before many of them change, in the order of every withdrawal. Lock their entries before. */
export async function lockHearts(tx: Queryable, condition: RawBuilder<unknown>): Promise<void> {
  await sql`select from collection_hearts where ${condition} order by collection_id, post_id, account_id for update`.execute(
    tx,
  )
}
