import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import {
  findShops,
  findVenues,
  type PostPlaceInput,
  type Shop,
  type Venue,
  type VenuePlace,
  venuePlaceOf,
  type Wanted,
} from './find-venues.ts'

type Current = Readonly<{ id: number; name_key: string; is_alone: boolean }>

/** A post that is written already, and its fields. */
type Joining = Readonly<{ id: number; post: PostPlaceInput }>

/** A post, its place, and the venue that it enters. */
type Entry = Readonly<{ postId: number; place: VenuePlace; venue: Venue }>

/**
 * Adds new posts to the venues of their places, or creates the venues. Posts share a venue if they are about the same
 * imported place, or have the same name within `samePlace.venue`, or the same name and address when a position is missing.
 * Call it after the posts are written, and with at most one post of each name (`VenuePlace.nameKey`).
 */
export async function joinVenues(tx: Queryable, posts: readonly Joining[]): Promise<void> {
  const joining = posts.flatMap(({ id, post }) => {
    const place = venuePlaceOf(post)
    return place ? [{ postId: id, place }] : []
  })
  if (joining.length === 0) return
  const places = joining.map(({ place }) => place)
  const shops = await findShops(tx, places)
  await lockNames(
    tx,
    places.map(({ nameKey }) => nameKey),
  )
  const wanted = places.map((place, index) => ({ place, shop: shops[index] ?? null, except: null }))
  const found = await findVenues(tx, wanted)
  const made = await makeVenues(
    tx,
    wanted.filter((_, index) => !found[index]),
  )
  await enter(
    tx,
    joining.map(({ postId, place }, index) => ({ postId, place, venue: found[index] ?? requireVenue(made, place) })),
  )
}

/** Adds a new post to the venue of its place (`joinVenues`). */
export function joinVenue(tx: Queryable, id: number, post: PostPlaceInput): Promise<void> {
  return joinVenues(tx, [{ id, post }])
}

/**
 * Moves an edited post to the venue of its new place. If no such venue exists and the post is alone in its venue, that
 * venue is changed instead, so that its URL stays.
 */
export async function changeVenue(tx: Queryable, postId: number, post: PostPlaceInput): Promise<void> {
  const place = venuePlaceOf(post)
  const [shop = null] = place ? await findShops(tx, [place]) : []
  const seen = await currentVenue(tx, postId)
  if (!seen && !place) return
  await lockNames(tx, [seen?.name_key, place?.nameKey])
  const before = await currentVenue(tx, postId)
  const wanted = place && { place, shop, except: before?.is_alone ? before.id : null }
  const [found] = wanted ? await findVenues(tx, [wanted]) : []
  if (wanted && !found && before?.is_alone) return changePlace(tx, postId, before.id, wanted)
  await sql`delete from venue_posts where post_id = ${postId}`.execute(tx)
  if (wanted) {
    const venue = found ?? requireVenue(await makeVenues(tx, [wanted]), wanted.place)
    await enter(tx, [{ postId, place: wanted.place, venue }])
  }
  if (before?.is_alone) await sql`delete from venues where id = ${before.id}`.execute(tx)
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

/** Creates the venues; returns them by name. */
async function makeVenues(tx: Queryable, wanted: readonly Wanted[]): Promise<Map<string, Venue>> {
  if (wanted.length === 0) return new Map()
  const positions = wanted.map(({ place, shop }) => positionOf(place, shop))
  const { rows } = await sql<Venue & { name_key: string }>`${prepared}
    insert into venues (name_key, lat, lng, shop_key)
    select * from unnest(${wanted.map(({ place }) => place.nameKey)}::text[], ${positions.map(({ lat }) => lat)}::float8[],
      ${positions.map(({ lng }) => lng)}::float8[], ${wanted.map(({ shop }) => shop?.key ?? null)}::text[])
    returning id, name_key, lat, lng, shop_key`.execute(tx)
  return new Map(rows.map((row) => [row.name_key, row]))
}

function positionOf({ at }: VenuePlace, shop: Shop | null): { lat: number | null; lng: number | null } {
  return shop ?? at ?? { lat: null, lng: null }
}

function requireVenue(made: ReadonlyMap<string, Venue>, { nameKey }: VenuePlace): Venue {
  const venue = made.get(nameKey)
  if (!venue) throw new Error('no venue was made')
  return venue
}

/** Also stores the position of a place whose venue had none. */
async function enter(tx: Queryable, entries: readonly Entry[]): Promise<void> {
  await sql`${prepared} insert into venue_posts (post_id, venue_id, address_key)
    select * from unnest(${entries.map(({ postId }) => postId)}::bigint[], ${entries.map(({ venue }) => venue.id)}::bigint[],
      ${entries.map(({ place }) => place.addressKey)}::text[])`.execute(tx)
  for (const { venue, place } of entries) {
    if (venue.lat !== null || !place.at) continue
    await sql`update venues set lat = ${place.at.lat}, lng = ${place.at.lng} where id = ${venue.id}`.execute(tx)
  }
}

async function changePlace(tx: Queryable, postId: number, venueId: number, { place, shop }: Wanted): Promise<void> {
  const { lat, lng } = positionOf(place, shop)
  await sql`update venues set name_key = ${place.nameKey}, lat = ${lat}, lng = ${lng}, shop_key = ${shop?.key ?? null}
    where id = ${venueId}`.execute(tx)
  await sql`update venue_posts set address_key = ${place.addressKey} where post_id = ${postId}`.execute(tx)
}
