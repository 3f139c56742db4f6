import { sql } from 'kysely'
import { normalForm } from '#rules/normal-form.ts'
import { samePlaceMetres } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { PostInput } from '#rules/post.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../../platform/database/prepared.ts'
import { addressWords, leadingAreaWords } from '../../places/address.ts'
import { fullName } from '../../places/found-place.ts'
import { isEatery } from '../../places/shops/find-shops.ts'
import { isShopId, shopId } from '../../places/shops/shop-id.ts'

export type PostPlaceInput = Pick<PostInput, 'title' | 'place_name' | 'address' | 'lat' | 'lng'>

/** Name, and position or address, by which posts about the same place are recognised. */
type VenuePlace = Readonly<{
  nameKey: string
  at: Position | null
  /** Name with the address to the road or lot; null if the address names only an area. */
  addressKey: string | null
}>

/** `VenuePlace` of a post; null without a position or an exact enough address. */
export function venuePlaceOf({ title, place_name, address, lat, lng }: PostPlaceInput): VenuePlace | null {
  const at = lat === null || lng === null ? null : { lat, lng }
  const nameKey = normalForm(place_name ?? title)
  const words = addressWords(address ?? '')
  const addressKey = words.length > leadingAreaWords(words).length ? `${nameKey} ${words.join(' ')}` : null
  return at || addressKey ? { nameKey, at, addressKey } : null
}

/** An imported place. `id` is that of its page, which becomes the venue's; null if it is no place to eat. */
type Shop = Position & Readonly<{ key: string; id: number | null }>

type Venue = Readonly<{ id: number; lat: number | null; lng: number | null; shop_key: string | null }>

type Candidate = Venue & Readonly<{ same_address: boolean }>

/** Which venue to find; `except` is the id of a venue that is about to change. */
type Wanted = Readonly<{ place: VenuePlace; shop: Shop | null; except: number | null }>

const COMPARED_SHOPS = 40

/** Limit of posts with the same name and address whose venues are compared. */
const COMPARED_POSTS = 100

