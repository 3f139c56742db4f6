import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { runCheckpoint } from './time-limits.ts'

test('a checkpoint is made at once', async () => {
  const { db, drop } = await freshDatabase()
  const requested = async () => {
    const { rows } = await sql<{ count: number }>`
      select num_requested::int as count from pg_stat_checkpointer`.execute(db)
    return rows[0]?.count ?? 0
  }
  const before = await requested()
  await runCheckpoint(db)
  // PostgreSQL updates its counters a moment later.
  await expect.poll(requested).toBeGreaterThan(before)
  await drop()
})
