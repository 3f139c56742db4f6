import { type RawBuilder, sql } from 'kysely'
import type {
  GoneEntry,
  QueryGetSavedPinsArgs,
  QueryGetSavedPostsArgs,
  SavedCounts,
  SavedPin,
  SaveList,
} from '#contract/schema.gen.ts'
import { once } from '#rules/once.ts'
import { BY_DISTANCE, LIST_PAGE_SIZE } from '#rules/paging.ts'
import { nearSchema } from '#rules/places.ts'
import { MAX_LIST_PINS } from '#rules/saves.ts'
import { keywordSchema } from '#rules/search.ts'
import type { MemberContext, OperationContext } from '../../platform/context.ts'
import { shownPlace } from '../../platform/database/shown.ts'
import { checkInput } from '../../platform/errors.ts'
import { isPublicOrOwn } from '../authors/visibility.ts'
import { countRows, EXACT_COUNT_LIMIT } from '../posts/lists/list-counts.ts'
import { wantedFacts } from '../posts/lists/list-filter.ts'
import { openAt } from '../posts/lists/open-at.ts'
import { isOpen } from '../posts/lists/open-weeks.ts'
import { degreesOf } from '../posts/lists/orders.ts'
import { cursorAfter, type PresentedList, parseListRequest } from '../posts/lists/paging.ts'
import { type PostRow, presentPost, selectPostsHiddenToo } from '../posts/present-post.ts'
import { searchTerms } from '../search/search-text.ts'
import { entriesOf, type KeptPlace, type KeptShop, type ListQuery, newestEntriesOf, shopOfEntry } from './entries.ts'

type EntryRow = KeptPlace &
  KeptShop & {
    rank: string | number
    /** Post that represents the entry; null for a deleted post and for a shop. */
    shown_id: number | null
  }

/** An order of entries `e`. `rank` is what they are ordered by; a time is text, which keeps all its digits. */
type Order = Readonly<{
  name: string
  from: RawBuilder<unknown>
  shown: RawBuilder<unknown>
  by: RawBuilder<unknown>
  rank: RawBuilder<unknown>
}> & {
  after: (rank: string | number, id: number) => RawBuilder<unknown>
}

/** Distance in degrees of entries without a position: more than any other, so that they come last. */
const NOWHERE = 1e9

/** A page of one of the caller's lists. @throws {AppError} BAD_USER_INPUT */
export async function getSavedPosts(context: MemberContext, args: QueryGetSavedPostsArgs): Promise<PresentedList> {
  const { session: reader } = context
  const keyword = checkInput(keywordSchema, args.keyword ?? '')
  const wanted = { reader, list: args.list, terms: searchTerms(keyword), facts: wantedFacts(args) }
  const order = args.sort === BY_DISTANCE ? nearest(wanted, args) : latest(wanted)
  const words = wanted.terms.map(({ text }) => text)
  const list = parseListRequest(context, ['saved', args.list, order.name, ...words].join(' '), args)
  const { paging } = list
  const after = 'after' in paging ? order.after(paging.after.rank ?? '', paging.after.id) : sql`true`
  const { rows } = await sql<EntryRow>`
    select e.*, ${order.rank} as rank from ${order.from}
    where ${order.shown} and ${after} order by ${order.by} limit ${sql.lit(LIST_PAGE_SIZE + 1)}`.execute(context.db)
  const entries = rows.slice(0, LIST_PAGE_SIZE)
  const last = entries.at(-1)
  return {
    ...(await present(context, entries)),
    count: once(() => countRows(context.db, sql`select from ${order.from} where ${order.shown}`, EXACT_COUNT_LIMIT)),
    nextCursor: rows.length > LIST_PAGE_SIZE && last ? cursorAfter(context, list, last.post_id, last.rank) : null,
    startCursor: null,
  }
}

function latest(wanted: ListQuery): Order {
  return {
    name: 'latest',
    from: entriesOf(wanted),
    shown: sql`true`,
    by: sql`e.at desc, e.post_id desc`,
    rank: sql`e.at::text`,
    after: (at, id) => sql`(e.at, e.post_id) < (${at}::text::timestamptz, ${id})`,
  }
}

