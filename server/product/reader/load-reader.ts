import { sql } from 'kysely'
import {
  type AuthorState,
  type Friend,
  MOST_COUNTED_UNREAD,
  type PlaceState,
  type PostState,
  type ReaderState,
} from '#contract/reader-state.ts'
import { hueOf } from '#rules/hue.ts'
import { webpUrl } from '#rules/images.ts'
import type { OperationContext, Session } from '../../platform/context.ts'
import { batchLookups } from '../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../platform/database/prepared.ts'
import { authorHandlesIn, placeIdsIn, postIdsIn } from '../../platform/database/shown.ts'
import { mailStopReason } from '../accounts/mails/mail-stops.ts'
import { tasteMatchesOf } from '../authors/taste-matches.ts'
import { countWaitingItems } from '../moderation/get-reports.ts'
import { unreadCountOf } from '../notifications/get-notifications.ts'
import { lastAnswer } from '../posts/venues/verdicts.ts'

type Asked = Readonly<{
  accountId: number
  posts: readonly string[]
  places: readonly string[]
  authors: readonly string[]
}>

type ReaderRow = {
  email: string
  username: string
  question_index: number
  image_url: string | null
  image_key: string | null
  followed: string[]
  alike: string[]
  unread: number
  mail_stopped: boolean
  /** Pairs of ids: of a post and its place. */
  placed: [post: string, place: string][]
  kept: KeptRow[]
  friends: FriendRow[]
} & Record<Mark, string[]>

/** A list of the reader that has a place at hand, or a post at hand without a place, and the number of visits. */
type KeptRow = Readonly<{ place: string | null; post: string; list: 'want' | 'been'; visits: number }>

type FriendRow = Readonly<{ place: string; handle: string; username: string; key: string | null; url: string | null }>

/** Relations of a post to its reader, each with a column of post ids. */
const marks = ['liked', 'mine', 'tasty'] as const
type Mark = (typeof marks)[number]

const rowsIn = batchLookups(async (db, asked: readonly Asked[]) => {
  const { rows } = await rowsOf(asked).execute(db)
  return rows.map((row) => (row.username === null ? null : (row as ReaderRow)))
})

/** SQL with a row for each reader who is asked about, in order; the columns are null without such an account. */
function rowsOf(asked: readonly Asked[]) {
  const accounts = asked.map(({ accountId }) => accountId)
  const posts = asked.map(({ posts }) => `{${posts}}`)
  const places = asked.map(({ places }) => `{${places}}`)
  const authors = asked.map(({ authors }) => `{${authors}}`)
  return sql<ReaderRow | { [Column in keyof ReaderRow]: null }>`${prepared}
    select a.email, a.username, a.question_index, u.url as image_url, i.key as image_key,
      array(select post_id::text from likes where account_id = a.id and post_id = any(w.posts::bigint[])) as liked,
      array(select id::text from posts where id = any(w.posts::bigint[]) and account_id = a.id) as mine,
      array(select json_build_array(post_id::text, venue_id::text) from venue_posts
        where post_id = any(w.posts::bigint[])) as placed,
      array(${keptPlaces}) as kept,
      array(${friendsAgain}) as friends,
      array(select o.handle from accounts o join follows f on f.author_id = o.id
        where o.handle = any(w.authors::text[]) and f.account_id = a.id) as followed,
      array(select o.handle from accounts o join ${tasteMatchesOf(sql.ref('a.id'))} on m.author_id = o.id
        where o.handle = any(w.authors::text[])) as alike,
      array(select post_id::text from comments
        where account_id = a.id and tasty and post_id = any(w.posts::bigint[])) as tasty,
      ${unreadCountOf(sql.ref('a.id'), MOST_COUNTED_UNREAD)} as unread, ${mailStopReason(sql.ref('a.id'))} is not null as mail_stopped
    from unnest(${arrayOf('bigint', accounts)}, ${arrayOf('text', posts)}, ${arrayOf('text', places)}, ${arrayOf('text', authors)})
      with ordinality as w (account_id, posts, places, authors, place)
    left join accounts a on a.id = w.account_id
    left join image_uses u on u.account_id = a.id and u.position = 0
    left join images i on i.id = u.image_id
    order by w.place`
}

/** Most friends that are loaded for all places at hand; a page has one place. */
const MOST_FRIENDS = 30

/** Friends that are shown at a place. */
const SHOWN_FRIENDS = 3

const atHand = sql`select venue_id from venue_posts where post_id = any(w.posts::bigint[]) union select unnest(w.places::bigint[])`

