import { sql } from 'kysely'
import type { ImportFailure } from '#rules/place-imports.ts'
import type { Services } from '../../platform/context.ts'
import type { Database, Queryable } from '../../platform/database/connect.ts'
import { columnArraysOf } from '../../platform/database/prepared.ts'
import type { MatchedRow } from './candidate-place.ts'
import { matchRows } from './match-rows.ts'
import { queueImportJob } from './member-imports.ts'
import type { ImportedRow, ParsedFile } from './parse/rows.ts'
import { runParser } from './parse/run-parser.ts'

/** Rows that one run matches, in a second or two; the queue then serves other imports. */
const BATCH = 50

type Parts = Pick<Services, 'db' | 'config'>

/**
 * Runs one job of an import: parses its file, or else matches its next rows with places, and queues the next job. A repeated
 * run leaves finished rows as they are.
 */
export async function matchImport({ db, config }: Parts, id: number): Promise<void> {
  const { rows } = await sql<{ account_id: number; file: Buffer | null; state: string }>`
    select account_id, file, state from member_imports where id = ${id}`.execute(db)
  const [own] = rows
  if (!own) return
  if (own.file) return readFile(db, id, own.file)
  if (own.state !== 'matching') return
  const { rows: next } = await sql<{ nth: number; source: ImportedRow }>`select nth, source from member_import_rows
    where import_id = ${id} and state is null order by nth limit ${sql.lit(BATCH)}`.execute(db)
  const reader = { accountId: own.account_id, bypassesSharedCache: true }
  const matched = await matchRows({ db, reader, origin: config.publicOrigin }, next)
  await db.transaction().execute(async (tx) => {
    await keepMatched(tx, id, matched)
    if (next.length === BATCH) await queueImportJob(tx, id)
    else await sql`update member_imports set state = 'ready' where id = ${id} and state = 'matching'`.execute(tx)
  })
}

async function readFile(db: Database, id: number, file: Buffer): Promise<void> {
  const result = await runParser(file)
  await db.transaction().execute(async (tx) => {
    // Another run may have parsed the file meanwhile, or the member has ended the import.
    const { rows } = await sql`select from member_imports where id = ${id} and state = 'waiting' for update`.execute(tx)
    if (rows.length === 0) return
    if ('failure' in result) await fail(tx, id, result.failure)
    else await keepParsed(tx, id, result.parsed)
  })
}

async function fail(tx: Queryable, id: number, failure: ImportFailure): Promise<void> {
  await sql`update member_imports set state = 'failed', failure = ${failure}, file = null where id = ${id}`.execute(tx)
}

async function keepParsed(tx: Queryable, id: number, { rows, bad }: ParsedFile): Promise<void> {
  await sql`update member_imports set state = 'matching', file = null, bad_rows = ${JSON.stringify(bad)}::jsonb
    where id = ${id}`.execute(tx)
  const sources = rows.map((source) => ({ source: JSON.stringify(source) }))
  await sql`insert into member_import_rows (import_id, nth, source)
    select ${id}, nth, source::jsonb from unnest(${columnArraysOf(sources, { source: 'text' })}) with ordinality a(source, nth)`.execute(
    tx,
  )
  await queueImportJob(tx, id)
}

async function keepMatched(tx: Queryable, id: number, matched: readonly MatchedRow[]): Promise<void> {
  const rows = matched.map(({ nth, state, places }) => ({ nth, state, places: JSON.stringify(places) }))
  await sql`update member_import_rows r set state = a.state, places = a.places::jsonb
    from unnest(${columnArraysOf(rows, { nth: 'integer', state: 'text', places: 'text' })}) a(nth, state, places)
    where r.import_id = ${id} and r.nth = a.nth and r.state is null`.execute(tx)
}