function nearest(wanted: ListQuery, args: Pick<QueryGetSavedPostsArgs, 'lat' | 'lng' | 'radius'>): Order {
  const { lat, lng, radius } = checkInput(nearSchema, { lat: args.lat, lng: args.lng, radius: args.radius })
  const away = sql`coalesce(map_point(e.lat, e.lng) <-> map_point(${lat}, ${lng}), ${sql.lit(NOWHERE)}::float8)`
  return {
    name: `near ${lat} ${lng}${radius === null ? '' : ` within ${radius}`}`,
    from: newestEntriesOf(wanted),
    shown: radius === null ? sql`true` : sql`${away} <= ${degreesOf(radius, { lat, lng })}`,
    by: sql`${away}, e.post_id desc`,
    rank: away,
    after: (rank, id) => sql`(${away} > ${rank} or ${away} = ${rank} and e.post_id < ${id})`,
  }
}

async function present(
  context: OperationContext,
  entries: readonly EntryRow[],
): Promise<Pick<PresentedList, 'data' | 'gone'>> {
  const ids = entries.flatMap(({ shown_id }) => shown_id ?? [])
  const { rows } = await sql<PostRow>`${selectPostsHiddenToo}
    where p.id = any(${ids}::bigint[]) and ${isPublicOrOwn(context.session, 'p')}`.execute(context.db)
  const posts = new Map(rows.map((row) => [row.id, row]))
  const data: PresentedList['data'] = []
  const gone: GoneEntry[] = []
  for (const entry of entries) {
    const post = entry.shown_id === null ? undefined : posts.get(entry.shown_id)
    if (post) data.push(presentPost(context, post))
    else if (entry.shown_id === null) {
      gone.push(entryWithoutPost(entry, data.length))
      context.shown.add(entry.from_shop ? shownPlace(String(entry.venue_id)) : String(entry.post_id))
    }
  }
  return { data, gone }
}

function entryWithoutPost(entry: EntryRow, at: number): GoneEntry {
  const { post_id, title, place_name, address, lat, lng } = entry
  const shop = shopOfEntry(entry)
  return {
    post: String(post_id),
    title: place_name ?? title,
    address,
    lat,
    lng,
    place_id: shop?.id ?? null,
    shop,
    at,
  }
}

/** Positions of the entries of one of the caller's lists. @throws {AppError} BAD_USER_INPUT */
export async function getSavedPins(context: MemberContext, args: QueryGetSavedPinsArgs): Promise<SavedPin[]> {
  const { session: reader } = context
  const terms = searchTerms(checkInput(keywordSchema, args.keyword ?? ''))
  const { rows } = await sql<Omit<SavedPin, 'post'> & { post_id: number }>`
    select coalesce(e.shown_id, e.post_id) as post_id,
      case when e.shown_id is null and e.from_shop then e.venue_id::text end as place_id,
      coalesce(e.shown_title, e.place_name, e.title) as title, e.lat, e.lng
    from ${entriesOf({ reader, list: args.list, terms, facts: wantedFacts(args) })}
    where e.lat is not null order by e.at desc, e.post_id desc limit ${sql.lit(MAX_LIST_PINS)}`.execute(context.db)
  return rows.map(({ post_id, ...pin }) => ({ post: String(post_id), ...pin }))
}

export async function getSavedCounts(context: MemberContext): Promise<SavedCounts> {
  const { session: reader } = context
  const { db } = context
  const count = (list: SaveList) =>
    countRows(db, sql`select from ${entriesOf({ reader, list, terms: [] })}`, EXACT_COUNT_LIMIT)
  const open = sql`select from ${entriesOf({ reader, list: 'want', terms: [] })}
    where ${isOpen(sql`e.open_hours`, openAt(new Date()))}`
  const [want, wantOpen, been, liked, written] = await Promise.all([
    count('want'),
    countRows(db, open),
    count('been'),
    count('liked'),
    count('written'),
  ])
  return { want, wantOpen, been, liked, written }
}
