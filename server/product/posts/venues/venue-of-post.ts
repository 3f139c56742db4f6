import { sql } from 'kysely'
import { normalForm } from '#rules/normal-form.ts'
import { samePlace } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { PostInput } from '#rules/post.ts'
import type { Queryable } from '../../../platform/db/connect.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { addressWords, areaPart } from '../../places/address.ts'
import { fullName } from '../../places/found-place.ts'

export type PostPlaceInput = Pick<PostInput, 'title' | 'place_name' | 'address' | 'lat' | 'lng'>

/** Name, and position or address, shared by posts of one place. */
type VenuePlace = Readonly<{
  nameKey: string
  at: Position | null
  /** Name with the address to the road or lot; null if the address names only an area. */
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

type Shop = Position & Readonly<{ key: string }>

type Venue = Readonly<{ id: number; lat: number | null; lng: number | null; shop_key: string | null }>

type Candidate = Venue & Readonly<{ same_address: boolean }>

/** `except` is a post about to be deleted. */
type Wanted = Readonly<{ place: VenuePlace; shop: Shop | null; except: number | null }>

const COMPARED_SHOPS = 40

/** Posts with the same name and address whose venues are compared. */
const COMPARED_POSTS = 100

/** Degrees of latitude, slightly more than `samePlace.venue`; exact distances are compared afterwards. */
const REACH_DEGREES = samePlace.venue / 100_000

async function findVenue(tx: Queryable, { place, shop, except }: Wanted): Promise<Venue | undefined> {
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

async function findShop(db: Queryable, { nameKey, at }: VenuePlace): Promise<Shop | null> {
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

type Current = Readonly<{ id: number; name_key: string; is_alone: boolean }>

/**
 * Adds a new post to its venue, or creates one. A venue is one imported place, or one name near by or at the address.
 */
export async function joinVenue(tx: Queryable, postId: number, post: PostPlaceInput): Promise<void> {
  const place = venuePlaceOf(post)
  if (!place) return
  const shop = await findShop(tx, place)
  await lockNames(tx, [place.nameKey])
  const wanted = { place, shop, except: null }
  await enter(tx, postId, place, (await findVenue(tx, wanted)) ?? (await makeVenue(tx, wanted)))
}

/** Deletes a venue with its last post. */
export async function leaveVenue(tx: Queryable, postId: number): Promise<void> {
  const seen = await currentVenue(tx, postId)
  if (!seen) return
  await lockNames(tx, [seen.name_key])
  const before = await currentVenue(tx, postId)
  await sql`delete from venue_posts where post_id = ${postId}`.execute(tx)
  if (before?.is_alone) await sql`delete from venues where id = ${before.id}`.execute(tx)
}

/** The only post of a venue changes that venue, which keeps its URL. */
export async function changeVenue(tx: Queryable, postId: number, post: PostPlaceInput): Promise<void> {
  const place = venuePlaceOf(post)
  const shop = place && (await findShop(tx, place))
  const seen = await currentVenue(tx, postId)
  if (!seen && !place) return
  await lockNames(tx, [seen?.name_key, place?.nameKey])
  const before = await currentVenue(tx, postId)
  const wanted = place && { place, shop, except: before?.is_alone ? before.id : null }
  const found = wanted && (await findVenue(tx, wanted))
  if (wanted && !found && before?.is_alone) return changePlace(tx, postId, before.id, wanted)
  await sql`delete from venue_posts where post_id = ${postId}`.execute(tx)
  if (wanted) {
    await enter(tx, postId, wanted.place, found ?? (await makeVenue(tx, wanted)))
  }
  if (before?.is_alone) await sql`delete from venues where id = ${before.id}`.execute(tx)
}

export async function lockVenueNames(tx: Queryable, posts: readonly PostPlaceInput[]): Promise<void> {
  await lockNames(
    tx,
    posts.map((post) => venuePlaceOf(post)?.nameKey),
  )
}

async function lockNames(tx: Queryable, names: readonly (string | undefined)[]): Promise<void> {
  const known = names.filter((name) => name !== undefined)
  await sql`${prepared} select lock_venue_names(${known}::text[])`.execute(tx)
}

async function currentVenue(tx: Queryable, postId: number): Promise<Current | undefined> {
  const { rows } = await sql<Current>`
    select v.id, v.name_key,
      not exists (select from venue_posts other where other.venue_id = v.id and other.post_id <> ${postId}) as is_alone
    from venue_posts p join venues v on v.id = p.venue_id where p.post_id = ${postId}`.execute(tx)
  return rows[0]
}

async function makeVenue(tx: Queryable, { place, shop }: Wanted): Promise<Venue> {
  const { lat, lng } = positionOf(place, shop)
  return tx
    .insertInto('venues')
    .values({ name_key: place.nameKey, lat, lng, shop_key: shop?.key ?? null })
    .returning(['id', 'lat', 'lng', 'shop_key'])
    .executeTakeFirstOrThrow()
}

function positionOf({ at }: VenuePlace, shop: Shop | null): { lat: number | null; lng: number | null } {
  return shop ?? at ?? { lat: null, lng: null }
}

/** Also stores the position if the venue had none. */
async function enter(tx: Queryable, postId: number, place: VenuePlace, venue: Venue): Promise<void> {
  const { addressKey, at } = place
  await tx.insertInto('venue_posts').values({ post_id: postId, venue_id: venue.id, address_key: addressKey }).execute()
  if (venue.lat === null && at) await tx.updateTable('venues').set(at).where('id', '=', venue.id).execute()
}

async function changePlace(tx: Queryable, postId: number, venueId: number, { place, shop }: Wanted): Promise<void> {
  const { lat, lng } = positionOf(place, shop)
  await sql`update venues set name_key = ${place.nameKey}, lat = ${lat}, lng = ${lng}, shop_key = ${shop?.key ?? null}
    where id = ${venueId}`.execute(tx)
  await sql`update venue_posts set address_key = ${place.addressKey} where post_id = ${postId}`.execute(tx)
}
