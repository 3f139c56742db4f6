import { sql } from 'kysely'
import { isHandle } from '#rules/validate.ts'
import { isReadableBy } from '../../authors/visibility.ts'
import { type OperationContext, requireSession } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import { isReadable, noCollection } from './load-collections.ts'

/**
 * Locks one of the caller's collections, so that its entries change one request after the other.
 * @returns its id in the database
 * @throws {AppError} NOT_FOUND for what the caller may not read, FORBIDDEN for another's
 */
export async function lockOwn(tx: Queryable, context: OperationContext, key: string): Promise<number> {
  const { accountId } = requireSession(context)
  const known = isHandle(key) ? key : ''
  const { rows } = await sql<{ id: number }>`
    select id from collections where key = ${known} and account_id = ${accountId} for no key update`.execute(tx)
  const [own] = rows
  if (own) return own.id
  const others = await sql`select from collections c where c.key = ${known} and ${isReadable(context.session)}
    and ${isReadableBy(context.session, 'collection', 'c')}`.execute(tx)
  throw others.rows.length > 0 ? new AppError('FORBIDDEN') : noCollection()
}

/** Before many entries change: in the order in which the withdrawal of who wrote about the places locks them. */
export async function lockEntries(tx: Queryable, id: number): Promise<{ post_id: number; position: number }[]> {
  const { rows } = await sql<{ post_id: number; position: number }>`
    select post_id, position from collection_entries where collection_id = ${id} order by post_id for update`.execute(
    tx,
  )
  return rows
}
