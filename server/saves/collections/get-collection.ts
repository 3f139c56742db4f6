import { sql } from 'kysely'
import type {
  CollectionEntry,
  CollectionPage,
  QueryGetCollectionArgs,
  QueryGetCollectionsArgs,
  QueryGetSearchCollectionsArgs,
} from '#contract/schema.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { searchSchema } from '#rules/search.ts'
import { isHandle, readId } from '#rules/validate.ts'
import { isShownTo } from '../../authors/visibility.ts'
import type { OperationContext } from '../../context.ts'
import { checkInput } from '../../errors.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../../posts/present-post.ts'
import { containsAllSql, hasGrams } from '../../search/match-terms.ts'
import { searchTerms } from '../../search/search-text.ts'
import { keptTitle } from '../entries.ts'
import { isReadable, loadCollections, noCollection, type PresentedCollection } from './load-collections.ts'

type EntryRow = {
  post_id: number
  note: string
  title: string | null
  place_name: string | null
  address: string | null
  lat: number | null
  lng: number | null
  place_id: number | null
}

export type PresentedPage = Omit<CollectionPage, 'collection' | 'entries'> & {
  collection: PresentedCollection
  entries: (Omit<CollectionEntry, 'post'> & { post: PresentedPost | null })[]
}

/**
 * A collection with all its entries.
 * @throws {AppError} NOT_FOUND for one that is unknown, another's private one, and one of who is hidden from the reader
 */
export async function getCollection(context: OperationContext, args: QueryGetCollectionArgs): Promise<PresentedPage> {
  const key = isHandle(args.id) ? args.id : ''
  const condition = sql`c.key = ${key} and ${isReadable(context.session)}`
  const [found] = await loadCollections(context, condition, { limit: 1 })
  if (!found) throw noCollection()
  return { collection: found.collection, entries: await entriesOf(context, found.id), nextCursor: null }
}

async function entriesOf(context: OperationContext, id: number): Promise<PresentedPage['entries']> {
  const { rows } = await sql<EntryRow>`
    select e.post_id, e.note, ${keptTitle(context.session, 'e')} as title, e.place_name, e.address, e.lat, e.lng,
      v.id as place_id
    from collection_entries e
    left join posts p on p.id = e.post_id left join venues v on v.id = e.venue_id
    where e.collection_id = ${id} and (p.id is null or ${isShownTo(context.session, 'post', 'p')})
    order by e.position`.execute(context.db)
  const ids = rows.map(({ post_id }) => post_id)
  const { rows: found } = await sql<PostRow>`${selectPosts} where p.id = any(${ids}::bigint[])`.execute(context.db)
  const posts = new Map(found.map((row) => [row.id, presentPost(context, row)]))
  return rows.map((row) => entryOf(row, posts.get(row.post_id) ?? null))
}

function entryOf(row: EntryRow, post: PresentedPost | null): PresentedPage['entries'][number] {
  const { post_id, note, title, place_name, address, lat, lng, place_id } = row
  return {
    id: String(post_id),
    post,
    title: post?.title ?? place_name ?? title ?? '',
    note,
    address: post ? (post.address ?? null) : address,
    lat: post ? (post.lat ?? null) : lat,
    lng: post ? (post.lng ?? null) : lng,
    place_id: place_id === null ? null : String(place_id),
  }
}

/** Those that a search shows above its posts. */
const MOST_FOUND = 12

/** The public ones of a member; all of one's own. */
export async function getCollections(
  context: OperationContext,
  { handle, post }: QueryGetCollectionsArgs,
): Promise<PresentedCollection[]> {
  if (!isHandle(handle)) return []
  const isOwn = context.session?.handle === handle && !context.session.restricted
  const condition = sql`c.account_id = (select id from accounts where handle = ${handle})
    ${isOwn ? sql`` : sql`and c.visibility = 'public'`}`
  const asked = typeof post === 'string' ? readId(post) : null
  const found = await loadCollections(context, condition, { limit: collectionLimits.collections, post: asked })
  return found.map(({ collection }) => collection)
}

/** Public ones with all words of the keyword in their name or text; 12 at most. @throws {AppError} BAD_USER_INPUT */
export async function getSearchCollections(
  context: OperationContext,
  args: QueryGetSearchCollectionsArgs,
): Promise<PresentedCollection[]> {
  const terms = searchTerms(checkInput(searchSchema, args).keyword)
  if (terms.length === 0) return []
  const condition = sql`c.visibility = 'public' and ${hasGrams(terms)} and ${containsAllSql(sql`c.normal`, terms)}`
  return (await loadCollections(context, condition, { limit: MOST_FOUND })).map(({ collection }) => collection)
}
