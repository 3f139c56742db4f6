import { mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { OperationContext } from '#server/context.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbeddedDatabase } from '#server/db/embedded.ts'
import { migrateToLatest } from '#server/db/prepare-database.ts'
import { createLog } from '#server/log.ts'
import { loadBundle } from '#server/places/bundle/load-bundle.ts'
import { knownNames } from '#server/places/names/known-names.ts'
import { searchPlaces } from '#server/places/search-places.ts'
import { resolveKeyword } from '#server/posts/search/resolve-keyword.ts'
import { answerCases } from '#tests/answer-cases.ts'
import { misspeltPlaces } from '#tests/misspelt-places.ts'
import { placeQueries } from '#tests/place-queries.ts'
import { quantile, type Row, report, round } from './report.ts'
import { addShops } from './shop-rows.ts'

/**
 * Milliseconds of a search for places with the bundle alone and with 2.5 million shops in addition, one search at a time.
 * They are also given as multiples of a bare `select 1` that alternates with them: on a busy machine only these ratios are
 * meaningful.
 */
const SHOPS = Number(process.env.BENCH_SHOPS ?? 2_500_000)
const ROUNDS = 3

const log = createLog('warn')

/** Unfinished keywords: without the last letter, and the first two letters. */
const keywords = placeQueries.map(({ keyword }) => keyword)
const halfTyped = [...new Set(keywords.flatMap((keyword) => [keyword.slice(0, -1), keyword.slice(0, 2)]))].filter(
  (keyword) => keyword.trim().length >= 1,
)
const here = { lat: 37.5563, lng: 126.9236 }

const rows: Row[] = []
await measureWith('bundle', 0)
await measureWith(`shops-${SHOPS}`, SHOPS)
report('place-search', 'Searching for places', rows, [
  `${keywords.length} keywords and ${halfTyped.length} half-typed ones, ${ROUNDS} rounds. "× control" is a multiple of the same quantile of \`select 1\` in the same run.`,
  `Load average of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}.`,
])

/** Measures with a database of the bundle and that many shops. Making it takes minutes, so it is kept for the next run. */
async function measureWith(name: string, shops: number): Promise<void> {
  const dataDir = path.resolve('.tmp/bench-place-search', name)
  mkdirSync(dataDir, { recursive: true })
  const database = await startEmbeddedDatabase({ dataDir, log, durable: false })
  const { db } = connect(database.connectionString, 10)
  try {
    await migrateToLatest(db)
    await loadBundle(db)
    if (shops === 0) await answer(db)
    const { rows: known } = await sql`select from place_sources where key = 'shops'`.execute(db)
    if (shops > 0 && known.length === 0) await addShops(db, shops)
    await measureAll(db, shops > 0 ? `${shops.toLocaleString('en')} shops` : 'the bundle')
  } finally {
    await db.destroy()
    await database.stop()
  }
}

/** How many cases of each class are answered as meant. */
async function answer(db: Database): Promise<void> {
  const classes = answerCases(await knownNames(db))
  const answered = classes.map(({ kind, cases, share, others }) => ({
    class: kind,
    cases,
    'as meant, %': round(100 * share),
    others: others.join(' | '),
  }))
  report('search-classes', 'Keywords as people type them', answered, [], [], 'npm run bench -- place-search')
}

async function measureAll(db: Database, beside: string): Promise<void> {
  const context = {
    db,
    session: null,
    log,
    config: { places: { kakaoRestKey: null, geocoder: null } },
  } as unknown as OperationContext
  const measure = (question: string, asked: readonly string[], ask: (keyword: string) => Promise<unknown>) =>
    measureQuestion(question, asked, ask, () => sql`select 1`.execute(db))
  rows.push(await measure(`whole keywords, ${beside}`, keywords, (keyword) => searchPlaces(context, { keyword })))
  rows.push(await measure(`half-typed, ${beside}`, halfTyped, (keyword) => searchPlaces(context, { keyword })))
  rows.push(
    await measure(`whole keywords, near, ${beside}`, keywords, (keyword) =>
      searchPlaces(context, { keyword, ...here }),
    ),
  )
  for (const [kind, asked] of [
    ['whole keywords', keywords],
    ['half-typed', halfTyped],
    ['misspelt', misspeltPlaces.map(({ typed }) => typed)],
  ] as const)
    rows.push(await measure(`meaning, ${kind}, ${beside}`, asked, (keyword) => resolveKeyword(context, { keyword })))
}

async function measureQuestion(
  name: string,
  asked: readonly string[],
  ask: (keyword: string) => Promise<unknown>,
  control: () => Promise<unknown>,
): Promise<Row> {
  const times: { keyword: string; took: number }[] = []
  const controls: number[] = []
  // A warm-up for the code and the database's cache.
  for (const keyword of asked) await ask(keyword)
  for (let round = 0; round < ROUNDS; round++) {
    for (const keyword of asked) {
      controls.push(await time(control))
      times.push({ keyword, took: await time(() => ask(keyword)) })
    }
  }
  const took = times.map((one) => one.took)
  const slowest = times.toSorted((a, b) => b.took - a.took)[0]?.keyword ?? ''
  const of = (share: number) => round(quantile(took, share))
  const ratio = (share: number) => round(quantile(took, share) / quantile(controls, share))
  return {
    question: name,
    'p50 ms': of(0.5),
    'p95 ms': of(0.95),
    'p99 ms': of(0.99),
    'p50 × control': ratio(0.5),
    'p95 × control': ratio(0.95),
    'p99 × control': ratio(0.99),
    slowest,
  }
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
