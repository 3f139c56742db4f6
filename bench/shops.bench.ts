import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { MIN_SHOPS_ZOOM } from '#rules/places.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { withoutTimeLimits } from '#server/platform/database/time-limits.ts'
import { bundledExtras } from '#server/product/places/import/sources.ts'
import { unlimited } from '#tests/unlimited.ts'
import { apiRequest, pageRequest, requestPerTurn } from './browser-requests.ts'
import { measureLoad } from './load.ts'
import { roundToThree, writeReport } from './report.ts'
import { startSite } from './server-process.ts'
import { openStage, type Stage } from './stage.ts'

/**
 * CPU of a view of the map with the shops of public data, and of each request for shops: with the bundled ones, and with as many
 * as an operator imports for the whole country.
 */

const IMPORTED = 700_000
const WANTED = 1.5
const ROUNDS = 3
const AMOUNT = 300
const CONNECTIONS = 4
const PORT = 3805
/** Most metres between an imported shop and the bundled one that it is made from. */
const NEAR_METRES = 300
const SOURCE = 'bench of shops'

type Shop = { name: string; lat: number; lng: number }
const kinds = ['page of the map', 'its posts', 'its shops', 'nearest shops', 'shops of a name'] as const
type Costs = Record<(typeof kinds)[number], number>

const ofShops: RawBuilder<unknown> = sql`source_id in (select id from place_sources where key = ${bundledExtras.shops})`

const stage = await openStage()
try {
  await removeImported(stage.db)
  await loadBundledShops(stage)
  const bundled = await countShops(stage.db)
  const before = await measure(stage)
  await importShops(stage.db, IMPORTED - bundled)
  const after = await measure(stage)
  const view = (costs: Costs) => costs['page of the map'] + costs['its posts']
  writeReport(
    'shops',
    `CPU of requests for shops, ${stage.posts.toLocaleString('en')} posts`,
    [
      ...kinds.map((kind) => rowOf(kind, before[kind], after[kind])),
      rowOf('a view at zoom 16 without shops', view(before), view(after)),
      rowOf('a view at zoom 16 with shops', view(before) + before['its shops'], view(after) + after['its shops']),
    ],
    [
      `µs of server and PostgreSQL together for one request, the least of ${ROUNDS} rounds of ${AMOUNT}, each about another place, which no response shares. Wanted: a view with shops costs at most ${WANTED} times one without, and ${IMPORTED.toLocaleString('en')} shops no more than ${bundled.toLocaleString('en')}. With shops: ${ratio(before)} times with the bundled ones, ${ratio(after)} times with all.`,
    ],
  )
  function rowOf(request: string, few: number, many: number) {
    return {
      request,
      [`${bundled.toLocaleString('en')} shops`]: roundToThree(few),
      [`${IMPORTED.toLocaleString('en')} shops`]: roundToThree(many),
      times: roundToThree(many / few),
    }
  }
  function ratio(costs: Costs): number {
    return roundToThree((view(costs) + costs['its shops']) / view(costs))
  }
} finally {
  await removeImported(stage.db)
  await stage.close()
}

async function measure({ db, connectionString, postgres }: Stage): Promise<Costs> {
  const { rows: shops } = await sql<Shop>`
    select p.name, p.lat, p.lng from places p join place_sources s on s.id = p.source_id
    where s.key = ${bundledExtras.shops} order by hashint8(p.id) limit ${sql.lit(AMOUNT * (ROUNDS + 1))}`.execute(db)
  const server = await startSite({ port: PORT, databaseUrl: connectionString, changes: unlimited })
  const costs = {} as Costs
  const at = (turn: number) => shops[turn % shops.length] as Shop
  /** A number as the site writes it in URLs: URLs with other spellings are redirected. */
  const inUrl = (degrees: number) => Number(degrees.toFixed(5))
  const viewAround = ({ lat, lng }: Shop) => ({
    south: lat - 0.003,
    north: lat + 0.003,
    west: lng - 0.002,
    east: lng + 0.002,
    zoom: MIN_SHOPS_ZOOM,
  })
  const ask = (document: string, variables: (shop: Shop) => object) =>
    requestPerTurn((turn) => apiRequest(server.origin, document, variables(at(turn))))
  const requests = {
    'page of the map': requestPerTurn((turn) =>
      pageRequest(`/map?lat=${inUrl(at(turn).lat)}&lng=${inUrl(at(turn).lng)}&zoom=${MIN_SHOPS_ZOOM}`),
    ),
    'its posts': ask('getMapPosts', (shop) => ({ ...viewAround(shop), filter: 'latest', open: false })),
    'its shops': ask('getMapShops', viewAround),
    'nearest shops': ask('getNearShops', ({ lat, lng }) => ({ lat, lng })),
    'shops of a name': ask('getSearchShops', ({ name }) => ({ keyword: name })),
  } satisfies Record<keyof Costs, unknown>
  try {
    for (const kind of kinds) {
      const rounds: number[] = []
      // The first round warms the code up.
      for (let turn = 0; turn <= ROUNDS; turn++) {
        const cost = await measureLoad({
          server,
          postgres,
          request: requests[kind],
          connections: CONNECTIONS,
          amount: AMOUNT,
        })
        rounds.push(cost.serverCpu + cost.databaseCpu)
      }
      costs[kind] = Math.min(...rounds.slice(1))
    }
  } finally {
    await server.stop()
  }
  return costs
}

/** Starts a site, which loads them in the background, and waits for that. */
async function loadBundledShops({ db, connectionString }: Stage): Promise<void> {
  const server = await startSite({ port: PORT, databaseUrl: connectionString })
  const isLoaded = async () => {
    const { rows } = await sql`
      select from place_sources where key = ${bundledExtras.shops} and imported_at is not null and places > 0`.execute(
      db,
    )
    return rows.length > 0
  }
  while (!(await isLoaded())) await wait(1000)
  await server.stop()
}

async function countShops(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from places where ${ofShops}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Further shops near the bundled ones, with their words. */
async function importShops(db: Database, amount: number): Promise<void> {
  const degrees = NEAR_METRES / 111_000
  await withoutTimeLimits(db, async (connection) => {
    await sql`insert into place_sources (key, attribution) values (${SOURCE}, ${SOURCE})`.execute(connection)
    await sql`
      insert into places (source_id, source_key, name, normal, grams, category, address, road_address, lat, lng, is_estimated)
      select (select id from place_sources where key = ${SOURCE}), row_number() over ()::text, name || ' ' || n, normal || n, grams,
        coalesce(category, '음식점'), address, road_address, lat + (random() - 0.5) * ${degrees}::float8,
        lng + (random() - 0.5) * ${degrees}::float8, false
      from generate_series(2, 9) n, places where ${ofShops} limit ${amount}`.execute(connection)
    await sql`vacuum analyze places`.execute(connection)
  })
}

async function removeImported(db: Database): Promise<void> {
  await withoutTimeLimits(db, async (connection) => {
    await sql`delete from places where source_id in (select id from place_sources where key = ${SOURCE})`.execute(
      connection,
    )
    await sql`delete from place_sources where key = ${SOURCE}`.execute(connection)
    await sql`vacuum analyze places`.execute(connection)
  })
}
