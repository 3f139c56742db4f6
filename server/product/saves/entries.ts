import { type RawBuilder, sql } from 'kysely'
import type { SaveList, Shop } from '#contract/schema.gen.ts'
import { MAX_SAVED_PER_LIST } from '#rules/saves.ts'
import type { OperationContext, Session } from '../../platform/context.ts'
import { arrayOf, prepared } from '../../platform/database/prepared.ts'
import { badInput, requireId } from '../../platform/errors.ts'
import { isSeenBy, isShownTo, type Reader } from '../authors/visibility.ts'
import { presentShop } from '../places/shops/find-shops.ts'
import { hasFacts } from '../posts/lists/list-filter.ts'
import { containsAllSql, normalFormSql, type SearchTerm } from '../search/search-text.ts'

/** An entry's own copy of its place, shown when no post represents the entry. */
export type KeptPlace = {
  post_id: number
  title: string | null
  place_name: string | null
  address: string | null
  lat: number | null
  lng: number | null
}

/** Columns of an entry that tell whether its own copy is of a shop of public data. */
export type KeptShop = { from_shop: boolean; venue_id: number | null; category: string | null }

/** The shop that an entry without a post is of; null if the entry is of a deleted post. */
export function shopOfEntry(entry: KeptPlace & KeptShop): Shop | null {
  const { from_shop, venue_id: id, place_name: name, category, address, lat, lng } = entry
  if (!from_shop || id === null || name === null || lat === null || lng === null) return null
  return presentShop({ id, name, category, address, lat, lng })
}

/** Which entries of one of the reader's lists to find. */
export type ListQuery = Readonly<{
  reader: Session
  list: SaveList
  terms: readonly SearchTerm[]
  /** Facts that posts must have (`wantedFacts`); 0 for all. */
  facts?: number
}>

/**
 * SQL for a `from`: the entries of a list, as `e`, with `post_id`, `at` (when it was saved), `shown_id` and `shown_title` of the post
 * that represents the entry, and columns of the entry's own copy. With search words, those of the newest `MAX_SAVED_PER_LIST`
 * entries that have all words.
 */
export function entriesOf({ reader, list, terms, facts = 0 }: ListQuery): RawBuilder<unknown> {
  const all = sources[list](reader)
  const entries = facts === 0 ? all : sql`select * from (${all}) told where ${hasFacts(sql`told.facts`, facts)}`
  if (terms.length === 0) return sql`(${entries}) e`
  return sql`(
    select newest.* from (${newest(entries)}) newest left join post_search t on t.post_id = newest.shown_id
    where ${containsAllSql(sql`coalesce(t.normal, ${placeText})`, terms)}
  ) e`
}

/** As `entriesOf`, but only the newest `MAX_SAVED_PER_LIST`: sorting by distance reads them all. */
export function newestEntriesOf(list: ListQuery): RawBuilder<unknown> {
  return sql`(${newest(sql`select * from ${entriesOf(list)}`)}) e`
}

/** SQL of the text that is searched if no post represents the entry: its copy of the place. */
const placeText = normalFormSql(
  sql`concat_ws(E'\\n', newest.title, newest.place_name, newest.address, newest.category)`,
)

