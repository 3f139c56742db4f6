import { type RawBuilder, sql } from 'kysely'
import type {
  Collection,
  CollectionEntry,
  CollectionPage,
  PostImage,
  QueryGetCollectionArgs,
  QueryGetCollectionsArgs,
  QueryGetSearchCollectionsArgs,
} from '#contract/schema.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import type { FoodKind } from '#rules/food-kinds.ts'
import { dayAndDayBefore } from '#rules/plan.ts'
import { searchSchema } from '#rules/search.ts'
import { isHandle, parseId } from '#rules/validate.ts'
import type { OperationContext, Session } from '../../../platform/context.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import {
  ANY_LIST,
  shownCollection,
  shownCollectionsOf,
  shownPlace,
  shownPostsOfPlace,
} from '../../../platform/database/shown.ts'
import { AppError, checkInput } from '../../../platform/errors.ts'
import { exemptModerator, isShownToAuthorToo, isShownToModeratorsToo } from '../../authors/visibility.ts'
import { isShopGone } from '../../places/shops/shop-reports.ts'
import { holidaysAmong } from '../../posts/lists/open-at.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../../posts/present-post.ts'
import { containsAllSql, hasAllGrams, searchTerms } from '../../search/search-text.ts'
import { isEntryOf, isEntryShownTo, type KeptPlace, type KeptShop, representingPost, shopOfEntry } from '../entries.ts'
import { type Hearts, isPlanMember, loadHearts, loadPlanMembers, type Plan } from './plan-members.ts'

type EntryRow = KeptPlace &
  KeptShop & {
    note: string
    shown_id: number | null
    shop_gone: boolean
    added_by: number | null
    adder: string | null
  }

/** A collection with its entries. The members who take part, of `chooserIds`, are loaded when requested. */
export type PresentedCollectionPage = Omit<CollectionPage, 'collection' | 'entries' | 'chosenBy'> & {
  collection: PresentedCollection
  entries: (Omit<CollectionEntry, 'post'> & { post: PresentedPost | null })[]
  chooserIds: readonly number[]
}

/**
 * A collection with all its entries.
 * @throws {AppError} NOT_FOUND if it is unknown, another member's private one, or by an author hidden from the reader
 */
export async function getCollection(
  context: OperationContext,
  args: QueryGetCollectionArgs,
): Promise<PresentedCollectionPage> {
  const key = isHandle(args.id) ? args.id : ''
  const condition = sql`c.key = ${key} and ${isReadableCollection(context.session)}`
  const [found] = await loadCollections(context, condition, { limit: 1, isById: true })
  if (!found) throw noCollection()
  const { id, collection } = found
  const reader = exemptModerator(context.session)
  const plan = { id, ownerId: collection.accountId }
  const isShared = collection.visibility !== 'private'
  const hearts = isShared ? await loadHearts(context, plan, reader) : new Map<number, Hearts>()
  const choosers = isShared ? await loadPlanMembers(context, plan, reader) : []
  const knowsNames = collection.mine && context.session?.restricted === false
  const entries = await entriesOf(context, plan, { hearts, knowsNames })
  return {
    collection: { ...collection, tiles: collection.collage.length > 0 ? [] : tilesOf(entries) },
    entries,
    nextCursor: null,
    choosers: choosers.length,
    chooserIds: knowsNames ? choosers : [],
    chosen: context.session !== null && choosers.includes(context.session.accountId),
  }
}

/** Places that the picture for links shows in place of photos. */
function tilesOf(entries: PresentedCollectionPage['entries']): Tile[] {
  return entries
    .flatMap(({ title, post, shop, shop_gone }): Tile[] =>
      (post ?? shop) && !shop_gone ? [{ name: title, kind: post?.kind ?? shop?.kind ?? 'other' }] : [],
    )
    .slice(0, COLLAGE)
}

