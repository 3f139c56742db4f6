import { sql } from 'kysely'
import type pg from 'pg'
import type { Database, Queryable } from '../database/connect.ts'
import { StartError } from '../start-error.ts'
import type { ImageStore } from './store.ts'

const BATCH = 50

/** Arbitrary number, unique among our advisory locks. */
const DELETION_LOCK = 7_240_613

const HOLD_MS = 3000

export const DELETED_IMAGE_CHANNEL = 'matnanum_image_gone'

/**
 * Unclaims pictures and queues the job that deletes them; if the job is lost, the purge of pending pictures does it.
 */
export async function queueImageDeletion(tx: Queryable, imageIds: readonly number[]): Promise<void> {
  if (imageIds.length === 0) return
  await sql`with gone as (
      update images set claimed_at = null, uploader_hash = null, account_id = null
      where id = any(${imageIds}::bigint[]) returning key
    ) select pg_notify(${DELETED_IMAGE_CHANNEL}, key) from gone`.execute(tx)
  const payload = JSON.stringify({ imageIds })
  await sql`select graphile_worker.add_job('delete_images', ${payload}::json)`.execute(tx)
}

export const ANOTHER_BACKUP_MESSAGE = 'Another backup of this site is running: wait until it ends.'

/**
 * Keeps every machine from removing files of pictures until the connection ends, so that a backup can copy them.
 * @throws {StartError} while another connection does so
 */
export async function holdImageDeletions(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${HOLD_MS}`)
  await client.query(`select pg_advisory_lock(${DELETION_LOCK})`).catch((error: { code?: string }) => {
    throw error.code === '55P03' ? new StartError(ANOTHER_BACKUP_MESSAGE) : error
  })
}

/**
 * Deletes the unclaimed ones of these pictures, files before rows, and returns their keys. It may run twice; during a
 * backup it deletes none, and the purge does later.
 */
export async function deleteImages(db: Database, store: ImageStore, imageIds: readonly number[]): Promise<string[]> {
  const removed: string[] = []
  for (let start = 0; start < imageIds.length; start += BATCH) {
    removed.push(...(await deleteBatch(db, store, imageIds.slice(start, start + BATCH))))
  }
  return removed
}

function deleteBatch(db: Database, store: ImageStore, imageIds: readonly number[]): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    // A simultaneous claim waits for the lock and then finds no row.
    const rows = await tx
      .selectFrom('images')
      .select(['id', 'key'])
      .where('id', 'in', imageIds)
      .where('claimed_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (rows.length === 0 || (await areDeletionsHeld(tx))) return []
    await Promise.all(rows.map(({ key }) => store.remove(key)))
    const ids = rows.map(({ id }) => id)
    await tx.deleteFrom('images').where('id', 'in', ids).execute()
    return rows.map(({ key }) => key)
  })
}

async function areDeletionsHeld(tx: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.lit(DELETION_LOCK)}) as "isFree"`.execute(tx)
  return !rows[0]?.isFree
}

/** Ids of pictures that were uploaded an hour ago or earlier and are not claimed, the oldest first. */
export async function findAbandonedImages(db: Database, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('claimed_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Unclaims pictures that were claimed a day ago or earlier and are in use nowhere; the purge then deletes them. */
export async function unclaimUnusedImages(db: Database): Promise<void> {
  await sql`update images set claimed_at = null, uploader_hash = null, account_id = null
    where claimed_at < now() - interval '1 day'
      and not exists (select from image_uses where image_uses.image_id = images.id)`.execute(db)
}
