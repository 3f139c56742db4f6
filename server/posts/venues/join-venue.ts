import { sql } from 'kysely'
import { PLACE_REACH } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Queryable } from '../../db/connect.ts'
import { fullName } from '../../places/place-text.ts'
import { type PostPlaceInput, type VenuePlace, venueName, venuePlaceOf } from './venue-place.ts'

type Venue = Readonly<{ id: number; lat: number | null; lng: number | null; shop_key: string | null }>
type Candidate = Venue & Readonly<{ same_address: boolean }>
type Current = Readonly<{ id: number; name_key: string; is_alone: boolean }>

/** Number of posts with the same name and address whose venues are compared. */
const COMPARED_POSTS = 100

/** Slightly more than `PLACE_REACH`, in degrees of latitude; exact distances are compared afterwards. */
const REACH_DEGREES = PLACE_REACH / 100_000

/**
 * Adds a new post to the venue of its place, or creates the venue. Posts share a venue if they are about the same
 * imported place, or have the same name within `PLACE_REACH`, or the same name and address when a position is missing.
 * Call it after the post is written.
 */
export async function joinVenue(tx: Queryable, postId: number, post: PostPlaceInput): Promise<void> {
  const place = venuePlaceOf(post)
  if (!place) return
  const shop = place.at && (await findShop(tx, place.nameKey, place.at))
  await lockNames(tx, [place.nameKey])
  await enter(tx, postId, place, (await findVenue(tx, place, shop)) ?? (await makeVenue(tx, place, shop)))
}

/**
 * Moves an edited post to the venue of its new place. If no such venue exists and the post is alone in its venue, that
 * venue is changed instead, so that its URL stays.
 */
export async function changeVenue(tx: Queryable, postId: number, post: PostPlaceInput): Promise<void> {
  const place = venuePlaceOf(post)
  const shop = place?.at ? await findShop(tx, place.nameKey, place.at) : null
  const seen = await currentVenue(tx, postId)
  if (!seen && !place) return
  await lockNames(tx, [seen?.name_key, place?.nameKey])
  const before = await currentVenue(tx, postId)
  const found = place && (await findVenue(tx, place, shop, before?.is_alone ? before.id : null))
  if (place && !found && before?.is_alone) return changePlace(tx, postId, before.id, place, shop)
  await sql`delete from venue_posts where post_id = ${postId}`.execute(tx)
  if (place) await enter(tx, postId, place, found ?? (await makeVenue(tx, place, shop)))
  if (before?.is_alone) await sql`delete from venues where id = ${before.id}`.execute(tx)
}

async function lockNames(tx: Queryable, names: readonly (string | undefined)[]): Promise<void> {
  const known = names.filter((name) => name !== undefined)
  await sql`select lock_venue_names(${known}::text[])`.execute(tx)
}

async function currentVenue(tx: Queryable, postId: number): Promise<Current | undefined> {
  const { rows } = await sql<Current>`
    select v.id, v.name_key,
      not exists (select from venue_posts other where other.venue_id = v.id and other.post_id <> ${postId}) as is_alone
    from venue_posts p join venues v on v.id = p.venue_id where p.post_id = ${postId}`.execute(tx)
  return rows[0]
}

/** The venue of that place, other than `except`, which is about to be deleted. */
async function findVenue(
  tx: Queryable,
  place: VenuePlace,
  shop: Shop | null,
  except: number | null = null,
): Promise<Venue | undefined> {
  const { nameKey, at, addressKey } = place
  const { lat } = at ?? { lat: null }
  const { rows } = await sql<Candidate>`
    with addressed as (select venue_id from venue_posts where address_key = ${addressKey} limit ${sql.lit(COMPARED_POSTS)})
    select id, lat, lng, shop_key, id in (select venue_id from addressed) as same_address
    from venues
    where name_key = ${nameKey} and id is distinct from ${except} and id in (
      select venue_id from addressed
      union select id from venues where name_key = ${nameKey} and shop_key = ${shop?.key ?? null}
      union select id from venues where name_key = ${nameKey}
        and lat between ${lat}::float8 - ${REACH_DEGREES} and ${lat}::float8 + ${REACH_DEGREES}
    ) order by id`.execute(tx)
  return chooseVenue(rows, at, shop)
}

