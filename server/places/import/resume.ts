import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Queryable } from '../../db/connect.ts'
import { type FilePosition, readStart } from './read-blocks.ts'

/** How far the import of one file has come. */
export type Run = Readonly<{
  position: FilePosition
  imported: number
  passedOver: number
  malformed: number
  finished: boolean
}>

const SAMPLE_BYTES = 1024 * 1024

/** Names a file by its size and its first megabyte, and how it is read. A changed file begins anew. */
export async function fingerprintOf(path: string, options: string): Promise<string> {
  const { size } = await stat(path)
  const hash = createHash('sha256').update(`${size}\n${options}\n`)
  return hash.update(await readStart(path, SAMPLE_BYTES)).digest('hex')
}

/** Where the import of this file stands: at its beginning unless it was broken off. */
export async function findRun(db: Queryable, sourceId: number, fingerprint: string): Promise<Run> {
  const row = await db
    .insertInto('place_imports')
    .values({ source_id: sourceId, fingerprint })
    // An update of nothing, because a conflict that does nothing returns nothing.
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

/** Writes down how far it has come; in the transaction of the rows themselves, so the two never differ. */
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

/** Forgets what the source holds and how far its imports came. */
export async function emptySource(db: Queryable, sourceId: number): Promise<void> {
  for (const table of ['places', 'place_areas', 'place_imports'] as const) {
    await db.deleteFrom(table).where('source_id', '=', sourceId).execute()
  }
}
