import { type RawBuilder, sql } from 'kysely'
import type { Shop, ShopAround } from '#contract/schema.gen.ts'
import { foodKindOfCategory, isFoodCategory } from '#rules/food-categories.ts'
import { normalForm } from '#rules/normal-form.ts'
import { samePlaceMetres } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Database, Queryable } from '../../../platform/database/connect.ts'
import { arrayOf, columnArraysOf, prepared } from '../../../platform/database/prepared.ts'
import { searchTerms } from '../../search/search-text.ts'
import { DEGREE_METRES, findImportedPlaces, isLandmark } from '../find-places.ts'
import { fullName, type Near } from '../found-place.ts'
import { bundledExtras } from '../import/sources.ts'
import { isNameOfShop, shopId, squareOfShop } from './shop-id.ts'

/** A place to eat of public data, not of posts. */
export type FoundShop = Position &
  Readonly<{
    id: number
    /** With its branch. */
    name: string
    category: string | null
    address: string | null
    /** Address by lot number, or only its 동. */
    lot?: string | null
    /** Key of the imported source. */
    source: string
  }>

export type ShopDetails = Readonly<{
  isEstimated: boolean
  attribution: string
  /** Name and month of the public list that a bundled shop comes from. */
  register: string | null
}>

type Row = Position & {
  name: string
  branch: string | null
  category: string | null
  address: string | null
  lot: string | null
  is_estimated: boolean
  source: string
  attribution: string
  register: string | null
}

const columns = sql`p.name, p.branch, p.category, coalesce(p.road_address, p.address) as address, p.address as lot, p.lat,
  p.lng, p.is_estimated, p.register`

/** Whether an imported place is one to eat or drink, as all bundled shops are. */
export function isEatery({ source, category }: Pick<FoundShop, 'source' | 'category'>): boolean {
  return source === bundledExtras.shops || isFoodCategory(category)
}

function shopsOf<Found extends Row>(rows: readonly Found[]) {
  return rows.filter(isEatery).map(({ name, branch, is_estimated, ...row }) => {
    const full = fullName(name, branch)
    return { ...row, id: shopId(full, row), name: full, isEstimated: is_estimated }
  })
}

/** Limit of places in a square and its margin that are compared with an id: more than any quarter has. */
const MOST_COMPARED = 5000

/** The shop with this id, from an operator's list or else the bundle; null if no list has it any more. */
export async function loadShop(db: Queryable, id: number): Promise<(FoundShop & ShopDetails) | null> {
  const square = squareOfShop(id)
  if (!square) return null
  // Another list may have it some metres away, in the next square.
  const { south, west, north, east } = extendBounds(square, samePlaceMetres.venue)
  const { rows } = await sql<Row>`${prepared}
    select ${columns}, s.key as source, s.attribution from places p join place_sources s on s.id = p.source_id
    where map_point(p.lat, p.lng) <@ box(map_point(${south}, ${west}), map_point(${north}, ${east}))
    limit ${sql.lit(MOST_COMPARED)}`.execute(db)
  const centre = { lat: (square.south + square.north) / 2, lng: (square.west + square.east) / 2 }
  const named = shopsOf(rows.filter(({ name, branch }) => isNameOfShop(id, fullName(name, branch))))
  return (
    named.toSorted((a, b) => preferred(a) - preferred(b) || metresBetween(a, centre) - metresBetween(b, centre))[0] ??
    null
  )
}

type Bounds = Readonly<{ south: number; west: number; north: number; east: number }>

/** Bounds extended by some metres on each side. */
export function extendBounds({ south, west, north, east }: Bounds, metres: number): Bounds {
  const lat = metres / DEGREE_METRES
  const lng = lat / Math.cos((north * Math.PI) / 180)
  return { south: south - lat, west: west - lng, north: north + lat, east: east + lng }
}

/** Order of preference among sources: an operator's list is newer than the bundle. */
function preferred({ source }: FoundShop): number {
  return source === bundledExtras.shops ? 1 : 0
}

/** The south-west corner of a square, in degrees of longitude and of Mercator latitude as in `map_point`. */
export type Square = Readonly<{ x: number; y: number }>

/** Shops in the squares, at most `most` for each square, in no order; a shop of several lists once. */
export async function findShopsInSquares(
  db: Queryable,
  squares: readonly Square[],
  width: number,
  most: number,
): Promise<FoundShop[]> {
  const sides = (side: keyof Square) =>
    arrayOf(
      'float8',
      squares.map((square) => square[side]),
    )
  const corner = (added: number) => sql`point(square.x + ${added}::float8, square.y + ${added}::float8)`
  const { rows } = await sql<Row>`${prepared}
    select found.*, s.key as source, s.attribution
    from unnest(${sides('x')}, ${sides('y')}) square(x, y)
    cross join lateral (
      select ${columns}, p.source_id from places p
      where map_point(p.lat, p.lng) <@ box(${corner(0)}, ${corner(width)}) and ${isNoLandmark}
      limit ${most}::integer
    ) found
    join place_sources s on s.id = found.source_id`.execute(db)
  return withoutRepeats(shopsOf(rows))
}

/** Metres within which a shop counts as near a position. */
export const FARTHEST_SHOP_METRES = 30_000

/** SQL condition on a place `p`. */
type Wanted = RawBuilder<boolean>

