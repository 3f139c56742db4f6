import { sql } from 'kysely'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages } from '#rules/collections.ts'
import { MAX_SAVED_PER_LIST, saveMessages } from '#rules/saves.ts'
import type { MemberContext, Session } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { arrayOf, columnArraysOf } from '../../platform/database/prepared.ts'
import { badInput } from '../../platform/errors.ts'
import { isShownTo } from '../authors/visibility.ts'
import { lockWriter } from '../enforcement/require-writer.ts'
import type { FoundShop } from '../places/shops/find-shops.ts'
import { loadShopStates } from '../posts/venues/shops-without-posts.ts'
import { hideForHeldWords, lockEntries, lockOwnCollection } from './collections/write-collection.ts'
import { factsOfShop } from './save-place.ts'

type Words = Omit<FoundShop, 'source'>

/** A place of a file that a member imports: it has a post here, or is a shop of public data, or both. */
export type BroughtPlace = Readonly<{ post: number | null; place: number | null; shop: Words | null; note: string }>

/**
 * Returns the places as they are now, null for those that the member cannot see any more. Locks their posts, so that the
 * places of these do not change, and the account, so that simultaneous requests cannot exceed a limit; posts come first, as
 * in a withdrawal.
 */
export async function lockBroughtPlaces(
  tx: Queryable,
  reader: Session,
  asked: readonly BroughtPlace[],
): Promise<(BroughtPlace | null)[]> {
  const shops = asked.map(({ shop }) => shop)
  const named = shops.filter((shop) => shop !== null)
  const states = await loadShopStates(
    tx,
    named.map((shop) => ({ ...shop, source: '' })),
  )
  const venueOf = new Map(named.map(({ id }, index) => [id, states[index]?.venue ?? null]))
  const places = asked.map(({ place, shop }) => (shop && venueOf.get(shop.id)) ?? place)
  const { rows } = await sql<{ nth: number; post: number }>`select a.nth, p.id as post
    from unnest(${columnArraysOf(
      asked.map(({ post }, index) => ({ post, place: places[index] ?? null })),
      { post: 'bigint', place: 'bigint' },
    )})
      with ordinality a(post, place, nth)
    cross join lateral (
      (select p.id from venue_posts v join posts p on p.id = v.post_id
        where v.venue_id = a.place and ${isShownTo(reader, 'post', 'p')} order by v.post_id desc limit 1)
      union all (select p.id from posts p where p.id = a.post and ${isShownTo(reader, 'post', 'p')}) limit 1
    ) p`.execute(tx)
  const postOf = new Map(rows.map(({ nth, post }) => [nth - 1, post]))
  const venues = await lockPosts(tx, reader, [...postOf.values()])
  await sql`select from accounts where id = ${reader.accountId} for no key update`.execute(tx)
  await lockWriter(tx, reader.accountId)
  return asked.map(({ shop, note }, index) => {
    const post = postOf.get(index)
    if (post !== undefined && venues.has(post)) return { post, place: venues.get(post) ?? null, shop, note }
    return shop ? { post: null, place: shop.id, shop, note } : null
  })
}

/** Locks the posts that the reader still sees, and returns the place of each. */
async function lockPosts(
  tx: Queryable,
  reader: Session,
  posts: readonly number[],
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ id: number }>`select id from posts
    where id = any(${arrayOf('bigint', posts)}) and ${isShownTo(reader, 'post', 'posts')} order by id for share`.execute(
    tx,
  )
  const { rows: venues } = await sql<{ post_id: number; venue_id: number }>`select post_id, venue_id from venue_posts
    where post_id = any(${arrayOf(
      'bigint',
      rows.map(({ id }) => id),
    )})`.execute(tx)
  const venueOf = new Map(venues.map(({ post_id, venue_id }) => [post_id, venue_id]))
  return new Map(rows.map(({ id }) => [id, venueOf.get(id) ?? null]))
}

const columnTypes = {
  post: 'bigint',
  place: 'bigint',
  shop: 'text',
  name: 'text',
  category: 'text',
  address: 'text',
  lat: 'float8',
  lng: 'float8',
} as const

