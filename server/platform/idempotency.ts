import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { serverFailureMessages } from '#rules/errors.ts'
import type { Queryable } from './database/connect.ts'
import { prepared } from './database/prepared.ts'
import type { Tables } from './database/tables.gen.ts'
import { AppError } from './errors.ts'

type KeyedRequest = Readonly<{ accountId: number; key: string | null; contents: object }>

const PLAIN_KEY = /^[\x20-\x7e]{1,64}$/

/**
 * An idempotency key as it is stored; null for none. Long or unusual keys become hashes, so that keys which differ only at their
 * end stay different.
 */
export function normalizeIdempotencyKey(key: unknown): string | null {
  if (typeof key !== 'string' || key === '') return null
  return PLAIN_KEY.test(key) ? key : `sha256 ${createHash('sha256').update(key).digest('base64url')}`
}

/**
 * Adds a row once per key, across all tables. `add` gets the id for its row, or undefined without a key, and returns
 * the id. A repeated request with the same contents gets the same id after the commit; a rollback frees the key. Waits
 * for a running transaction with the key. `contents` must not be equal for rows of different tables.
 * @throws {AppError} CONFLICT when the key belongs to other contents
 */
export async function addOnce(
  tx: Queryable,
  table: keyof Tables,
  { accountId, key, contents }: KeyedRequest,
  add: (id: number | undefined) => Promise<number>,
): Promise<number> {
  if (key === null) return add(undefined)
  const contentsHash = createHash('sha256').update(JSON.stringify(contents)).digest()
  const { rows } = await sql<{ id: number }>`${prepared}
    insert into idempotency_keys (account_id, key, result_id, contents_hash)
    values (${accountId}, ${key}, nextval(pg_get_serial_sequence(${table}, 'id')), ${contentsHash})
    on conflict do nothing returning result_id as id`.execute(tx)
  if (rows[0]) return add(rows[0].id)
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['result_id as id', sql<boolean>`coalesce(contents_hash = ${contentsHash}, true)`.as('isSame')])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!earlier.isSame) throw new AppError('CONFLICT', { message: serverFailureMessages.usedKey })
  return earlier.id
}

export async function purgeExpiredIdempotencyKeys(db: Queryable): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
}
