import { type RawBuilder, sql } from 'kysely'
import type { Area, AreaCount, AreaName, QueryGetAreaArgs, QueryGetAreaAtArgs } from '#contract/schema.gen.ts'
import { areaAtSchema, areaPathSchema } from '#rules/places.ts'
import { TILE_PIXELS } from '#rules/position.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import { type Database, perDatabase, type Queryable } from '../../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../../platform/database/prepared.ts'
import { ANY_LIST, Shown, shownPostsOfArea } from '../../../platform/database/shown.ts'
import { AppError, checkInput } from '../../../platform/errors.ts'
import { SharedCache } from '../../../platform/http/shared-cache.ts'
import { postsHiddenFrom, type Reader } from '../../authors/visibility.ts'
import { addressOfPath, pathOfAddress, shortAreaName } from '../../places/address.ts'
import { centreOf } from '../../places/names/centres.ts'
import { areAreasBeingBuilt } from './assign-posts-to-areas.ts'
import { findAreaAt } from './locate-posts.ts'

type AreaRow = {
  id: number
  path: number[]
  address: string
  lat: number
  lng: number
  south: number | null
  west: number | null
  north: number | null
  east: number | null
  /** Number of its posts that the reader may see. */
  count: number
}

export type PresentedArea = Omit<Area, 'share_image'>

type Counted = { address: string; count: number }

type Asker = Pick<OperationContext, 'db' | 'session'>

const MAX_NAMES = 30

const COUNTRY = { name: '전국', path: '' }

/** An area with the areas around and in it; an empty path means the country. @throws {AppError} NOT_FOUND for an unknown area */
export async function getArea(context: OperationContext, args: QueryGetAreaArgs): Promise<PresentedArea> {
  const { db } = context
  const address = addressOfPath(checkInput(areaPathSchema, args).path)
  if (address === '') {
    context.shown.add(ANY_LIST)
    return presentCountry(await partsOf(context, null))
  }
  const area = await findAreaByAddress(context, address)
  if (!area) throw new AppError((await areAreasBeingBuilt(context)) ? 'PREPARING' : 'NOT_FOUND')
  context.shown.add(shownPostsOfArea(area.id))
  const [around, parts, names] = await Promise.all([
    loadAreaNames(db, area.path.slice(0, -1)),
    partsOf(context, area.id),
    otherNames(db, area),
  ])
  const { count, south, west, north, east } = area
  return {
    ...presentAreaName(area),
    around,
    parts,
    names,
    count,
    ...centreOf(area),
    box: south === null || west === null || north === null || east === null ? null : { south, west, north, east },
  }
}

/** Finds an area by any of its addresses. */
export async function findAreaByAddress({ db, session }: Asker, address: string): Promise<AreaRow | undefined> {
  const { rows } = await sql<AreaRow>`${prepared}
    select a.*,
      (select coalesce(sum(c.count), 0) from ${areaCountsFor(session)} c where c.area_id = a.id)::integer as count
    from area_names n join areas a on a.id = n.area_id where n.address = ${address}`.execute(db)
  return rows[0]
}

/** SQL of `area_counts` for a reader: posts of authors hidden from them are subtracted by further rows. */
export function areaCountsFor(reader: Reader): RawBuilder<unknown> {
  if (!reader?.bypassesSharedCache) return sql`area_counts`
  return sql`(
    select area_id, count from area_counts union all
    select a.area_id, -1 from post_areas a where a.post_id = any(array(${postsHiddenFrom(reader)}))
  )`
}

export async function loadAreaNames(db: Queryable, ids: readonly number[]): Promise<AreaName[]> {
  const { rows } = await sql<Counted>`${prepared}
    select address from areas where id = any(${arrayOf('integer', ids)}) order by cardinality(path)`.execute(db)
  return rows.map(presentAreaName)
}

async function partsOf({ db, session }: Asker, id: number | null): Promise<AreaCount[]> {
  const { rows } = await sql<Counted>`${prepared}
    select a.address, coalesce(sum(c.count), 0) as count
    from areas a left join ${areaCountsFor(session)} c on c.area_id = a.id
    where a.parent_id ${id === null ? sql`is null` : sql`= ${id}`}
    group by a.id order by count desc, a.address`.execute(db)
  return rows.map(presentCount)
}

