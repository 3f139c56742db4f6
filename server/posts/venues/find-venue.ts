import { sql } from 'kysely'
import { samePlace } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { PostInput } from '#rules/post.ts'
import type { Queryable } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { addressWords, areaPart } from '../../places/address.ts'
import { fullName } from '../../places/found-place.ts'
import { normalForm } from '../../search/search-text.ts'

export type PostPlaceInput = Pick<PostInput, 'title' | 'place_name' | 'address' | 'lat' | 'lng'>

/** What posts of one place have in common: the name, and the position or address. */
export type VenuePlace = Readonly<{
  nameKey: string
  at: Position | null
  /** The name with the address to the road or lot; null if the address only names an area. */
  addressKey: string | null
}>

/** Null without a position or an exact enough address. */
export function venuePlaceOf({ title, place_name, address, lat, lng }: PostPlaceInput): VenuePlace | null {
  const at = lat === null || lng === null ? null : { lat, lng }
  const nameKey = normalForm(place_name ?? title)
  const words = addressWords(address ?? '')
  const addressKey = words.length > areaPart(words).length ? `${nameKey} ${words.join(' ')}` : null
  return at || addressKey ? { nameKey, at, addressKey } : null
}

/** An imported place; `key` is its source's permanent id. */
export type Shop = Position & Readonly<{ key: string }>

export type Venue = Readonly<{ id: number; lat: number | null; lng: number | null; shop_key: string | null }>

type Candidate = Venue & Readonly<{ same_address: boolean }>

/** `except` is about to be deleted. */
export type Wanted = Readonly<{ place: VenuePlace; shop: Shop | null; except: number | null }>

const COMPARED_SHOPS = 40

/** Posts with the same name and address whose venues are compared. */
const COMPARED_POSTS = 100

/** Slightly more than `samePlace.venue`, in degrees of latitude; exact distances are compared afterwards. */
const REACH_DEGREES = samePlace.venue / 100_000

export async function findVenue(tx: Queryable, { place, shop, except }: Wanted): Promise<Venue | undefined> {
  const lat = place.at?.lat ?? null
  const name = sql`name_key = ${place.nameKey}`
  const { rows } = await sql<Candidate>`${prepared}
    with addressed as (
      select venue_id from venue_posts where address_key = ${place.addressKey} limit ${sql.lit(COMPARED_POSTS)}
    )
    select id, lat, lng, shop_key, id in (select venue_id from addressed) as same_address
    from venues
    where ${name} and id is distinct from ${except}::bigint and id in (
      select venue_id from addressed
      union select id from venues where ${name} and shop_key = ${shop?.key ?? null}
      union select id from venues where ${name}
        and lat between ${lat}::float8 - ${sql.lit(REACH_DEGREES)}::float8 and ${lat}::float8 + ${sql.lit(REACH_DEGREES)}::float8
    )
    order by id`.execute(tx)
  return chooseVenue(rows, place.at, shop)
}

function chooseVenue(candidates: readonly Candidate[], at: Position | null, shop: Shop | null): Venue | undefined {
  const ofShop = shop && candidates.find(({ shop_key }) => shop_key === shop.key)
  if (ofShop) return ofShop
  const others = candidates.filter(({ shop_key }) => !shop || shop_key === null)
  const [nearest] = others
    .map((venue) => ({ venue, away: metresTo(venue, at) }))
    .filter(({ away }) => away <= samePlace.venue)
    .toSorted((a, b) => a.away - b.away)
  return nearest?.venue ?? others.find((venue) => venue.same_address && (venue.lat === null || at === null))
}

function metresTo({ lat, lng }: Venue, at: Position | null): number {
  return at === null || lat === null || lng === null ? Number.POSITIVE_INFINITY : metresBetween(at, { lat, lng })
}

type Row = Position & { source: string; source_key: string; name: string; branch: string | null }

/** The nearest imported place of that name within `samePlace.venue`. */
export async function findShop(db: Queryable, { nameKey, at }: VenuePlace): Promise<Shop | null> {
  if (!at) return null
  const { rows } = await sql<Row>`${prepared}
    select s.key as source, p.source_key, p.name, p.branch, p.lat, p.lng
    from (
      select *, map_point(lat, lng) <-> map_point(${at.lat}, ${at.lng}) as away from places
      order by map_point(lat, lng) <-> map_point(${at.lat}, ${at.lng}) limit ${sql.lit(COMPARED_SHOPS)}
    ) p
    join place_sources s on s.id = p.source_id
    order by p.away`.execute(db)
  const shop = rows.find(
    (row) => normalForm(fullName(row.name, row.branch)) === nameKey && metresBetween(at, row) <= samePlace.venue,
  )
  return shop ? { lat: shop.lat, lng: shop.lng, key: `${shop.source}/${shop.source_key}` } : null
}
