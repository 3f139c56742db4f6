import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { loadConfig, readEnvironment } from '#server/platform/config.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { parseTypedAddress } from '#server/product/places/address.ts'
import { loadBundle, loadBundleExtras } from '#server/product/places/bundle/load-bundle.ts'
import { importFile } from '#server/product/places/import/import-file.ts'
import { locateAddress } from '#server/product/places/locate-address.ts'
import { entranceLine } from '#tests/address-files.ts'
import { type Located, locateEach, publicAddresses, sharesOf, writeOfficialFiles } from '#tests/public-addresses.ts'
import { quantile, type Row, roundToThree, writeReport } from './report.ts'

/**
 * How exactly public addresses are located, with the bundle alone and with official files that have them; and what a file of a
 * million entrances costs: seconds, bytes on the disk, memory, and searches meanwhile.
 */

const ROWS = 1_000_000
const LINES_AT_ONCE = 5000

const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-addresses-'))
const cleanup = new AsyncDisposableStack()
cleanup.defer(() => rm(folder, { recursive: true, force: true }))
try {
  process.env.DATA_DIR = path.join(folder, 'data')
  delete process.env.DATABASE_URL
  const url = await startDatabase(loadConfig(readEnvironment()), console, cleanup, true)
  const { db } = connect(url, 4)
  cleanup.defer(() => db.destroy())
  await prepareDatabase(db, { seconds: 60, log: console })
  await loadBundle(db)
  await loadBundleExtras(db)
  const bundled = await locateEach(db, publicAddresses)
  const cost = await importMany(db)
  for (const file of await writeOfficialFiles(publicAddresses)) await load(db, file)
  const official = await locateEach(db, publicAddresses)
  writeReport(
    'addresses',
    `${publicAddresses.length} public addresses`,
    [...rowsOf('bundle', bundled), ...rowsOf('official files', official)],
    [
      'Wanted: ≤ 60 m for ≥ 52 % of those by road with the bundle alone, ≥ 97 % with official files; a declared radius true for ≥ 90 %. The positions are those that offices published, some of them the middle of a site: `tests/public-addresses.ts`.',
      'With official files: files of the same layout that are made of these addresses, beside a million others.',
    ],
    [{ title: 'A file of a million entrances', rows: [cost] }],
  )
} finally {
  await cleanup.disposeAsync()
}

function rowsOf(known: string, judged: readonly Located[]): Row[] {
  const byRoad = judged.filter(({ kind }) => kind !== 'by lot')
  const kinds = [...Map.groupBy(judged, ({ kind }) => kind), ['all by road', byRoad] as const]
  return kinds.map(([kind, ones]) => {
    const { found, within60, within200, declared, held } = sharesOf(ones)
    const percent = (share: number) => roundToThree(100 * share)
    return {
      known,
      kind,
      cases: ones.length,
      'found, %': percent(found),
      '≤ 60 m, %': percent(within60),
      '≤ 200 m, %': percent(within200),
      'with a radius': declared,
      'radius true, %': declared === 0 ? '' : percent(held),
    }
  })
}

/** A road has a hundred numbers; a fifth of the buildings have names. */
function* lines(): Generator<string> {
  for (let index = 0; index < ROWS; index++) {
    const road = Math.floor(index / 100)
    const at = { lat: 33.2 + (road % 500) / 100, lng: 126.5 + Math.floor(road / 500) / 20 + (index % 100) / 10_000 }
    const name = index % 5 === 0 ? `건물${index} 타워` : ''
    yield entranceLine({
      district: `가나${road % 200}구`,
      town: `다라${road % 2000}동`,
      road: `마바${road}로`,
      roadCode: String(110_000_000_000 + road),
      main: (index % 100) + 1,
      name,
      at,
    })
  }
}

function* chunks(): Generator<Buffer> {
  let chunk: string[] = []
  for (const line of lines()) {
    if (chunk.push(line) < LINES_AT_ONCE) continue
    yield iconv.encode(`${chunk.join('\r\n')}\r\n`, 'cp949')
    chunk = []
  }
}

async function importMany(db: Database): Promise<Row> {
  const file = path.join(folder, 'entrc_made_202611.txt')
  await pipeline(Readable.from(chunks()), createWriteStream(file))
  const [before, memory] = [await bytesOf(db), process.memoryUsage().rss]
  let most = memory
  const searches: number[] = []
  let isDone = false
  const look = async () => {
    while (!isDone) {
      const started = performance.now()
      await locateAddress(db, parseTypedAddress('서울 강남구 테헤란로 152'))
      searches.push(performance.now() - started)
      most = Math.max(most, process.memoryUsage().rss)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const looking = look()
  const started = performance.now()
  await load(db, file)
  const seconds = (performance.now() - started) / 1000
  isDone = true
  await looking
  return {
    file: `${roundToThree((await stat(file)).size / 1e6)} MB`,
    seconds: roundToThree(seconds),
    'rows a second': roundToThree(ROWS / seconds),
    'on the disk, MB': roundToThree(((await bytesOf(db)) - before) / 1e6),
    'memory more, MB': roundToThree((most - memory) / 1e6),
    'an address meanwhile, p50 ms': roundToThree(quantile(searches, 0.5)),
    'p95 ms': roundToThree(quantile(searches, 0.95)),
  }
}

function load(db: Database, file: string) {
  return importFile(
    db,
    file,
    { all: false, fresh: false, attribution: null },
    { malformed: () => {}, progress: () => {} },
  )
}

async function bytesOf(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}
