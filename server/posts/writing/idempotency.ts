import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

type KeyedRequest = Readonly<{ accountId: number; key: string; contentsHash: Buffer }>

/** The id of the post of all requests with this key; `isSame`: the earlier request had the same contents. */
type Reserved = Readonly<{ id: number; isNew: true } | { id: number; isNew: false; isSame: boolean }>

/** Reserves the key with the new post's id, which later requests get; waits for a running transaction with the key. */
export async function reserveKey(tx: Queryable, { accountId, key, contentsHash }: KeyedRequest): Promise<Reserved> {
  const { rows } = await sql<{ id: number }>`${prepared}
    insert into idempotency_keys (account_id, key, result_id, contents_hash)
    values (${accountId}, ${key}, nextval(pg_get_serial_sequence('posts', 'id')), ${contentsHash})
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

/** Removes the keys of requests that are too old to be repeated. */
export async function purgeIdempotencyKeys(db: Queryable): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
}
