import { sql } from 'kysely'
import type {
  CountResult,
  ImportedRow,
  MutationDropPlaceImportArgs,
  PlaceImport,
  QueryGetImportedRowsArgs,
} from '#contract/schema.gen.ts'
import {
  type ImportFailure,
  importFailureMessages,
  importLimits,
  importMessages,
  type RowFault,
  rowFaultMessages,
} from '#rules/place-imports.ts'
import { parseId } from '#rules/validate.ts'
import type { MemberContext } from '../../platform/context.ts'
import type { Database, Queryable } from '../../platform/database/connect.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import type { CandidatePlace, RowState } from './candidate-place.ts'
import type { BadRow, ImportedRow as Source } from './parse/rows.ts'

/** SQL condition on an import that has not expired; expired ones are deleted later. */
const isKept = sql<boolean>`started_at > now() - make_interval(hours => ${sql.lit(importLimits.hours)})`

/**
 * Starts an import for the account, and deletes its former one if that has finished or expired.
 * @returns its id
 * @throws {AppError} BAD_USER_INPUT while another one of the account is running
 */
export async function startImport(db: Database, accountId: number, file: Buffer): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // The deletion of an account locks its row first, too, so the two cannot deadlock.
    await sql`select from accounts where id = ${accountId} for key share`.execute(tx)
    await sql`delete from member_imports
      where account_id = ${accountId} and (state in ('ready', 'failed') or not ${isKept})`.execute(tx)
    const { rows } = await sql<{
      id: number
    }>`insert into member_imports (account_id, file) values (${accountId}, ${file})
      on conflict (account_id) do nothing returning id`.execute(tx)
    const [started] = rows
    if (!started) throw badInput([{ field: 'file', message: importMessages.busy }])
    await queueImportJob(tx, started.id)
    return started.id
  })
}

/** Queues the next job of an import. Imports share one queue with low priority, and take turns after each batch of rows. */
export async function queueImportJob(db: Queryable, id: number): Promise<void> {
  const payload = JSON.stringify({ id })
  await sql`select graphile_worker.add_job('match_import', ${payload}::json, queue_name := 'member imports',
    job_key := ${`import ${id}`}, priority := 10)`.execute(db)
}

/** The rows of an account's import as parsed from its file, for the export of its data. */
export async function loadImportRows(db: Queryable, accountId: number): Promise<Source[]> {
  const { rows } = await sql<{ source: Source }>`
    select r.source from member_imports i join member_import_rows r on r.import_id = i.id
    where i.account_id = ${accountId} order by r.nth`.execute(db)
  return rows.map(({ source }) => source)
}

type Row = {
  id: number
  state: PlaceImport['state']
  failure: ImportFailure | null
  bad_rows: BadRow[]
  until: Date
  total: number
  done: number
  found: number
  unsure: number
  missing: number
}

/** The caller's import with its progress; null without one. */
export async function getPlaceImport({ db, session }: MemberContext): Promise<PlaceImport | null> {
  const { rows } = await sql<Row>`
    select i.id, i.state, i.failure, i.bad_rows, i.started_at + make_interval(hours => ${sql.lit(importLimits.hours)}) as until,
      count(r.nth)::integer as total, count(r.state)::integer as done,
      count(*) filter (where r.state = 'found')::integer as found,
      count(*) filter (where r.state = 'unsure')::integer as unsure,
      count(*) filter (where r.state = 'missing')::integer as missing
    from member_imports i left join member_import_rows r on r.import_id = i.id
    where i.account_id = ${session.accountId} and ${isKept} group by i.id`.execute(db)
  const [row] = rows
  if (!row) return null
  const { id, failure, bad_rows, until, ...numbers } = row
  return {
    id: String(id),
    ...numbers,
    failure: failure && importFailureMessages[failure],
    bad: bad_rows.length,
    badRows: bad_rows
      .slice(0, importLimits.faults)
      .map(({ file, line, fault }) => ({ file, line, message: rowFaultMessages[fault as RowFault] })),
    until: until.toISOString(),
  }
}

type StoredRow = { nth: number; state: RowState; source: Source; places: CandidatePlace[] }

/** Rows of the caller's import after the row `after`, in the order of the file. @throws {AppError} NOT_FOUND, BAD_USER_INPUT */
export async function getImportedRows(context: MemberContext, args: QueryGetImportedRowsArgs): Promise<ImportedRow[]> {
  const id = await requireReadyImport(context.db, context.session.accountId, args.id)
  const { rows } = await sql<StoredRow>`select nth, state, source, places from member_import_rows
    where import_id = ${id} and nth > ${args.after ?? 0} order by nth limit ${sql.lit(importLimits.page)}`.execute(
    context.db,
  )
  return rows.map(({ nth, state, source, places }) => ({
    row: nth,
    state,
    file: source.file,
    line: source.line,
    name: source.name,
    address: source.address,
    note: source.note,
    places: places.map(({ post, place, name, address, shop }) => ({
      post: post === null ? null : String(post),
      place_id: place === null ? null : String(place),
      name,
      address,
      category: shop?.category ?? null,
    })),
  }))
}

/** Ends the caller's import. @throws {AppError} NOT_FOUND */
export async function dropPlaceImport(
  { db, session }: MemberContext,
  args: MutationDropPlaceImportArgs,
): Promise<CountResult> {
  const { rows } = await sql`delete from member_imports
    where id = ${parseId(args.id)} and account_id = ${session.accountId} returning id`.execute(db)
  return { count: rows.length, id: args.id }
}

/** Id of the caller's import. @throws {AppError} NOT_FOUND, BAD_USER_INPUT unless all its rows are matched */
export async function requireReadyImport(db: Queryable, accountId: number, id: string, lock = sql``): Promise<number> {
  const { rows } = await sql<{ id: number; state: string }>`select id, state from member_imports
    where id = ${parseId(id)} and account_id = ${accountId} and ${isKept} ${lock}`.execute(db)
  const [own] = rows
  if (!own) throw new AppError('NOT_FOUND', { message: importMessages.gone })
  if (own.state !== 'ready') throw badInput([{ field: 'id', message: importMessages.unfinished }])
  return own.id
}

export async function purgeExpiredImports(db: Database): Promise<void> {
  await sql`delete from member_imports where not ${isKept}`.execute(db)
}
