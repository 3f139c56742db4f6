import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Queryable } from '../../../platform/database/connect.ts'
import { type FilePosition, readFileStart } from './read-blocks.ts'

export type PlaceSource = Readonly<{ key: string; attribution: string; url: string | null }>

export type FileKind = 'shops' | 'addresses' | 'gazetteer' | 'places' | 'boundaries' | 'roads' | 'bundled shops'

/** Attribution of each kind of file, unless the operator gives another one. */
export const defaultSources: Readonly<Record<FileKind, Omit<PlaceSource, 'key'>>> = {
  shops: {
    attribution: '상가(상권)정보: 소상공인시장진흥공단 · 공공데이터포털',
    url: 'https://www.data.go.kr/data/15083033/fileData.do',
  },
  addresses: {
    attribution: '주소: 행정안전부 도로명주소 공공누리 제1유형',
    url: 'https://business.juso.go.kr',
  },
  gazetteer: {
    attribution: '법정동·행정동: 국토교통부·행정안전부 · 중심점: vuski/admdongkor',
    url: 'https://github.com/vuski/admdongkor',
  },
  places: { attribution: '장소: 공공데이터포털', url: 'https://www.data.go.kr' },
  boundaries: { attribution: '행정경계: 통계청(SGIS) 공공누리 제1유형', url: 'https://sgis.kostat.go.kr' },
  'bundled shops': {
    attribution: '음식점: © OpenStreetMap contributors · 소상공인시장진흥공단 · 식품의약품안전처 · 행정안전부',
    url: 'https://www.openstreetmap.org/copyright',
  },
  roads: { attribution: '도로: © OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' },
}

/** All official files of addresses are one source. */
export const ADDRESSES_KEY = 'addresses'

/** Bundled sources that a useful search needs. */
export const bundledKeys = { areas: 'bundled-areas', places: 'bundled-places', borders: 'bundled-borders' } as const

/** Bundled sources that make addresses more exact and add shops. */
export const bundledExtras = { roads: 'bundled-roads', shops: 'bundled-shops' } as const

/** Adds a source, or updates its attribution. Returns its id. */
export async function saveSource(db: Queryable, { key, attribution, url }: PlaceSource): Promise<number> {
  const { id } = await db
    .insertInto('place_sources')
    .values({ key, attribution, url })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ attribution, url }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates and returns how many places and areas a source has. */
export async function updateCounts(db: Queryable, sourceId: number): Promise<{ places: number; areas: number }> {
  const countOf = (table: 'places' | 'place_areas') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('source_id', '=', sourceId)
      .executeTakeFirstOrThrow()
  const counts = { places: (await countOf('places')).count, areas: (await countOf('place_areas')).count }
  await db
    .updateTable('place_sources')
    .set((eb) => ({ ...counts, imported_at: eb.fn<Date>('now', []) }))
    .where('id', '=', sourceId)
    .execute()
  return counts
}

/** How far a file has been imported, and how many of its rows were imported, left out and unreadable. */
export type ImportRun = Readonly<{
  position: FilePosition
  imported: number
  passedOver: number
  malformed: number
  finished: boolean
}>

const SAMPLE_BYTES = 1024 * 1024

/**
 * Hash of the file's size, its first megabyte and the import options; a changed file is imported from its beginning.
 */
export async function fingerprintOf(path: string, options: string): Promise<string> {
  const { size } = await stat(path)
  const hash = createHash('sha256').update(`${size}\n${options}\n`)
  return hash.update(await readFileStart(path, SAMPLE_BYTES)).digest('hex')
}

/** Starts the import of a file, or finds how far an earlier one came. */
export async function beginOrResumeRun(db: Queryable, sourceId: number, fingerprint: string): Promise<ImportRun> {
  const row = await db
    .insertInto('place_imports')
    .values({ source_id: sourceId, fingerprint })
    // A no-op update, because `do nothing` returns no row.
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

/** Stores how far a file has been imported. Call it in the transaction that writes the rows, so that the two agree. */
export async function saveRun(db: Queryable, sourceId: number, fingerprint: string, run: ImportRun): Promise<void> {
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

/** Deletes all rows of a source. */
export async function emptySource(db: Queryable, sourceId: number): Promise<void> {
  for (const table of ['places', 'place_areas', 'roads', 'place_imports'] as const) {
    await db.deleteFrom(table).where('source_id', '=', sourceId).execute()
  }
}

export type ImportOptions = Readonly<{
  /** Imports shops of every trade instead of food alone. */
  all: boolean
  /** Empties the source first, because a newer edition lacks closed shops. */
  fresh: boolean
  attribution: string | null
}>

/** Callbacks that an import reports to. */
export type ImportReporter = {
  progress(progress: ImportProgress): void
  malformed(line: number, reason: string): void
}

export type ImportProgress = Readonly<{ done: number; total: number; imported: number }>

/** Result of an import. It counts rows from the start of the file, also after an interruption. */
export type Outcome = Readonly<{
  source: string
  imported: number
  passedOver: number
  malformed: number
  places: number
  areas: number
  wasDone: boolean
}>
