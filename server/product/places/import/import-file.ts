import path from 'node:path'
import { sql } from 'kysely'
import { announceAnyChange } from '../../../platform/database/changes.ts'
import type { Database, Queryable } from '../../../platform/database/connect.ts'
import { withoutTimeLimits } from '../../../platform/database/time-limits.ts'
import { readBoundaries } from './boundaries.ts'
import { importShops } from './import-shops.ts'
import { type JsonFile, readGazetteer, readJsonFile, readPlaceRows } from './json-rows.ts'
import { readFileStart } from './read-blocks.ts'
import {
  ADDRESSES_KEY,
  bundledExtras,
  bundledKeys,
  defaultSources,
  emptySource,
  type ImportOptions,
  type ImportReporter,
  type Outcome,
  type PlaceSource,
  saveSource,
  updateCounts,
} from './sources.ts'
import { writeAreas, writePlaces } from './write-rows.ts'

/** All tables of shops are one source, because each 시도 has a file. */
const SHOPS_KEY = 'shops'

const TAKEN = [
  SHOPS_KEY,
  ADDRESSES_KEY,
  'posts',
  'built-in',
  'tiles',
  'kakao',
  'nominatim',
  'photon',
  ...Object.values(bundledKeys),
  ...Object.values(bundledExtras),
]

const BATCH = 2000

/** Imports a file of places of any kind. One import runs at a time; each can be repeated. @throws {Error} when the file cannot be read */
export async function importFile(
  db: Database,
  file: string,
  options: ImportOptions,
  report: ImportReporter,
): Promise<Outcome> {
  return withoutTimeLimits(db, async (connection) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_lock(hashtext('matnanum places import')) as free`.execute(connection)
    if (!rows[0]?.free) throw new Error('Another import is running.')
    try {
      // Also after a failure: parts of a large file stay.
      const outcome = await readFile(connection, file, options, report).finally(() => announceAnyChange(connection))
      if (!outcome.wasDone) await vacuum(connection, tablesOf(outcome))
      return outcome
    } finally {
      await sql`select pg_advisory_unlock_all()`.execute(connection)
    }
  })
}

async function readFile(db: Database, file: string, options: ImportOptions, report: ImportReporter): Promise<Outcome> {
  const start = (await readFileStart(file, 64)).toString('latin1')
  if (PACKED.some((magic) => start.startsWith(magic)))
    throw new Error('The file is packed. Unpack it, and import the files in it.')
  if (/^(?:\s|\xEF\xBB\xBF)*\{/.test(start)) return importJson(db, file, options, report)
  const official = await importOfficial(db, file, options, report)
  return official ?? importTable(db, file, options, report)
}

/** First bytes of ZIP and 7z, as which the official files are published. */
const PACKED = ['PK\u0003\u0004', '7z\u00BC\u00AF']

/** Imports a file of official addresses; null for any other file. */
async function importOfficial(
  db: Database,
  file: string,
  options: ImportOptions,
  report: ImportReporter,
): Promise<Outcome | null> {
  // Imported only here, because every start runs this module for the bundle.
  const { importAddresses, detectAddressFile } = await import('./import-addresses.ts')
  const opened = await detectAddressFile(file)
  if (opened === null) return null
  const sourceId = await saveSource(db, sourceOf(ADDRESSES_KEY, 'addresses', options.attribution))
  return { source: ADDRESSES_KEY, ...(await importAddresses(db, sourceId, file, opened, options, report)) }
}

async function importTable(
  db: Database,
  file: string,
  options: ImportOptions,
  report: ImportReporter,
): Promise<Outcome> {
  const sourceId = await saveSource(db, sourceOf(SHOPS_KEY, 'shops', options.attribution))
  const { imported, passedOver, malformed, wasDone } = await importShops(db, sourceId, file, options, report)
  return { source: SHOPS_KEY, imported, passedOver, malformed, wasDone, ...(await updateCounts(db, sourceId)) }
}

async function importJson(
  db: Database,
  file: string,
  options: ImportOptions,
  report: ImportReporter,
): Promise<Outcome> {
  const content = await readJsonFile(file)
  const key = path.basename(file).replace(/\.(?:topo\.)?json$/i, '')
  if (TAKEN.includes(key)) throw new Error(`Give the file another name: "${key}" is the name of another source.`)
  const total = content.kind === 'boundaries' ? 0 : content.rows.length
  let malformed = 0
  const onFault = (index: number, reason: string) => {
    malformed++
    report.malformed(index + 1, reason)
  }
  const onRows = (written: number) =>
    report.progress({ done: written, total: Math.max(total, written), imported: written })
  return db.transaction().execute(async (tx) => {
    const attribution = options.attribution ?? content.attribution ?? null
    const sourceId = await saveSource(tx, sourceOf(key, content.kind, attribution))
    await emptySource(tx, sourceId)
    const imported = await writeContent(tx, sourceId, content, onFault, onRows)
    if (imported === 0 && malformed > 0)
      throw new Error(`No row of the file can be read. What "${key}" held before is kept.`)
    return { source: key, imported, passedOver: 0, malformed, wasDone: false, ...(await updateCounts(tx, sourceId)) }
  })
}

/** Writes the rows of a file. Calls `onFault` for unreadable ones and `onRows` with the number written so far. Returns how many were readable. */
export async function writeContent(
  tx: Queryable,
  sourceId: number,
  content: JsonFile,
  onFault: (index: number, reason: string) => void,
  onRows: (written: number) => void,
): Promise<number> {
  if (content.kind === 'places') {
    const places = readPlaceRows(content.rows, onFault)
    for (let from = 0; from < places.length; from += BATCH) {
      await writePlaces(tx, sourceId, places.slice(from, from + BATCH))
      onRows(Math.min(places.length, from + BATCH))
    }
    return places.length
  }
  const areas =
    content.kind === 'gazetteer' ? readGazetteer(content.rows, onFault) : readBoundaries(content.topology, onFault)
  await writeAreas(tx, sourceId, areas, onRows)
  return areas.length
}

function sourceOf(key: string, kind: keyof typeof defaultSources, attribution: string | null): PlaceSource {
  return { key, ...defaultSources[kind], ...(attribution !== null && { attribution }) }
}

function tablesOf({ source, areas }: Outcome): readonly string[] {
  if (source === ADDRESSES_KEY) return addressTables
  return areas > 0 ? areaTables : ['places']
}

const addressTables = [
  'address_streets',
  'address_towns',
  'address_entrances',
  'address_names',
  'address_lots',
] as const

const areaTables = ['place_areas', 'place_rings'] as const

/** Vacuums tables after many writes: reads would be slow until autovacuum runs, up to a minute later. */
export async function vacuum(db: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}