/** The first `most` wanted shops among the `among` places nearest to a position; shops of several sources once. */
export function findNearestShops(
  db: Queryable,
  { lat, lng }: Position,
  most: number,
  { wanted, among }: Readonly<{ wanted: Wanted; among: number }> = { wanted: sql`true`, among: most },
): Promise<FoundShop[]> {
  const nearest = sql`
    select *, map_point(p.lat, p.lng) <-> map_point(${lat}, ${lng}) as away from places p where ${isNoLandmark}
    order by map_point(p.lat, p.lng) <-> map_point(${lat}, ${lng}) limit ${sql.lit(among)}`
  return firstShops(db, nearest, wanted, most)
}

/** The first `most` wanted shops within `metres` of a position, the nearest first. `candidates` is a condition that an index serves and few places meet. */
export function findShopsByIndex(
  db: Queryable,
  position: Position,
  most: number,
  { wanted, candidates, metres }: Readonly<{ wanted: Wanted; candidates: Wanted; metres: number }>,
): Promise<FoundShop[]> {
  const { lat, lng } = position
  const { south, west, north, east } = extendBounds({ south: lat, west: lng, north: lat, east: lng }, metres)
  const near = sql`
    select *, map_point(p.lat, p.lng) <-> map_point(${lat}, ${lng}) as away
    from (select * from places where ${candidates} limit ${sql.lit(MOST_CANDIDATES)}) p
    where p.lat between ${south} and ${north} and p.lng between ${west} and ${east} and ${isNoLandmark}`
  return firstShops(db, near, wanted, most)
}

const MOST_CANDIDATES = 5000

async function firstShops(
  db: Queryable,
  places: RawBuilder<unknown>,
  wanted: Wanted,
  most: number,
): Promise<FoundShop[]> {
  // The order of the inner query lets PostgreSQL stop after the last shop that it returns.
  const { rows } = await sql<Row>`${prepared}
    select found.*, s.key as source, s.attribution
    from (
      select ${columns}, p.source_id, p.away from (${places}) p
      where ${wanted} order by p.away limit ${sql.lit(most)}
    ) found
    join place_sources s on s.id = found.source_id
    order by found.away`.execute(db)
  return withoutRepeats(shopsOf(rows))
}

type AskedBox = Bounds & Readonly<{ nth: number; grams: readonly string[] }>

/** Shops in each box whose texts share a gram with it, at most `most` per box, in no order; `nth` is the number of the box. */
export async function findShopsInBoxes(
  db: Queryable,
  boxes: readonly AskedBox[],
  most: number,
): Promise<(FoundShop & { nth: number })[]> {
  if (boxes.length === 0) return []
  const sides = {
    nth: 'integer',
    south: 'float8',
    west: 'float8',
    north: 'float8',
    east: 'float8',
    grams: 'text',
  } as const
  const asked = boxes.map((box) => ({ ...box, grams: box.grams.join(' ') }))
  const { rows } = await sql<Row & { nth: number }>`${prepared}
    select found.*, a.nth, s.key as source, s.attribution
    from unnest(${columnArraysOf(asked, sides)}) a(nth, south, west, north, east, grams)
    cross join lateral (
      select ${columns}, p.source_id from places p
      where map_point(p.lat, p.lng) <@ box(map_point(a.south, a.west), map_point(a.north, a.east))
        and p.grams && string_to_array(a.grams, ' ') and ${isNoLandmark}
      limit ${most}::integer
    ) found
    join place_sources s on s.id = found.source_id`.execute(db)
  const ofBox = Map.groupBy(shopsOf(rows), ({ nth }) => nth)
  return [...ofBox.values()].flatMap((shops) => withoutRepeats(shops))
}

const isNoLandmark: RawBuilder<boolean> = sql<boolean>`(p.${isLandmark}) is not true`

/** At most 15 shops with all words of the keyword in name, category and area; those with the words in the name first. */
export async function findShops(db: Database, keyword: string, near: Near): Promise<FoundShop[]> {
  const found = (await findImportedPlaces(db, searchTerms(keyword), near)).filter(isEatery)
  const shops = found.map(({ name, category, address, lat, lng, source }) => {
    return { id: shopId(name, { lat, lng }), name, category, address: address || null, lat, lng, source }
  })
  return withoutRepeats(shops)
}

/** Each shop once, as the preferred list has it. */
function withoutRepeats<Shop extends FoundShop>(shops: readonly Shop[]): Shop[] {
  const kept = new Map<string, FoundShop[]>()
  const firsts = shops
    .toSorted((a, b) => preferred(a) - preferred(b))
    .filter((shop) => {
      const key = normalForm(shop.name)
      const same = kept.get(key) ?? []
      if (same.some((other) => metresBetween(other, shop) <= samePlaceMetres.result)) return false
      kept.set(key, [...same, shop])
      return true
    })
  const isFirst = new Set(firsts)
  return shops.filter((shop) => isFirst.has(shop))
}

type ShownShop = Omit<FoundShop, 'source'> & Readonly<{ area?: string | null; around?: ShopAround | null }>

export function presentShop({ id, name, category, address, area = null, lat, lng, around = null }: ShownShop): Shop {
  return { id: String(id), name, category, kind: foodKindOfCategory(category), address, area, lat, lng, around }
}
