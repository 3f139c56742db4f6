import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import {
  findShop,
  findVenue,
  type PostPlaceInput,
  type Shop,
  type Venue,
  type VenuePlace,
  venuePlaceOf,
  type Wanted,
} from './find-venue.ts'

type Current = Readonly<{ id: number; name_key: string; is_alone: boolean }>

/**
 * Adds a new post to the venue of its place, or creates it: the same imported place, or the same name near by or at the
 * address.
 */
export async function joinVenue(tx: Queryable, postId: number, post: PostPlaceInput): Promise<void> {
  const place = venuePlaceOf(post)
  if (!place) return
  const shop = await findShop(tx, place)
  await lockNames(tx, [place.nameKey])
  const wanted = { place, shop, except: null }
  await enter(tx, postId, place, (await findVenue(tx, wanted)) ?? (await makeVenue(tx, wanted)))
}

/** The venue goes with its last post. */
export async function leaveVenue(tx: Queryable, postId: number): Promise<void> {
  const seen = await currentVenue(tx, postId)
  if (!seen) return
  await lockNames(tx, [seen.name_key])
  const before = await currentVenue(tx, postId)
  await sql`delete from venue_posts where post_id = ${postId}`.execute(tx)
  if (before?.is_alone) await sql`delete from venues where id = ${before.id}`.execute(tx)
}

/** A post that is alone in its venue changes that one, so that its URL stays. */
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

/** In the order in which a withdrawal locks several. */
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

/** Also stores the position of a place whose venue had none. */
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