async function otherNames(db: Queryable, { id, address, path }: AreaRow): Promise<string[]> {
  if (path.length < 3) return []
  const { rows } = await sql<{ address: string }>`${prepared}
    select n.address from area_names n where n.area_id = ${id} and n.address <> ${address}
    order by n.address limit ${sql.lit(MAX_NAMES)}`.execute(db)
  return rows.map((row) => shortAreaName(row.address)).filter((name) => !/\d/.test(name))
}

function presentCountry(parts: AreaCount[]): PresentedArea {
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  return { ...COUNTRY, around: [], parts, names: [], count, lat: null, lng: null, box: null }
}

export function presentAreaName({ address }: { address: string }): AreaName {
  return { name: shortAreaName(address), path: pathOfAddress(address) }
}

function presentCount({ address, count }: Counted): AreaCount {
  return { ...presentAreaName({ address }), count }
}

/** Smallest width or height, in pixels, of an area that fills much of the map: half of a phone's 360. */
const FILLED_PIXELS = 180
/** Lower zooms show the country. The names of markers change at other zooms (`map/clusters.ts`). */
const AREA_ZOOM = 8

/** Smallest area that fills much of a phone's screen; null abroad, at sea and for a map of the country. */
export async function getAreaAt({ db }: OperationContext, args: QueryGetAreaAtArgs): Promise<AreaName | null> {
  const { lat, lng, zoom } = checkInput(areaAtSchema, args)
  const path = zoom < AREA_ZOOM ? null : await findAreaAt(db, { lat, lng })
  if (!path) return null
  const degrees = (FILLED_PIXELS * 360) / (TILE_PIXELS * 2 ** zoom)
  const { rows } = await sql<{ address: string }>`
    select address from areas where id = any(${path}::integer[]) and (
      parent_id is null or greatest(east - west, (north - south) / cos(radians(lat))) >= ${degrees}::float8
    ) order by cardinality(path) desc limit 1`.execute(db)
  return rows.map(presentAreaName)[0] ?? null
}

const OFFERED = 8

type Kept = Readonly<{ areas: AreaCount[]; body: { size: number; pack: () => void }; shown: Shown }>

/** Bytes in memory: more than eight names take. */
const SIZE = 4096

const keptOf = perDatabase((db) => {
  const changes = changesOf(db)
  const isListening = () => changes.isListening
  return new SharedCache<Kept>({ budget: 2 * SIZE, largest: 2 * SIZE, log: changes.log, isListening, mayLag: true })
})

/** The eight 동 with most posts, and 시군구 if fewer 동 have any. Ambiguous names get their 시·군 in front. */
export async function getPopularAreas({
  db,
  session,
  shown,
}: Pick<OperationContext, 'db' | 'session' | 'shown'>): Promise<AreaCount[]> {
  shown.add(ANY_LIST)
  if (session?.bypassesSharedCache) return loadPopular(db, session)
  const load = async () => ({
    areas: await loadPopular(db, null),
    body: { size: SIZE, pack: () => {} },
    shown: new Shown([ANY_LIST]),
  })
  return (await keptOf(db).get('popular', load)).areas
}

async function loadPopular(db: Database, reader: Reader): Promise<AreaCount[]> {
  const { rows } = await sql<Counted & { is_common: boolean }>`
    select offered.address, offered.count, exists (select from area_names other
      where other.name = substring(offered.address from '[^ ]+$') and other.area_id <> offered.id) as is_common
    from (
      select a.id, a.address, sum(c.count) as count, exists (select from areas part where part.parent_id = a.id) as has_parts
      from ${areaCountsFor(reader)} c join areas a on a.id = c.area_id
      where a.parent_id is not null
      group by a.id having sum(c.count) > 0
      order by has_parts, count desc, a.address limit ${sql.lit(OFFERED)}
    ) offered order by offered.has_parts, offered.count desc, offered.address`.execute(db)
  return rows.map((row) => ({ ...presentCount(row), ...(row.is_common && { name: nameWithin(row.address) }) }))
}

function nameWithin(address: string): string {
  const [province = '', city = '', ...rest] = address.split(' ')
  const isInCity = rest.length > 0 && /[시군]$/.test(city)
  return `${isInCity ? city : shortAreaName(province)} ${shortAreaName(address)}`
}
