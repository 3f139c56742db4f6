import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts'
import { migrateToLatest } from '#server/platform/database/prepare-database.ts'
import { withoutTimeLimits } from '#server/platform/database/time-limits.ts'
import { createLog } from '#server/platform/log.ts'
import { matchTastes } from '#server/product/authors/match-tastes.ts'
import { roundToThree, writeReport } from './report.ts'
import { postgresProcesses } from './server-process.ts'

/**
 * Runs of the job that compares tastes, for sites of two sizes. Each member has 50 marks with a visit in towns of 2,000 places,
 * some of which are far more popular than others; of six visits four say '또 갈래요' and one does not.
 */

const SIZES = [2000, 20_000]
const COMPARED = 1000
const MARKS = 50
const TOWN = 2000
const PEOPLE_OF_TOWN = 2000

const dataDir = path.resolve('.tmp/bench-tastes')
const rows = []
for (const people of SIZES) {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const embedded = await startEmbeddedDatabase({ dataDir, log: createLog('warn') })
  const { db } = connect(embedded.connectionString, 4)
  try {
    await migrateToLatest(db)
    await fill(db, people)
    const postgres = postgresProcesses(dataDir)
    const cpuOfRun = async (members: number) => {
      await sql`insert into taste_runs (account_id) select id from accounts on conflict (account_id) do update set matched_at = now()`.execute(
        db,
      )
      await sql`update taste_runs set matched_at = now() - interval '2 days' where account_id <= ${members}`.execute(db)
      const before = postgres.cpuSeconds()
      await matchTastes(db)
      return postgres.cpuSeconds() - before
    }
    const noting = await cpuOfRun(1)
    const whole = await cpuOfRun(COMPARED)
    const matches = await countMatches(db)
    rows.push({
      members: people.toLocaleString('en'),
      visits: (people * MARKS).toLocaleString('en'),
      'CPU s of a run for one member': roundToThree(noting),
      [`for ${COMPARED.toLocaleString('en')}`]: roundToThree(whole),
      'ms a member': roundToThree(((whole - noting) * 1000) / (COMPARED - 1)),
      'matches of each': roundToThree(matches / COMPARED),
    })
  } finally {
    await db.destroy()
    await embedded.stop()
  }
}
rmSync(dataDir, { recursive: true, force: true })
writeReport('tastes', 'CPU of the job that compares tastes', rows, [
  'CPU of PostgreSQL. What a run notes of all visits is the cost of one for a single member. A run compares 20,000 members at most, and ends after ten minutes; a member is due once a day.',
])

async function countMatches(db: Database): Promise<number> {
  const { rows } = await sql<{ matches: number }>`select count(*)::integer as matches from taste_matches`.execute(db)
  return rows[0]?.matches ?? 0
}

/** Inserts the rows that the job reads, as many as a site of that size has. */
async function fill(db: Database, people: number): Promise<void> {
  await withoutTimeLimits(db, async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`insert into accounts (handle, email, email_key, username, password_hash, question_index, answer_sealed, created_at)
      select left(md5('a' || g), 22), g || '@example.kr', g || '@example.kr', '맛객' || g, 'none', 0, ''::bytea, now() - interval '9 days'
      from generate_series(1, ${people}::integer) g`.execute(connection)
    const towns = Math.max(1, Math.round(people / PEOPLE_OF_TOWN))
    await sql`insert into venue_posts (post_id, venue_id) select g, g from generate_series(1, ${towns * TOWN}::integer) g`.execute(
      connection,
    )
    await sql`insert into saves (account_id, list, post_id, venue_id)
      select a, 'been', place, place from (
        select distinct a.id as a, (hashint8(a.id) & 2147483647) % ${towns}::integer * ${TOWN}::integer
          + 1 + floor(${TOWN}::integer * power((hashint8(a.id * 64 + n) & 2147483647) / 2147483648.0, 2))::integer as place
        from accounts a, generate_series(1, ${MARKS}::integer) n
      ) marked`.execute(connection)
    await sql`insert into visits (account_id, post_id, again)
      select account_id, post_id, case hashint8(account_id * 4099 + post_id) & 7 when 0 then null when 1 then null when 2 then false else true end
      from saves`.execute(connection)
    await sql`reset session_replication_role`.execute(connection)
    await sql`vacuum analyze accounts, venue_posts, saves, visits`.execute(connection)
  })
}