async function entriesOf(
  context: OperationContext,
  plan: Plan,
  { hearts, knowsNames }: { hearts: ReadonlyMap<number, Hearts>; knowsNames: boolean },
): Promise<PresentedCollectionPage['entries']> {
  const reader = exemptModerator(context.session)
  const { rows } = await sql<EntryRow>`
    select e.post_id, p.id as shown_id, e.note, e.title, e.place_name, e.address, e.lat, e.lng, e.venue_id, e.added_by,
      e.from_shop, e.category, p.id is null and e.from_shop and ${isShopGone(sql`e.venue_id`)} as shop_gone,
      (select a.handle from accounts a where a.id = e.added_by and ${isPlanMember(plan, reader)}) as adder
    from collection_entries e left join lateral ${representingPost('collection_entries', 'e', { reader })} p on true
    where e.collection_id = ${plan.id} and ${isEntryShownTo(reader, 'e')}
    order by e.position`.execute(context.db)
  const ids = rows.flatMap(({ shown_id }) => shown_id ?? [])
  const { rows: found } = await sql<PostRow>`${selectPosts} where p.id = any(${ids}::bigint[])`.execute(context.db)
  const posts = new Map(found.map((row) => [row.id, presentPost(context, row)]))
  const accountId = context.session?.accountId ?? null
  for (const { shown_id, from_shop, venue_id } of rows) {
    if (shown_id === null && from_shop && venue_id !== null) noteShop(context, venue_id)
  }
  return rows.map((row) => {
    const { count = 0, mine = false, handles = [] } = hearts.get(row.post_id) ?? {}
    return {
      ...entryOf(row, (row.shown_id !== null && posts.get(row.shown_id)) || null),
      hearts: count,
      hearted: mine,
      heartedBy: knowsNames ? handles : [],
      added: accountId !== null && row.added_by === accountId,
      addedBy: knowsNames ? row.adder : null,
    }
  })
}

/** Notes in the response that it changes with the reader's marks of a shop, and with the shop's first post. */
function noteShop({ shown }: OperationContext, id: number): void {
  shown.add(shownPlace(String(id)))
  shown.add(shownPostsOfPlace(id))
}

function entryOf(row: EntryRow, post: PresentedPost | null) {
  const { post_id, note, title, place_name, address, lat, lng, venue_id, shop_gone } = row
  return {
    id: String(post_id),
    post,
    shop: post ? null : shopOfEntry(row),
    shop_gone,
    title: post?.title ?? place_name ?? title ?? '',
    note,
    address: post ? (post.address ?? null) : address,
    lat: post ? (post.lat ?? null) : lat,
    lng: post ? (post.lng ?? null) : lng,
    place_id: venue_id === null ? null : String(venue_id),
  }
}

const MOST_FOUND = 12

export async function getCollections(
  context: OperationContext,
  { handle, ...asked }: QueryGetCollectionsArgs,
): Promise<PresentedCollection[]> {
  if (!isHandle(handle)) return []
  context.shown.add(shownCollectionsOf(handle))
  const isOwn = context.session?.handle === handle && !context.session.restricted
  const condition = sql`c.account_id = (select id from accounts where handle = ${handle})
    ${isOwn ? sql`` : sql`and c.visibility = 'public'`}`
  const [post, place] = [asked.post, asked.place].map((id) => (typeof id === 'string' ? parseId(id) : null))
  const limit = collectionLimits.collections
  const found = await loadCollections(context, condition, { limit, post, place, isPrepared: true })
  // Their pictures and numbers change with the posts in them.
  if (found.length > 0) context.shown.add(ANY_LIST)
  return found.map(({ collection }) => collection)
}

/**
 * Public collections with all words of the keyword in their name or text; 12 at most.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function getSearchCollections(
  context: OperationContext,
  args: QueryGetSearchCollectionsArgs,
): Promise<PresentedCollection[]> {
  const terms = searchTerms(checkInput(searchSchema, args).keyword)
  if (terms.length === 0) return []
  const condition = sql`c.visibility = 'public' and ${hasAllGrams(terms)} and ${containsAllSql(sql`c.normal`, terms)}`
  // Most keywords name no collection, and planning what a list shows takes longer than this.
  const { rows } = await sql`select from collections c where ${condition} limit 1`.execute(context.db)
  if (rows.length === 0) return []
  return (await loadCollections(context, condition, { limit: MOST_FOUND })).map(({ collection }) => collection)
}

/** A collection without its entries. The owner is loaded when requested. */
export type PresentedCollection = Omit<Collection, 'owner' | 'hiddenBecause' | 'share_image'> & {
  accountId: number
  /** The first four pictures. */
  collage: PostImage[]
  /** The first four places of a collection without pictures; empty in lists of collections. */
  tiles: readonly Tile[]
}

/** A place that is drawn without a photo. */
export type Tile = Readonly<{ name: string; kind: FoodKind }>

type Picture = { url: string | null; key: string | null; width: number; height: number; placeholder: string }

