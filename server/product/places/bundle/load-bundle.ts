import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql } from 'kysely'
import { announceAnyChange } from '../../../platform/database/changes.ts'
import type { Database, Queryable } from '../../../platform/database/connect.ts'
import { withoutTimeLimits } from '../../../platform/database/time-limits.ts'
import { addressWords, areaSearchText } from '../address.ts'
import { vacuum, writeContent } from '../import/import-file.ts'
import { parseJsonFile } from '../import/json-rows.ts'
import {
  beginOrResumeRun,
  bundledExtras,
  bundledKeys,
  defaultSources,
  emptySource,
  type FileKind,
  saveRun,
  saveSource,
  updateCounts,
} from '../import/sources.ts'
import { type NewPlace, writePlaces } from '../import/write-rows.ts'
import { rowsOf } from '../korea-areas.ts'
import { boxOf, decodePolyline } from '../roads/geometry.ts'

type BundleFile = Readonly<{
  key: string
  kind: FileKind
  name: string
  write: (tx: Queryable, sourceId: number, text: string) => Promise<number>
}>

const writePlaceRows: BundleFile['write'] = (tx, sourceId, text) =>
  writeContent(tx, sourceId, parseJsonFile(text), failOnFault, () => {})

/** Files of korea/ that a useful search needs. */
const placeFiles: readonly BundleFile[] = [
  { key: bundledKeys.areas, kind: 'gazetteer', name: 'areas.json.gz', write: writePlaceRows },
  { key: bundledKeys.places, kind: 'places', name: 'places.json.gz', write: writePlaceRows },
  { key: bundledKeys.borders, kind: 'boundaries', name: 'borders.topo.json.gz', write: writePlaceRows },
]

/** Files with more exact addresses and shops, which take longer to load. */
const extraFiles: readonly BundleFile[] = [
  { key: bundledExtras.roads, kind: 'roads', name: 'roads.tsv.gz', write: writeRoads },
  { key: bundledExtras.shops, kind: 'bundled shops', name: 'shops.tsv.gz', write: writeShops },
]

/** Version of the stored rows; raise it to load unchanged files again. */
const FORMAT = 1

/** Loads the areas, places and borders that have changed. Returns the number of files loaded. */
export function loadBundle(db: Database): Promise<number> {
  return load(db, placeFiles, ['places', 'place_areas', 'place_rings'])
}

/** Loads roads and shops that have changed, which take longer and are not needed to use the site. */
export function loadBundleExtras(db: Database): Promise<number> {
  return load(db, extraFiles, ['roads', 'places'])
}

function load(db: Database, files: readonly BundleFile[], tables: readonly string[]): Promise<number> {
  return withoutTimeLimits(db, async (connection) => {
    // A separate lock, because an operator's import may run at the same time.
    await sql`select pg_advisory_lock(hashtext('matnanum bundle'))`.execute(connection)
    try {
      let loaded = 0
      for (const file of files) if (await loadFile(connection, file)) loaded++
      if (loaded > 0) await vacuum(connection, tables)
      return loaded
    } finally {
      await sql`select pg_advisory_unlock_all()`.execute(connection)
    }
  })
}

/** Deletes the bundled data from the database. */
export async function removeBundle(db: Database): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('place_sources').where('is_bundled', '=', true).executeTakeFirst()
  if (numDeletedRows > 0n) await announceAnyChange(db)
}

async function loadFile(db: Database, file: BundleFile): Promise<boolean> {
  const bytes = await readFile(new URL(`../../../../korea/${file.name}`, import.meta.url))
  const fingerprint = createHash('sha256').update(`${FORMAT}\n`).update(bytes).digest('hex')
  if (await isLoaded(db, file.key, fingerprint)) return false
  const text = (await promisify(gunzip)(bytes)).toString()
  await db.transaction().execute(async (tx) => {
    const sourceId = await saveSource(tx, { key: file.key, ...defaultSources[file.kind] })
    await tx.updateTable('place_sources').set({ is_bundled: true }).where('id', '=', sourceId).execute()
    await emptySource(tx, sourceId)
    const imported = await file.write(tx, sourceId, text)
    await updateCounts(tx, sourceId)
    const run = await beginOrResumeRun(tx, sourceId, fingerprint)
    await saveRun(tx, sourceId, fingerprint, { ...run, imported, finished: true })
    await announceAnyChange(tx)
  })
  return true
}

async function isLoaded(db: Queryable, key: string, fingerprint: string): Promise<boolean> {
  const { rows } = await sql`
    select from place_imports i join place_sources s on s.id = i.source_id
    where s.key = ${key} and i.fingerprint = ${fingerprint} and i.finished_at is not null`.execute(db)
  return rows.length > 0
}

function failOnFault(index: number, reason: string): never {
  throw new Error(`row ${index}: ${reason}`)
}

const BATCH = 1000

export async function writeShops(db: Queryable, sourceId: number, text: string): Promise<number> {
  const shops = parseShops(text)
  for (let from = 0; from < shops.length; from += BATCH) {
    await writePlaces(db, sourceId, shops.slice(from, from + BATCH))
  }
  return shops.length
}

/** Parses korea/shops.tsv.gz, unzipped. */
export function parseShops(text: string): NewPlace[] {
  const [kinds = [], dongs = [], registers = [], ...rows] = rowsOf(text)
  let [lat, lng] = [0, 0]
  return rows.map(([name = '', branch = '', kind, north, east, dong, address = '', reach = '', register]) => {
    lat += Number(north)
    lng += Number(east)
    const area = dongs[Number(dong)] ?? ''
    return {
      key: `${name} ${branch} ${lat} ${lng}`,
      name,
      branch: branch === '' ? null : branch,
      category: kinds[Number(kind)] ?? null,
      roadAddress: address === '' ? null : `${districtOf(area)} ${address}`,
      address: area === '' ? null : area,
      tags: null,
      area: areaSearchText(addressWords(area)),
      lat: lat / 1e5,
      lng: lng / 1e5,
      isEstimated: reach !== '',
      register: registers[Number(register)] ?? null,
    }
  })
}

function districtOf(area: string): string {
  return area.slice(0, area.lastIndexOf(' '))
}

const starts = { j: 'junctions', o: 'order', p: 'parent', c: 'compass' } as const

export async function writeRoads(db: Queryable, sourceId: number, text: string): Promise<number> {
  const rows = parseRoads(text)
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    await sql`insert into roads (source_id, name, districts, line, start, gap, known, box)
      select ${sourceId}, name, districts, line, start, gap, known, box::box
      from json_to_recordset(${JSON.stringify(batch)})
        as row(name text, districts text[], line text, start text, gap integer, known integer[], box text)`.execute(db)
  }
  return rows.length
}

export function parseRoads(text: string) {
  const [districts = [], ...rows] = rowsOf(text)
  return rows.map((row) => readRow(row, districts))
}

function readRow(row: readonly string[], allDistricts: readonly string[]) {
  const [name = '', districts = '', line = '', start = '', gap = '', known = ''] = row
  const { south, west, north, east } = boxOf(decodePolyline(line))
  return {
    name,
    districts: districts.split(' ').map((index) => allDistricts[Number(index)] ?? ''),
    line,
    start: starts[start as keyof typeof starts],
    gap: gap === '' ? null : Number(gap),
    known: known === '' ? [] : known.split(/[ :]/).map(Number),
    box: `(${east},${north}),(${west},${south})`,
  }
}
