import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from './connect.ts'
import { prepared } from './prepared.ts'

/** Of what is added: the table whose row the key stands for. */
type Added = 'posts' | 'comments' | 'collections'

type KeyedRequest = Readonly<{ accountId: number; key: string; contents: object }>

/** The id of the row of all requests with this key; `isSame`: the earlier request had the same contents. */
type Reserved = Readonly<{ id: number; isNew: true } | { id: number; isNew: false; isSame: boolean }>

const PLAIN_KEY = /^[\x20-\x7e]{1,64}$/

/** A long or unusual key becomes its hash, so that keys which differ only at their end stay different; null for none. */
export function storedKey(key: unknown): string | null {
  if (typeof key !== 'string' || key === '') return null
  return PLAIN_KEY.test(key) ? key : `sha256 ${createHash('sha256').update(key).digest('base64url')}`
}

/**
 * Reserves the key with the id for the new row, which every later request gets after the commit; a rollback frees it.
 * Waits for another running transaction with the same key. A key is one for all tables.
 */
export async function reserveKey(tx: Queryable, table: Added, request: KeyedRequest): Promise<Reserved> {
  const { accountId, key } = request
  const contentsHash = createHash('sha256')
    .update(JSON.stringify(contentsOf(table, request)))
    .digest()
  const { rows } = await sql<{ id: number }>`${prepared}
    insert into idempotency_keys (account_id, key, result_id, contents_hash)
    values (${accountId}, ${key}, nextval(pg_get_serial_sequence(${table}, 'id')), ${contentsHash})
    on conflict do nothing returning result_id as id`.execute(tx)
  if (rows[0]) return { id: rows[0].id, isNew: true }
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['result_id as id', sql<boolean>`coalesce(contents_hash = ${contentsHash}, true)`.as('isSame')])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return { ...earlier, isNew: false }
}

/** The contents of two tables are never the same. */
function contentsOf(table: Added, { contents }: KeyedRequest): object {
  return table === 'posts' ? contents : { [table]: contents }
}

/** Removes the keys of requests that are too old to be repeated. */
export async function purgeIdempotencyKeys(db: Queryable): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
}