function newest(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select * from (${entries}) kept order by at desc, post_id desc limit ${sql.lit(MAX_SAVED_PER_LIST)}`
}

type Named = Readonly<{ post: number } | { place: number }>

type NamedArgs = Readonly<{ post?: string | null | undefined; place?: string | null | undefined }>

/**
 * The post or the place that arguments name.
 * @throws {AppError} BAD_USER_INPUT unless it is one of the two, NOT_FOUND for an invalid id
 */
export function parsePostOrPlace({ post, place }: NamedArgs): Named {
  if (typeof post === 'string' && typeof place !== 'string') return { post: requireId(post) }
  if (typeof place === 'string' && typeof post !== 'string') return { place: requireId(place) }
  throw badInput([])
}

type Asked = Readonly<{ post: number | null; place?: number | null | undefined }>

/** SQL of whether the entry `e` of a collection is of the place; without `place`, of the post or of its place. */
export function isEntryOf({ post, place = null }: Asked): RawBuilder<boolean> {
  if (place !== null) return sql<boolean>`e.venue_id = ${place}`
  return sql<boolean>`(e.post_id = ${post}::bigint
    or e.venue_id = (select venue_id from venue_posts where post_id = ${post}::bigint))`
}

type Represented = 'saves' | 'collection_entries'

/**
 * SQL for a lateral join: the post that represents the entry `alias`, if the reader may see one. Of a saved place that is
 * its newest, in a collection the chosen one, as long as it is shown.
 */
export function representingPost(
  table: Represented,
  alias: string,
  { reader, isShown = isShownTo }: { reader: Reader; isShown?: typeof isShownTo },
): RawBuilder<unknown> {
  const entry = (column: string) => sql.ref(`${alias}.${column}`)
  const newest = sql`(select shown.* from venue_posts v join posts shown on shown.id = v.post_id
    where v.venue_id = ${entry('venue_id')} and ${isShown(reader, 'post', 'shown')} order by v.post_id desc limit 1)`
  const own = sql`(select shown.* from posts shown where shown.id = ${entry('post_id')} and ${isShown(reader, 'post', 'shown')})`
  return table === 'saves' ? sql`(${newest} union all ${own} limit 1)` : sql`(${own} union all ${newest} limit 1)`
}

/**
 * SQL of whether a reader sees the entry `alias` with the post `p` of `representingPost`. An entry of a deleted post is seen by
 * readers who may see its author; an entry of a shop, or without an author, by everybody.
 */
export function isEntryShownTo(reader: Reader, alias: 's' | 'e'): RawBuilder<boolean> {
  const author = sql.ref(`${alias}.author_id`)
  return sql<boolean>`(p.id is not null or ${sql.ref(`${alias}.from_shop`)} or (${author} is null or ${isSeenBy(reader, author)})
    and not exists (select from posts hidden where hidden.id = ${sql.ref(`${alias}.post_id`)}))`
}

const saved = (list: 'want' | 'been') => (reader: Session) =>
  sql`
  select s.post_id, p.id as shown_id, p.title as shown_title, s.saved_at as at, s.title, s.place_name, s.address, s.category, s.venue_id, s.from_shop,
    case when p.id is null then s.facts else p.facts end as facts, p.open_hours,
    ${positionOf('lat')}, ${positionOf('lng')}
  from saves s left join lateral ${representingPost('saves', 's', { reader })} p on true
  where s.account_id = ${reader.accountId} and s.list = ${sql.lit(list)}
    and ${isEntryShownTo(reader, 's')}`

/** SQL of an entry's position: of its post, or else of the place; without a post, that of its own copy. */
function positionOf(side: 'lat' | 'lng'): RawBuilder<unknown> {
  const [kept, current] = [sql.ref(`s.${side}`), sql.ref(`p.${side}`)]
  return sql`case when p.id is null then ${kept}
    else coalesce(${current}, (select ${sql.ref(side)} from venues where id = s.venue_id)) end as ${sql.ref(side)}`
}

const postColumns = sql`p.id as post_id, p.id as shown_id, p.title as shown_title, p.title, p.place_name, p.address, null as category, null::bigint as venue_id,
  false as from_shop, p.facts, p.lat, p.lng`

const sources: Record<SaveList, (reader: Session) => RawBuilder<unknown>> = {
  want: saved('want'),
  been: saved('been'),
  liked: (reader) => sql`
    select l.created_at as at, ${postColumns} from likes l join posts p on p.id = l.post_id
    where l.account_id = ${reader.accountId} and ${isShownTo(reader, 'post', 'p')}`,
  written: ({ accountId }) => sql`
    select p.created_at as at, ${postColumns} from posts p where p.account_id = ${accountId}`,
}

/** SQL of those of `posts` that an account has in a list, as such or by their place. */
function savedAmong(
  posts: RawBuilder<unknown>,
  account: RawBuilder<unknown>,
  list: 'want' | 'been',
): RawBuilder<unknown> {
  const own = sql`s.account_id = ${account} and s.list = ${sql.lit(list)}`
  return sql`(select s.post_id from saves s where ${own} and s.post_id = any(${posts})
    union select v.post_id from venue_posts v join saves s on ${own} and s.venue_id = v.venue_id where v.post_id = any(${posts}))`
}

/** Loads in which lists the member has each post. Without a session no query runs. */
export async function loadSavedLists(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  postIds: readonly string[],
): Promise<string[][]> {
  if (!session) return postIds.map(() => [])
  const among = (list: 'want' | 'been') => sql`select post_id, ${sql.lit(list)} as list
    from ${savedAmong(arrayOf('bigint', postIds), sql`${session.accountId}`, list)} saved`
  const { rows } = await sql<{ post_id: number; list: string }>`${prepared}
    ${among('want')} union all ${among('been')}`.execute(db)
  const lists = Map.groupBy(rows, ({ post_id }) => String(post_id))
  return postIds.map((id) => (lists.get(id) ?? []).map(({ list }) => list))
}
