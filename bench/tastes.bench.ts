import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts'
import { migrateToLatest } from '#server/platform/database/prepare-database.ts'
import { withoutTimeLimits } from '#server/platform/database/time-limits.ts'
import { createLog } from '#server/platform/log.ts'
import { matchTastes } from '#server/product/authors/match-tastes.ts'
import { report, round } from './report.ts'
import { postgresProcesses } from './server-process.ts'

/**
 * One run of the job that compares tastes, for sites of several sizes. Each member has 50 marks with a visit in towns of 2,000 places,
 * some of which are far more popular than others; of six visits four say '또 갈래요' and one does not.
 */
const SIZES = [2000, 20_000]
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
    const cpuOfRun = async () => {
      const before = postgres.cpuSeconds()
      await matchTastes(db)
      return postgres.cpuSeconds() - before
    }
    const whole = await cpuOfRun()
    const { compared, matches } = await countDone(db)
    await sql`update taste_runs set matched_at = now() - interval '2 days' where account_id = 1`.execute(db)
    const noting = await cpuOfRun()
    rows.push({
      members: people.toLocaleString('en'),
      visits: (people * MARKS).toLocaleString('en'),
      'compared in the run': compared.toLocaleString('en'),
      'matches of each': round(matches / Math.max(1, compared)),
      'CPU s of the run': round(whole),
      'of one for a single member': round(noting),
      'ms a member': round(((whole - noting) * 1000) / Math.max(1, compared)),
    })
  } finally {
    await db.destroy()
    await embedded.stop()
  }
}
rmSync(dataDir, { recursive: true, force: true })
report('tastes', 'One run of the job that compares tastes', rows, [
  'CPU of PostgreSQL. A run compares 20,000 members at most, and ends after ten minutes; a member is due once a day. What a run notes of all visits is the cost of one for a single member.',
])

async function countDone(db: Database): Promise<{ compared: number; matches: number }> {
  const { rows } = await sql<{ compared: number; matches: number }>`select
    (select count(*)::integer from taste_runs) as compared, (select count(*)::integer from taste_matches) as matches`.execute(
    db,
  )
  return rows[0] ?? { compared: 0, matches: 0 }
}

/** Rows alone, as a site of that size has them; what the job does not read is left out. */
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
