import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** What PostgreSQL has done so far. */
export type DatabaseCost = Readonly<{
  transactions: number
  /** Transactions that changed something. */
  writing: number
  /** Waits until the write-ahead log is on the disk. */
  syncs: number
  walBytes: number
  /** Pages that are in the log as a whole, because they were changed for the first time since a checkpoint. */
  pageImages: number
}>

/** Other connections pass on their statistics about a second after their work. */
export async function databaseCost(db: Database): Promise<DatabaseCost> {
  const { rows } = await sql<DatabaseCost>`
    select
      (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint as writing,
      (select sum(fsyncs)::bigint from pg_stat_io where object = 'wal') as syncs,
      wal_bytes::bigint as "walBytes",
      wal_fpi as "pageImages"
    from pg_stat_wal`.execute(db)
  const [cost] = rows
  if (!cost) throw new Error('PostgreSQL has no statistics of its log')
  return cost
}
