import { type RawBuilder, sql } from 'kysely'
import type { SaveList } from '#contract/schema.gen.ts'
import { MAX_SAVED } from '#rules/saves.ts'
import type { OperationContext, Session } from '../../platform/context.ts'
import { arrayOf, prepared } from '../../platform/database/prepared.ts'
import { isSeenBy, isShownTo, type Reader } from '../authors/visibility.ts'
import { hasFacts } from '../posts/lists/list-filter.ts'
import { containsAllSql, normalFormSql, type SearchTerm } from '../search/search-text.ts'

/** Data of the place that an entry keeps after its post's deletion. */
export type KeptPlace = {
  post_id: number
  title: string | null
  place_name: string | null
  address: string | null
  lat: number | null
  lng: number | null
  place_id: number | null
}

export type List = Readonly<{
  reader: Session
  list: SaveList
  terms: readonly SearchTerm[]
  /** Facts that posts must have (`wantedFacts`); 0 for all. */
  facts?: number
}>

/**
 * Entries of a list as `e`, for a `from`: the post's id, when it was saved, the place's data, and whether the post is
 * deleted. With words, the newest `MAX_SAVED` that have all of them.
 */
export function entriesOf({ reader, list, terms, facts = 0 }: List): RawBuilder<unknown> {
  const all = sources[list](reader)
  const entries = facts === 0 ? all : sql`select * from (${all}) told where ${hasFacts(sql`told.facts`, facts)}`
  if (terms.length === 0) return sql`(${entries}) e`
  return sql`(
    select newest.* from (${newest(entries)}) newest left join post_search t using (post_id)
    where ${containsAllSql(sql`coalesce(t.normal, ${placeText})`, terms)}
  ) e`
}

/** Entries without those that are too old to be sorted by distance. */
export function newestEntriesOf(list: List): RawBuilder<unknown> {
  return sql`(${newest(sql`select * from ${entriesOf(list)}`)}) e`
}

/** A deleted post's words are searched in the entry's copy of its place. */
const placeText = normalFormSql(sql`concat_ws(E'\\n', newest.title, newest.place_name, newest.address)`)

function newest(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select * from (${entries}) kept order by at desc, post_id desc limit ${sql.lit(MAX_SAVED)}`
}

const ofPost = sql`p.title, p.place_name, p.address, p.lat, p.lng, p.facts, null::bigint as venue_id, false as is_gone`

/**
 * Whether a reader sees the entry `alias` of a post `p`. After the post's deletion its author still decides; withdrawn
 * members leave no entries.
 */
export function isEntryShownTo(reader: Reader, alias: 's' | 'e', isShown = isShownTo): RawBuilder<boolean> {
  const author = sql.ref(`${alias}.author_id`)
  return sql<boolean>`case when p.id is null then ${author} is null or ${isSeenBy(reader, author)}
    else ${isShown(reader, 'post', 'p')} end`
}

const saved = (list: 'want' | 'been') => (reader: Session) =>
  sql`
  select s.post_id, s.saved_at as at, s.title, s.place_name, s.address, s.venue_id,
    p.facts, p.id is null as is_gone,
    case when p.id is null then s.lat else p.lat end as lat, case when p.id is null then s.lng else p.lng end as lng
  from saves s left join posts p on p.id = s.post_id
  where s.account_id = ${reader.accountId} and s.list = ${sql.lit(list)}
    and ${isEntryShownTo(reader, 's')}`

const sources: Record<SaveList, (reader: Session) => RawBuilder<unknown>> = {
  want: saved('want'),
  been: saved('been'),
  liked: (reader) => sql`
    select l.post_id, l.created_at as at, ${ofPost} from likes l join posts p on p.id = l.post_id
    where l.account_id = ${reader.accountId} and ${isShownTo(reader, 'post', 'p')}`,
  written: ({ accountId }) => sql`
    select p.id as post_id, p.created_at as at, ${ofPost} from posts p where p.account_id = ${accountId}`,
}

/** Lists in which the viewer saved each post. Without a viewer no query runs. */
export async function loadSaved(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  postIds: readonly string[],
): Promise<string[][]> {
  if (!session) return postIds.map(() => [])
  const { rows } = await sql<{ post_id: number; list: string }>`${prepared}
    select post_id, list from saves
    where account_id = ${session.accountId} and post_id = any(${arrayOf('bigint', postIds)})`.execute(db)
  const lists = Map.groupBy(rows, ({ post_id }) => String(post_id))
  return postIds.map((id) => (lists.get(id) ?? []).map(({ list }) => list))
}