/** Columns of an entry. It copies a shop's name and address only if the shop is the entry's place. */
function entryOf({ post, place, shop }: BroughtPlace) {
  const words = shop?.id === place ? shop : null
  return {
    post: post ?? place,
    place,
    shop: words !== null,
    name: words?.name ?? null,
    category: words?.category ?? null,
    address: words?.address ?? null,
    lat: words?.lat ?? null,
    lng: words?.lng ?? null,
    facts: words && factsOfShop(words),
  }
}

/**
 * Adds places to '가고 싶어요', all or none. Call it after `lockBroughtPlaces`.
 * @returns how many are new @throws {AppError} BAD_USER_INPUT for a full list
 */
export async function saveWantedPlaces(
  tx: Queryable,
  { accountId }: Pick<Session, 'accountId'>,
  places: readonly BroughtPlace[],
): Promise<number> {
  const rows = distinct(places).map(entryOf)
  const { rows: added } = await sql`
    insert into saves (account_id, list, post_id, venue_id, from_shop, place_name, category, address, lat, lng, facts)
    select ${accountId}, 'want', a.post, a.place, a.shop::boolean, a.name, a.category, a.address, a.lat, a.lng, a.facts
    from unnest(${columnArraysOf(rows, { ...columnTypes, facts: 'integer' })}) a(post, place, shop, name, category, address, lat, lng, facts)
    where not exists (select from saves s where s.account_id = ${accountId} and s.list = 'want'
      and (s.post_id = a.post or s.venue_id = a.place))
    on conflict do nothing returning post_id`.execute(tx)
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count from saves
    where account_id = ${accountId} and list = 'want'`.execute(tx)
  if ((counted[0]?.count ?? 0) > MAX_SAVED_PER_LIST) throw badInput([{ field: 'list', message: saveMessages.full }])
  return added.length
}

/**
 * Adds places at the end of one of the caller's collections, with their notes, all or none. Call it after `lockBroughtPlaces`.
 * @returns how many are new @throws {AppError} as `lockOwnCollection`; BAD_USER_INPUT for a full collection
 */
export async function putPlacesInCollection(
  tx: Queryable,
  context: MemberContext,
  key: string,
  places: readonly BroughtPlace[],
): Promise<number> {
  const id = await lockOwnCollection(tx, context, key)
  const entries = await lockEntries(tx, id)
  const last = Math.max(0, ...entries.map(({ position }) => position))
  const asked = distinct(places).map((one) => ({ ...entryOf(one), note: one.note }))
  const { rows: added } = await sql<{ note: string }>`
    insert into collection_entries
      (collection_id, post_id, venue_id, position, note, from_shop, place_name, category, address, lat, lng)
    select ${id}, a.post, a.place, ${last}::integer + a.nth, a.note, a.shop::boolean, a.name, a.category, a.address, a.lat, a.lng
    from unnest(${columnArraysOf(asked, { ...columnTypes, note: 'text' })})
      with ordinality a(post, place, shop, name, category, address, lat, lng, note, nth)
    where not exists (select from collection_entries e where e.collection_id = ${id}
      and (e.post_id = a.post or e.venue_id = a.place))
    on conflict do nothing returning note`.execute(tx)
  if (entries.length + added.length > collectionLimits.entries) {
    throw badInput([{ field: 'collection', message: collectionMessages.full }])
  }
  if (added.length === 0) return 0
  await hideForHeldWords(
    tx,
    id,
    added.map(({ note }) => note),
  )
  await sql`update collections set updated_at = now() where id = ${id}`.execute(tx)
  return added.length
}

/** Removes repeated places. */
function distinct(places: readonly BroughtPlace[]): BroughtPlace[] {
  const known = new Map<string, BroughtPlace>()
  for (const one of places) {
    const key = one.place === null ? `post ${one.post}` : String(one.place)
    if (!known.has(key)) known.set(key, one)
  }
  return [...known.values()]
}
