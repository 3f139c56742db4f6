import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'

/** A key of an account, the id of what the request with this key is about to add, and a SHA-256 of its contents. */
export type KeyedRequest = Readonly<{ accountId: number; key: string; id: number; contentsHash: Buffer }>

/** An earlier request: the id that it got, and whether it had the same contents. */
type EarlierRequest = Readonly<{ id: number; isSame: boolean }>

/**
 * Reserves the keys for the running transaction, each with the id that every later request with it gets after the commit.
 * Waits for another running transaction with the same key. Returns the earlier requests of keys that were used before, by `nameOfKey`.
 */
export async function reserveKeys(
  tx: Queryable,
  requests: readonly KeyedRequest[],
): Promise<Map<string, EarlierRequest>> {
  if (requests.length === 0) return new Map()
  const columns = columnsOf(requests)
  const { rows: reserved } = await sql<{ account_id: number; key: string }>`${prepared}
    insert into idempotency_keys (account_id, key, result_id, contents_hash)
    select * from unnest(${columns.accounts}::bigint[], ${columns.keys}::text[],
      ${requests.map(({ id }) => id)}::bigint[], ${columns.hashes}::bytea[]) as w (account_id, key, id, hash)
    order by account_id, key
    on conflict do nothing returning account_id, key`.execute(tx)
  if (reserved.length === requests.length) return new Map()
  const own = new Set(reserved.map((row) => nameOfKey(row.account_id, row.key)))
  const others = columnsOf(requests.filter(({ accountId, key }) => !own.has(nameOfKey(accountId, key))))
  const { rows: before } = await sql<{ account_id: number; key: string; id: number; is_same: boolean }>`
    select account_id, key, result_id as id, coalesce(contents_hash = hash, true) as is_same from idempotency_keys
    join unnest(${others.accounts}::bigint[], ${others.keys}::text[], ${others.hashes}::bytea[])
      as w (account_id, key, hash) using (account_id, key)`.execute(tx)
  return new Map(before.map((row) => [nameOfKey(row.account_id, row.key), { id: row.id, isSame: row.is_same }]))
}

/** Frees the reserved keys of requests that failed. */
export async function freeKeys(tx: Queryable, requests: readonly KeyedRequest[]): Promise<void> {
  if (requests.length === 0) return
  const { accounts, keys } = columnsOf(requests)
  await sql`delete from idempotency_keys where (account_id, key) in (
    select * from unnest(${accounts}::bigint[], ${keys}::text[])
  )`.execute(tx)
}

/** A name for a key of an account. */
export function nameOfKey(accountId: number, key: string): string {
  return `${accountId} ${key}`
}

function columnsOf(requests: readonly KeyedRequest[]): { accounts: number[]; keys: string[]; hashes: Buffer[] } {
  return {
    accounts: requests.map(({ accountId }) => accountId),
    keys: requests.map(({ key }) => key),
    hashes: requests.map(({ contentsHash }) => contentsHash),
  }
}

/** Removes the keys of requests that are too old to be repeated. */
export async function purgeIdempotencyKeys(db: Queryable): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
}
