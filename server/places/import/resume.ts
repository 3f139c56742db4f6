import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Queryable } from '../../db/connect.ts'
import { type FilePosition, readStart } from './read-blocks.ts'

export type Run = Readonly<{
  position: FilePosition
  imported: number
  passedOver: number
  malformed: number
  finished: boolean
}>

const SAMPLE_BYTES = 1024 * 1024

/** Of the size, the first megabyte and the import options. A changed file starts from the beginning. */
export async function fingerprintOf(path: string, options: string): Promise<string> {
  const { size } = await stat(path)
  const hash = createHash('sha256').update(`${size}\n${options}\n`)
  return hash.update(await readStart(path, SAMPLE_BYTES)).digest('hex')
}

/** Where the import of this file continues; its start unless it was interrupted. */
export async function findRun(db: Queryable, sourceId: number, fingerprint: string): Promise<Run> {
  const row = await db
    .insertInto('place_imports')
    .values({ source_id: sourceId, fingerprint })
    // An update without a change, because `do nothing` returns no row.
    .onConflict((conflict) => conflict.columns(['source_id', 'fingerprint']).doUpdateSet({ fingerprint }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return {
    position: { bytes: row.done_bytes, lines: row.done_lines },
    imported: row.imported,
    passedOver: row.passed_over,
    malformed: row.malformed,
    finished: row.finished_at !== null,
  }
}

/** Call it in the transaction of the rows, so that the two never differ. */
export async function keepRun(db: Queryable, sourceId: number, fingerprint: string, run: Run): Promise<void> {
  await db
    .updateTable('place_imports')
    .set((eb) => ({
      done_bytes: run.position.bytes,
      done_lines: run.position.lines,
      imported: run.imported,
      passed_over: run.passedOver,
      malformed: run.malformed,
      ...(run.finished && { finished_at: eb.fn<Date>('now', []) }),
    }))
    .where('source_id', '=', sourceId)
    .where('fingerprint', '=', fingerprint)
    .execute()
}

export async function emptySource(db: Queryable, sourceId: number): Promise<void> {
  for (const table of ['places', 'place_areas', 'roads', 'place_imports'] as const) {
    await db.deleteFrom(table).where('source_id', '=', sourceId).execute()
  }
}

export type Report = {
  progress(progress: Progress): void
  malformed(line: number, reason: string): void
}

export type Progress = Readonly<{ done: number; total: number; imported: number }>

/** Counted from the start of the file even if the import was interrupted. */
export type Outcome = Readonly<{
  source: string
  imported: number
  /** Valid rows of a kind that was not requested. */
  passedOver: number
  malformed: number
  places: number
  areas: number
  /** The same file was imported before: nothing was done. */
  wasDone: boolean
}>
