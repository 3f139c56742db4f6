import { stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../../platform/database/connect.ts'

/** States of the imported address files: 'reading', 'shown' (in use) and 'former' (replaced, to be removed). */

/** `part` is the kind and region of a file ('entrc_seoul'), `edition` its month as a number (202611). */
export type FileEdition = Readonly<{ part: string; edition: number }>

const MONTH = /(20\d\d)(0[1-9]|1[0-2])/

/** Part and month of a file. The month is in its name or in that of a folder around it, or else it is that of the last change. */
export async function editionOf(file: string): Promise<FileEdition> {
  const whole = path.resolve(file)
  const name = path.basename(whole).replace(/\.[^.]*$/, '')
  const part = name.toLowerCase().replace(/[\d_.\- ]*20\d{4}[\d_.\- ]*/g, '') || name
  const [, year, month] =
    whole
      .split(path.sep)
      .toReversed()
      .map((one) => MONTH.exec(one))
      .find((found) => found !== null) ?? []
  if (year !== undefined) return { part, edition: Number(`${year}${month}`) }
  const { mtime } = await stat(whole)
  return { part, edition: mtime.getUTCFullYear() * 100 + mtime.getUTCMonth() + 1 }
}

type AddressFile = Readonly<{ id: number; state: 'reading' | 'shown' | 'former' }>

/** `rows` is how many rows were read from the file. */
type Shown = Readonly<{ edition: number; rows: number }>

/** The file of a part that is in use; null if there is none. */
export async function findAddressFileInUse(db: Queryable, sourceId: number, part: string): Promise<Shown | null> {
  const { rows } = await sql<Shown>`
    select f.edition, (i.imported + i.passed_over)::int as rows from address_files f
    join place_imports i on i.source_id = f.source_id and i.fingerprint = f.fingerprint
    where f.source_id = ${sourceId} and f.part = ${part} and f.state = 'shown'`.execute(db)
  return rows[0] ?? null
}

/** Adds a file, or finds it. An unfinished other file of the same part becomes former. */
export async function saveAddressFile(
  db: Queryable,
  sourceId: number,
  fingerprint: string,
  { part, edition }: FileEdition,
): Promise<AddressFile> {
  await sql`
    update address_files set state = 'former'
    where source_id = ${sourceId} and part = ${part} and state = 'reading' and fingerprint <> ${fingerprint}`.execute(
    db,
  )
  const { rows } = await sql<AddressFile>`
    insert into address_files (source_id, fingerprint, part, edition)
    values (${sourceId}, ${fingerprint}, ${part}, ${edition})
    on conflict (source_id, fingerprint) do update set part = excluded.part, edition = excluded.edition
    returning id, state`.execute(db)
  return rows[0] as AddressFile
}

/** Puts a file in use: searches find its rows instead of those of the former edition. */
export async function activateAddressFile(
  db: Queryable,
  sourceId: number,
  { part }: FileEdition,
  id: number,
): Promise<void> {
  await sql`
    update address_files set state = case when id = ${id} then 'shown' else 'former' end
    where source_id = ${sourceId} and part = ${part}`.execute(db)
}

const ROW_TABLES = ['address_entrances', 'address_names', 'address_lots'] as const

/** Rows deleted by one statement; searches do not wait for it. */
const BATCH = 20_000

/** Removes all former files with their rows; the next call continues an interrupted one. Returns whether there were any. */
export async function removeFormerAddressFiles(db: Database): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from address_files where state = 'former'`.execute(db)
  for (const { id } of rows) {
    for (const table of ROW_TABLES) {
      const gone = sql`array(select ctid from ${sql.table(table)} where file_id = ${id} limit ${sql.lit(BATCH)})`
      for (;;) {
        const removed = await sql`delete from ${sql.table(table)} where ctid = any(${gone})`.execute(db)
        if (removed.numAffectedRows === 0n) break
      }
    }
    await sql`
      with gone as (delete from address_files where id = ${id} returning source_id, fingerprint)
      delete from place_imports i using gone
      where i.source_id = gone.source_id and i.fingerprint = gone.fingerprint`.execute(db)
  }
  return rows.length > 0
}

/** Makes all files of the source former, for `--fresh`. */
export async function retireAddressFiles(db: Queryable, sourceId: number): Promise<void> {
  await sql`update address_files set state = 'former' where source_id = ${sourceId}`.execute(db)
}

/** Updates the number of rows of the source in use; maps do not credit a source without any. */
export async function updateAddressCount(db: Queryable, sourceId: number): Promise<{ places: number; areas: number }> {
  const { rows } = await sql<{ places: number }>`
    update place_sources set imported_at = now(), places = (
      select coalesce(sum(i.imported), 0) from address_files f
      join place_imports i on i.source_id = f.source_id and i.fingerprint = f.fingerprint
      where f.source_id = ${sourceId} and f.state = 'shown')
    where id = ${sourceId} returning places`.execute(db)
  return { places: rows[0]?.places ?? 0, areas: 0 }
}