function chooseVenue(candidates: readonly Candidate[], at: Position | null, shop: Shop | null): Venue | undefined {
  const ofShop = shop && candidates.find(({ shop_key }) => shop_key === shop.key)
  if (ofShop) return ofShop
  const others = candidates.filter(({ shop_key }) => !shop || shop_key === null)
  const [nearest] = others
    .map((venue) => ({ venue, away: metresTo(venue, at) }))
    .filter(({ away }) => away <= PLACE_REACH)
    .toSorted((a, b) => a.away - b.away)
  return nearest?.venue ?? others.find((venue) => venue.same_address && (venue.lat === null || at === null))
}

function metresTo({ lat, lng }: Venue, at: Position | null): number {
  return at === null || lat === null || lng === null ? Number.POSITIVE_INFINITY : metresBetween(at, { lat, lng })
}

async function makeVenue(tx: Queryable, { nameKey, at }: VenuePlace, shop: Shop | null): Promise<Venue> {
  const { lat, lng } = shop ?? at ?? { lat: null, lng: null }
  const { rows } = await sql<Venue>`
    insert into venues (name_key, lat, lng, shop_key) values (${nameKey}, ${lat}, ${lng}, ${shop?.key ?? null})
    returning id, lat, lng, shop_key`.execute(tx)
  if (!rows[0]) throw new Error('no venue was made')
  return rows[0]
}

/** Also stores the position if the venue had none. */
async function enter(tx: Queryable, postId: number, { at, addressKey }: VenuePlace, venue: Venue): Promise<void> {
  await sql`insert into venue_posts (post_id, venue_id, address_key) values (${postId}, ${venue.id}, ${addressKey})`.execute(
    tx,
  )
  if (venue.lat !== null || !at) return
  await sql`update venues set lat = ${at.lat}, lng = ${at.lng} where id = ${venue.id}`.execute(tx)
}

async function changePlace(tx: Queryable, postId: number, venueId: number, place: VenuePlace, shop: Shop | null) {
  const { lat, lng } = shop ?? place.at ?? { lat: null, lng: null }
  await sql`update venues set name_key = ${place.nameKey}, lat = ${lat}, lng = ${lng}, shop_key = ${shop?.key ?? null}
    where id = ${venueId}`.execute(tx)
  await sql`update venue_posts set address_key = ${place.addressKey} where post_id = ${postId}`.execute(tx)
}

/** Number of imported places around a pin whose names are compared. */
const COMPARED_SHOPS = 40

/** An imported place; `key` is its source's permanent id. */
type Shop = Position & Readonly<{ key: string }>

/** The nearest imported place of that name within `PLACE_REACH`; null when there is none. */
async function findShop(db: Queryable, nameKey: string, at: Position): Promise<Shop | null> {
  const { rows } = await sql<Position & { source: string; source_key: string; name: string; branch: string | null }>`
    select s.key as source, p.source_key, p.name, p.branch, p.lat, p.lng from (
      select * from places order by map_point(lat, lng) <-> map_point(${at.lat}, ${at.lng}) limit ${sql.lit(COMPARED_SHOPS)}
    ) p join place_sources s on s.id = p.source_id
    order by map_point(p.lat, p.lng) <-> map_point(${at.lat}, ${at.lng})`.execute(db)
  const shop = rows.find(
    (row) => venueName(fullName(row.name, row.branch)) === nameKey && metresBetween(at, row) <= PLACE_REACH,
  )
  return shop ? { lat: shop.lat, lng: shop.lng, key: `${shop.source}/${shop.source_key}` } : null
}