/** Degrees of latitude, slightly more than `samePlaceMetres.venue`; exact distances are compared afterwards. */
const REACH_DEGREES = samePlaceMetres.venue / 100_000

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
      union select id from venues where ${name} and (shop_key = ${shop?.key ?? null} or id = ${shop?.id ?? null}::bigint)
      union select id from venues where ${name}
        and lat between ${lat}::float8 - ${sql.lit(REACH_DEGREES)}::float8 and ${lat}::float8 + ${sql.lit(REACH_DEGREES)}::float8
    )
    order by id`.execute(tx)
  return chooseVenue(rows, place.at, shop)
}

function chooseVenue(candidates: readonly Candidate[], at: Position | null, shop: Shop | null): Venue | undefined {
  const ofShop = shop && candidates.find(({ id, shop_key }) => shop_key === shop.key || id === shop.id)
  if (ofShop) return ofShop
  const others = candidates.filter(({ shop_key }) => !shop || shop_key === null)
  const [nearest] = others
    .map((venue) => ({ venue, away: metresTo(venue, at) }))
    .filter(({ away }) => away <= samePlaceMetres.venue)
    .toSorted((a, b) => a.away - b.away)
  return nearest?.venue ?? others.find((venue) => venue.same_address && (venue.lat === null || at === null))
}

function metresTo({ lat, lng }: Venue, at: Position | null): number {
  return at === null || lat === null || lng === null ? Number.POSITIVE_INFINITY : metresBetween(at, { lat, lng })
}

type Row = Position & {
  source: string
  source_key: string
  name: string
  branch: string | null
  category: string | null
}

async function findShop(db: Queryable, { nameKey, at }: VenuePlace): Promise<Shop | null> {
  if (!at) return null
  const { rows } = await sql<Row>`${prepared}
    select s.key as source, p.source_key, p.name, p.branch, p.category, p.lat, p.lng
    from (
      select *, map_point(lat, lng) <-> map_point(${at.lat}, ${at.lng}) as away from places
      order by map_point(lat, lng) <-> map_point(${at.lat}, ${at.lng}) limit ${sql.lit(COMPARED_SHOPS)}
    ) p
    join place_sources s on s.id = p.source_id
    order by p.away`.execute(db)
  const shop = rows.find(
    (row) => normalForm(fullName(row.name, row.branch)) === nameKey && metresBetween(at, row) <= samePlaceMetres.venue,
  )
  if (!shop) return null
  const { lat, lng, source, source_key, name, branch } = shop
  return { lat, lng, key: `${source}/${source_key}`, id: isEatery(shop) ? shopId(fullName(name, branch), shop) : null }
}

type Current = Readonly<{ id: number; name_key: string; is_alone: boolean }>

/**
 * Adds a post to its venue, which is created if missing. Posts share a venue if they are about the same imported place, or have
 * the same name near by or at the same address.
 */
export async function joinVenue(tx: Queryable, postId: number, post: PostPlaceInput): Promise<void> {
  const place = venuePlaceOf(post)
  if (!place) return
  const shop = await findShop(tx, place)
  await lockNames(tx, [place.nameKey])
  const wanted = { place, shop, except: null }
  await enter(tx, postId, place, (await findVenue(tx, wanted)) ?? (await makeVenue(tx, wanted)))
}

/** Removes a post from its venue, and deletes the venue with its last post. */
export async function leaveVenue(tx: Queryable, postId: number): Promise<void> {
  const seen = await currentVenue(tx, postId)
  if (!seen) return
  await lockNames(tx, [seen.name_key])
  const before = await currentVenue(tx, postId)
  if (before) await leave(tx, postId, before)
  if (before?.is_alone) await sql`delete from venues where id = ${before.id}`.execute(tx)
}

/** Moves an edited post to its present venue. The only post of a venue changes that venue, which keeps its URL, unless it is a shop's. */
export async function changeVenue(tx: Queryable, postId: number, post: PostPlaceInput): Promise<void> {
  const place = venuePlaceOf(post)
  const shop = place && (await findShop(tx, place))
  const seen = await currentVenue(tx, postId)
  if (!seen && !place) return
  await lockNames(tx, [seen?.name_key, place?.nameKey])
  const before = await currentVenue(tx, postId)
  const own = before?.is_alone && !isShopId(before.id) ? before.id : null
  const wanted = place && { place, shop, except: own }
  const found = wanted && (await findVenue(tx, wanted))
  if (wanted && !found && own !== null) return changePlace(tx, postId, own, wanted)
  if (before) await leave(tx, postId, before)
  if (wanted) {
    await enter(tx, postId, wanted.place, found ?? (await makeVenue(tx, wanted)))
  }
  if (before?.is_alone && found?.id !== before.id) await sql`delete from venues where id = ${before.id}`.execute(tx)
}

/** Locks the names of the posts' venues, so that no other transaction changes venues of these names. */
export async function lockVenueNames(tx: Queryable, posts: readonly PostPlaceInput[]): Promise<void> {
  await lockNames(
    tx,
    posts.map((post) => venuePlaceOf(post)?.nameKey),
  )
}

/**
 * Locks the marks (saves, collection entries and their hearts) of posts and their places before these change, in the order in which
 * the deletion of an account does: accounts and collections first, because a second change of a mark rechecks its foreign key.
 * Call it after locking the posts, and before their lists are written.
 */
export async function lockMarks(tx: Queryable, postIds: readonly number[]): Promise<void> {
  const posts = arrayOf('bigint', postIds)
  const isOf = sql`(post_id = any(${posts})
    or venue_id = any(array(select venue_id from venue_posts where post_id = any(${posts}))))`
  const hearts = sql`(select collection_id, post_id from collection_entries where ${isOf})`
  await sql`select from accounts where id = any(array(select account_id from saves where ${isOf}
      union select account_id from collection_hearts where (collection_id, post_id) in ${hearts}))
    order by id for key share`.execute(tx)
  await sql`select from saves where ${isOf} order by account_id, list, post_id for update`.execute(tx)
  await sql`select from collections where id = any(array(select collection_id from collection_entries where ${isOf}))
    order by id for key share`.execute(tx)
  await sql`select from collection_entries where ${isOf} order by collection_id, post_id for update`.execute(tx)
  await sql`select from collection_hearts where (collection_id, post_id) in ${hearts}
    order by collection_id, post_id, account_id for update`.execute(tx)
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

/** Creates a venue; that of a shop gets the id of the shop's page, unless another venue has it. */
async function makeVenue(tx: Queryable, { place, shop }: Wanted): Promise<Venue> {
  const { lat, lng } = positionOf(place, shop)
  const { rows } = await sql<Venue>`
    insert into venues (id, name_key, lat, lng, shop_key) overriding system value
    values (
      coalesce(
        (select given.id from (select ${shop?.id ?? null}::bigint as id) given
          where not exists (select from venues v where v.id = given.id)),
        nextval(pg_get_serial_sequence('venues', 'id'))
      ), ${place.nameKey}, ${lat}, ${lng}, ${shop?.key ?? null}
    ) returning id, lat, lng, shop_key`.execute(tx)
  const [venue] = rows
  if (!venue) throw new Error('the venue was not made')
  return venue
}

function positionOf({ at }: VenuePlace, shop: Shop | null): { lat: number | null; lng: number | null } {
  return shop ?? at ?? { lat: null, lng: null }
}

/** Removes a post from its venue. Its marks (`lockMarks`) stay with the venue, or with the post if that was its last one. */
async function leave(tx: Queryable, postId: number, { id }: Current): Promise<void> {
  await sql`delete from venue_posts where post_id = ${postId}`.execute(tx)
  await sql`select leave_marks(array[${id}::bigint], array[${postId}::bigint])`.execute(tx)
}

/** Adds a post to a venue, which takes over its marks, and its position if the venue has none. */
async function enter(tx: Queryable, postId: number, place: VenuePlace, venue: Venue): Promise<void> {
  const { addressKey, at } = place
  await tx.insertInto('venue_posts').values({ post_id: postId, venue_id: venue.id, address_key: addressKey }).execute()
  await sql`select join_marks(${postId}, ${venue.id})`.execute(tx)
  if (venue.lat === null && at) await tx.updateTable('venues').set(at).where('id', '=', venue.id).execute()
}

async function changePlace(tx: Queryable, postId: number, venueId: number, { place, shop }: Wanted): Promise<void> {
  const { lat, lng } = positionOf(place, shop)
  await sql`update venues set name_key = ${place.nameKey}, lat = ${lat}, lng = ${lng}, shop_key = ${shop?.key ?? null}
    where id = ${venueId}`.execute(tx)
  await sql`update venue_posts set address_key = ${place.addressKey} where post_id = ${postId}`.execute(tx)
}
