import { stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../../platform/database/connect.ts'

/** Which files of addresses are read, shown, and replaced by newer ones. */

/** Kind and region of a file ('entrc_seoul'), and its month. */
export type Edition = Readonly<{ part: string; edition: number }>

const MONTH = /(20\d\d)(0[1-9]|1[0-2])/

/** The month is in the name of the file or of a folder around it, as it is published; else it is that of its last change. */
export async function editionOf(file: string): Promise<Edition> {
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

/** `rows`: those that were read. */
type Shown = Readonly<{ edition: number; rows: number }>

/** The file that is shown of the same part; null if there is none. */
export async function shownFile(db: Queryable, sourceId: number, part: string): Promise<Shown | null> {
  const { rows } = await sql<Shown>`
    select f.edition, (i.imported + i.passed_over)::int as rows from address_files f
    join place_imports i on i.source_id = f.source_id and i.fingerprint = f.fingerprint
    where f.source_id = ${sourceId} and f.part = ${part} and f.state = 'shown'`.execute(db)
  return rows[0] ?? null
}

/** The row of a file. Another one of its part that was broken off counts as former. */
export async function keepFile(
  db: Queryable,
  sourceId: number,
  fingerprint: string,
  { part, edition }: Edition,
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

/** From now on searches find its rows instead of those of the former edition. */
export async function showFile(db: Queryable, sourceId: number, { part }: Edition, id: number): Promise<void> {
  await sql`
    update address_files set state = case when id = ${id} then 'shown' else 'former' end
    where source_id = ${sourceId} and part = ${part}`.execute(db)
}

const ROW_TABLES = ['address_entrances', 'address_names', 'address_lots'] as const

/** Rows removed at once: searches do not wait for it. */
const BATCH = 20_000

/** Removes the rows of all former files; what is broken off goes on the next time. Returns whether there were any. */
export async function removeFormer(db: Database): Promise<boolean> {
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

/** For `--fresh`: nothing is shown any more. */
export async function forgetFiles(db: Queryable, sourceId: number): Promise<void> {
  await sql`update address_files set state = 'former' where source_id = ${sourceId}`.execute(db)
}

/** Keeps how many rows the source shows: without any, no map names it. */
export async function countAddresses(db: Queryable, sourceId: number): Promise<{ places: number; areas: number }> {
  const { rows } = await sql<{ places: number }>`
    update place_sources set imported_at = now(), places = (
      select coalesce(sum(i.imported), 0) from address_files f
      join place_imports i on i.source_id = f.source_id and i.fingerprint = f.fingerprint
      where f.source_id = ${sourceId} and f.state = 'shown')
    where id = ${sourceId} returning places`.execute(db)
  return { places: rows[0]?.places ?? 0, areas: 0 }
}