type CollectionRow = {
  id: number
  key: string
  account_id: number
  name: string
  about: string
  visibility: Collection['visibility']
  updated_at: Date
  plan_at: Date | null
  from_name: string | null
  from_lat: number | null
  from_lng: number | null
  members_add: boolean
  count: number
  covers: Picture[]
  has: boolean
}

/** Pictures of a collection in lists. */
const COVERS = 3
/** Photos in a collection's picture for links. */
const COLLAGE = 4

type Loaded = Readonly<{
  limit: number
  post?: number | null | undefined
  place?: number | null | undefined
  isById?: boolean
  isPrepared?: boolean
}>

type Found = Readonly<{ id: number; collection: PresentedCollection }>

/**
 * Loads collections `c` that match a condition, the latest change first, without entries of authors hidden from the reader.
 * @param post id of a post, or a place; each collection tells whether it contains it
 * @param isById whether the condition is an id, by which moderators also read hidden collections
 * @param isPrepared whether the best plan is the same for all values of the condition: planning takes longer than reading
 */
export async function loadCollections(
  context: OperationContext,
  condition: RawBuilder<unknown>,
  { limit, post = null, place, isById = false, isPrepared = isById }: Loaded,
): Promise<Found[]> {
  const reader = isById ? exemptModerator(context.session) : context.session
  const shown = representingPost('collection_entries', 'e', { reader })
  const isOpen = (isById ? isShownToModeratorsToo : isShownToAuthorToo)(context.session, 'collection', 'c')
  const { rows } = await sql<CollectionRow>`${isPrepared ? prepared : sql``}
    select c.id, c.key, c.account_id, c.name, c.about, c.visibility, c.updated_at,
      c.plan_at, c.from_name, c.from_lat, c.from_lng, c.members_add,
      (select count(*)::integer from collection_entries e left join lateral ${shown} p on true
        where e.collection_id = c.id and ${isEntryShownTo(reader, 'e')}) as count,
      array(select to_json(picture) from (
        select u.url, i.key, i.width, i.height, i.placeholder
        from collection_entries e join lateral ${shown} p on true
        join image_uses u on u.post_id = p.id and u.position = 0 left join images i on i.id = u.image_id
        where e.collection_id = c.id order by e.position limit ${sql.lit(COLLAGE)}
      ) picture) as covers,
      exists(select from collection_entries e left join lateral ${shown} p on true
        where e.collection_id = c.id and ${isEntryOf({ post, place })} and ${isEntryShownTo(reader, 'e')}) as has
    from collections c where ${condition} and ${isOpen}
    order by c.updated_at desc, c.id desc limit ${sql.lit(limit)}`.execute(context.db)
  return rows.map((row) => ({ id: row.id, collection: present(context, row) }))
}

/**
 * SQL of whether the collection `c` is readable: a private one for its owner, with a permanent password; others for all with
 * the id.
 */
export function isReadableCollection(session: Session | null): RawBuilder<boolean> {
  const owner = session && !session.restricted ? session.accountId : null
  return sql`(c.visibility <> 'private' or c.account_id = ${owner})`
}

/** The same error for unknown and for unreadable ids. */
export function noCollection(): AppError {
  return new AppError('NOT_FOUND', { message: serverFailureMessages.noCollection })
}

function present({ images, session, shown }: OperationContext, row: CollectionRow): PresentedCollection {
  shown.add(shownCollection(row.key))
  const collage = row.covers.flatMap((picture): PostImage[] => {
    const { key, width, height, placeholder } = picture
    const url = images.urlOf(key, picture.url)
    return url === null ? [] : [{ url, info: key === null ? null : { width, height, placeholder } }]
  })
  return {
    accountId: row.account_id,
    id: row.key,
    name: row.name,
    about: row.about,
    visibility: row.visibility,
    count: row.count,
    cover: collage[0] ?? null,
    covers: collage.slice(0, COVERS),
    collage,
    tiles: [],
    has: row.has,
    mine: row.account_id === session?.accountId,
    updatedAt: row.updated_at.toISOString(),
    ...presentPlan(row),
  }
}

function presentPlan({ plan_at, from_name: name, from_lat: lat, from_lng: lng, members_add }: CollectionRow) {
  return {
    planAt: plan_at?.toISOString() ?? null,
    planHolidays: plan_at ? holidaysAmong(dayAndDayBefore(plan_at.getTime())) : [],
    planFrom: name === null || lat === null || lng === null ? null : { name, lat, lng },
    membersAdd: members_add,
  }
}