const keptPlaces = sql`select json_build_object('place', s.venue_id::text, 'post', s.post_id::text, 'list', s.list, 'visits', (
      select count(*) from visits v where s.list = 'been' and v.account_id = s.account_id and v.post_id = s.post_id
    ))
    from (
      select * from saves where account_id = a.id and list in ('want', 'been') and venue_id = any(array(${atHand}))
      union all select * from saves
        where account_id = a.id and list in ('want', 'been') and post_id = any(w.posts::bigint[]) and venue_id is null
    ) s`

/**
 * SQL of followed members who would go to a place at hand again, the newest marks first, without members that the reader has
 * reported.
 */
const friendsAgain = sql`select json_build_object('place', s.venue_id::text, 'handle', o.handle, 'username', o.username,
      'key', oi.key, 'url', ou.url)
    from follows f join accounts o on o.id = f.author_id and not o.hidden
    join saves s on s.account_id = o.id and s.list = 'been' and s.venue_id = any(w.places::bigint[])
    left join image_uses ou on ou.account_id = o.id and ou.position = 0
    left join images oi on oi.id = ou.image_id
    where w.places <> '{}' and f.account_id = a.id and ${lastAnswer}
      and not exists (select from reports r where r.reporter_id = a.id and r.author_id = o.id and not r.dismissed)
    order by s.saved_at desc limit ${sql.lit(MOST_FRIENDS)}`

type Context = Pick<OperationContext, 'db' | 'images'> & { session: Session | null }

/**
 * Loads what differs between readers of a page or list: the session's account, and what the posts, places and authors with these
 * ids (names of what is shown) are to it. Null without a session.
 */
export async function loadReaderState(
  { db, images, session }: Context,
  ids: ReadonlySet<string>,
): Promise<ReaderState | null> {
  if (!session) return null
  const [posts, places, authors] = [postIdsIn(ids), placeIdsIn(ids), authorHandlesIn(ids)]
  const row = await rowsIn(db).load({ accountId: session.accountId, posts, places, authors })
  if (!row) return null
  const image = images.urlOf(row.image_key, row.image_url)
  const viewer = {
    image,
    email: row.email,
    username: row.username,
    jwt: session.handle,
    questionIndex: row.question_index,
    hue: hueOf(row.username),
    picture: image && (webpUrl(image, 320) ?? image),
    restricted: session.restricted,
  }
  const kept = keptOf(row)
  const state = {
    viewer,
    unread: row.unread,
    ...(row.mail_stopped && { mailStopped: true as const }),
    posts: statesOf(posts, row, kept),
    ...(places.length > 0 && {
      places: Object.fromEntries(places.map((id) => [id, { ...kept.places.get(id), ...friendsAt(id, row, images) }])),
    }),
    authors: authorStatesOf(row),
  }
  return session.role === 'member' ? state : { ...state, waiting: await countWaitingItems({ db }) }
}

function friendsAt(place: string, { friends }: ReaderRow, images: Context['images']): Pick<PlaceState, 'friends'> {
  const there = friends.filter((friend) => friend.place === place).slice(0, SHOWN_FRIENDS)
  const faces = there.map(
    ({ handle, username, key, url }): Friend => ({ handle, username, image: images.urlOf(key, url) }),
  )
  return faces.length > 0 ? { friends: faces } : {}
}

/** The reader's marks `wanted` and `been`, by place, and by post for posts without a place. */
function keptOf({ kept }: ReaderRow): {
  places: ReadonlyMap<string, PlaceState>
  posts: ReadonlyMap<string, PlaceState>
} {
  const [places, posts] = [new Map<string, PlaceState>(), new Map<string, PlaceState>()]
  for (const { place, post, list, visits } of kept) {
    const [states, id] = place === null ? [posts, post] : [places, place]
    const mark: PlaceState = list === 'want' ? { wanted: true } : { been: true, ...(visits > 1 && { visits }) }
    states.set(id, { ...states.get(id), ...mark })
  }
  return { places, posts }
}

type States = Record<string, { -readonly [Key in keyof PostState]: PostState[Key] }>

function statesOf(posts: readonly string[], row: ReaderRow, kept: ReturnType<typeof keptOf>): ReaderState['posts'] {
  const states: States = Object.fromEntries(posts.map((id) => [id, { ...kept.posts.get(id) }]))
  for (const mark of marks) {
    for (const id of row[mark]) {
      const state = states[id]
      if (state) state[mark] = true
    }
  }
  for (const [id, place] of row.placed) Object.assign(states[id] ?? {}, { place }, kept.places.get(place))
  return states
}

function authorStatesOf({ followed, alike }: ReaderRow): Record<string, AuthorState> {
  const states: Record<string, AuthorState> = Object.fromEntries(followed.map((handle) => [handle, { followed: true }]))
  for (const handle of alike) states[handle] = { ...states[handle], alike: true }
  return states
}
