import { sql } from 'kysely'
import { normalForm } from '#rules/normal-form.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { parseId } from '#rules/validate.ts'
import type { Database } from '../../platform/database/connect.ts'
import { columnArraysOf, prepared } from '../../platform/database/prepared.ts'
import { isShownTo, type Reader } from '../authors/visibility.ts'
import { extendBounds, findShops, findShopsInBoxes, loadShop } from '../places/shops/find-shops.ts'
import { isShopId } from '../places/shops/shop-id.ts'
import { searchText } from '../search/search-text.ts'
import type { CandidatePlace, StoredShop } from './candidate-place.ts'

/** A place to look for: the name of an imported row, with its address or the circle it lies in, if known. */
export type WantedPlace = Readonly<{
  nth: number
  name: string
  /** The address up to the building number; null for a row with a position, or without an address. */
  address: string | null
  within: (Position & { metres: number }) | null
}>

type Found = CandidatePlace & Readonly<{ nth: number }>

/** Limit of posts, and of shops, that are compared for one box: more than any street has. */
const MOST_IN_BOX = 500

/** Limit of places with the same name that are compared. */
const MOST_NAMED = 30

/** Finds posts whose place has exactly the wanted name: within the wanted latitudes, or anywhere if no position is known. */
export async function findPostsByName(db: Database, reader: Reader, wanted: readonly WantedPlace[]): Promise<Found[]> {
  if (wanted.length === 0) return []
  const asked = wanted.map(({ nth, name, within }) => ({ nth, key: normalForm(name), ...boxOf(within) }))
  const shown = isShownTo(reader, 'post', 'p')
  const { rows } = await sql<Found>`${prepared}
    with asked as (
      select * from unnest(${columnArraysOf(asked, { nth: 'integer', key: 'text', south: 'float8', north: 'float8' })}) a(nth, key, south, north)
    )
    select a.nth, p.id as post, v.id as place, coalesce(p.place_name, p.title) as name, p.address,
      coalesce(p.lat, v.lat) as lat, coalesce(p.lng, v.lng) as lng, null as shop
    from asked a
    cross join lateral (
      select id, lat, lng from venues where name_key = a.key and (a.south is null or lat between a.south and a.north)
      order by lat limit ${sql.lit(MOST_NAMED)}
    ) v
    cross join lateral (
      select p.* from venue_posts vp join posts p on p.id = vp.post_id where vp.venue_id = v.id and ${shown}
      order by vp.post_id desc limit 1
    ) p
    union all
    select a.nth, p.id, null, p.place_name, p.address, p.lat, p.lng, null
    from asked a
    cross join lateral (
      select p.* from posts p where p.place_key = a.key and not exists (select from venue_posts vp where vp.post_id = p.id)
        and ${shown} order by p.id desc limit ${sql.lit(MOST_NAMED)}
    ) p`.execute(db)
  return rows
}

/** Finds posts within the box around each wanted position, one post per place. */
export async function findPostsNear(db: Database, reader: Reader, wanted: readonly WantedPlace[]): Promise<Found[]> {
  const asked = wanted.flatMap(({ nth, within }) => (within ? [{ nth, ...boundsOf(within) }] : []))
  if (asked.length === 0) return []
  const sides = { nth: 'integer', south: 'float8', west: 'float8', north: 'float8', east: 'float8' } as const
  const { rows } = await sql<Found>`${prepared}
    select distinct on (a.nth, coalesce(vp.venue_id, -p.id)) a.nth, p.id as post, vp.venue_id as place,
      coalesce(p.place_name, p.title) as name, p.address, p.lat, p.lng, null as shop
    from unnest(${columnArraysOf(asked, sides)}) a(nth, south, west, north, east)
    cross join lateral (
      select m.post_id from post_positions m
      where m.position <@ box(map_point(a.south, a.west), map_point(a.north, a.east)) limit ${sql.lit(MOST_IN_BOX)}
    ) m
    join posts p on p.id = m.post_id and ${isShownTo(reader, 'post', 'p')}
    left join venue_posts vp on vp.post_id = p.id
    order by a.nth, coalesce(vp.venue_id, -p.id), p.id desc`.execute(db)
  return rows
}

/** Finds shops of public data within the box around each wanted position whose texts share a gram with the wanted name. */
export async function findShopsNear(db: Database, wanted: readonly WantedPlace[]): Promise<Found[]> {
  const boxes = wanted.flatMap(({ nth, name, within }) =>
    within ? [{ nth, grams: gramsOf(name), ...boundsOf(within) }] : [],
  )
  const found = await findShopsInBoxes(db, boxes, MOST_IN_BOX)
  return found.map(({ nth, ...shop }) => ({ nth, ...placeOfShop(shop) }))
}

/**
 * Finds shops of public data by the wanted name: the exact name first, then names with its words, then shops with the words
 * elsewhere; of equals the nearest first, if a position is known.
 */
export async function findShopsByName(db: Database, { nth, name, within }: WantedPlace): Promise<Found[]> {
  if (normalForm(name) === '') return []
  const shops = await findShops(db, name, within)
  return shops.map((shop) => ({ nth, ...placeOfShop(shop) }))
}

/** The place or post that a link to a page of this site leads to; null for other links, and for a post hidden from the reader. */
export async function findLinkedPlace(
  db: Database,
  reader: Reader,
  { link, origin }: Readonly<{ link: string; origin: string }>,
): Promise<CandidatePlace | null> {
  const url = URL.parse(link)
  if (url?.origin !== origin) return null
  const idBehind = (path: string) => (url.pathname.startsWith(path) ? parseId(url.pathname.slice(path.length)) : null)
  const post = idBehind(paths.post.replace('$id', ''))
  const place = idBehind(paths.place.replace('$id', ''))
  if (post === null && place === null) return null
  const { rows } =
    await sql<CandidatePlace>`select p.id as post, vp.venue_id as place, coalesce(p.place_name, p.title) as name,
      p.address, coalesce(p.lat, v.lat) as lat, coalesce(p.lng, v.lng) as lng, null as shop
    from posts p left join venue_posts vp on vp.post_id = p.id left join venues v on v.id = vp.venue_id
    where (p.id = ${post} or vp.venue_id = ${place}) and ${isShownTo(reader, 'post', 'p')}
    order by p.id desc limit 1`.execute(db)
  if (rows[0]) return rows[0]
  const shop = place !== null && isShopId(place) ? await loadShop(db, place) : null
  return shop && placeOfShop(shop)
}

function placeOfShop({ id, name, category, address, lat, lng }: StoredShop): CandidatePlace {
  return { post: null, place: id, name, address, lat, lng, shop: { id, name, category, address, lat, lng } }
}

/** The name's pairs of letters, which only similar names share; single letters of a shorter name. */
function gramsOf(name: string): string[] {
  const { grams } = searchText([name])
  const own = grams.filter((gram) => !gram.startsWith(' '))
  const pairs = own.filter((gram) => [...gram].length > 1)
  return pairs.length > 0 ? pairs : own
}

function boundsOf({ lat, lng, metres }: Position & { metres: number }) {
  return extendBounds({ south: lat, west: lng, north: lat, east: lng }, metres)
}

function boxOf(within: WantedPlace['within']): { south: number | null; north: number | null } {
  return within ? boundsOf(within) : { south: null, north: null }
}
