import { sql } from 'kysely'
import { type AuthorState, MANY_UNREAD, type PostState, type ReaderState } from '#contract/reader-state.ts'
import { hueOf } from '#rules/hue.ts'
import { variantUrl } from '#rules/images.ts'
import type { OperationContext, Session } from '../../platform/context.ts'
import { batchLookups } from '../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../platform/database/prepared.ts'
import { authorsOf, postsOf } from '../../platform/database/shown.ts'
import { countWaiting } from '../moderation/get-reports.ts'
import { unreadOf } from '../notifications/get-notifications.ts'

type Asked = Readonly<{ accountId: number; posts: readonly string[]; authors: readonly string[] }>

type ReaderRow = {
  email: string
  username: string
  question_index: number
  image_url: string | null
  image_key: string | null
  followed: string[]
  unread: number
} & Record<Mark, string[]>

/** Relations of a post to its reader, each with a column of post ids. */
const marks = ['liked', 'mine', 'wanted', 'been', 'tasty'] as const
type Mark = (typeof marks)[number]

const rowsIn = batchLookups(async (db, asked: readonly Asked[]) => {
  const { rows } = await rowsOf(asked).execute(db)
  return rows.map((row) => (row.username === null ? null : (row as ReaderRow)))
})

/** A row for each, in order; its columns are null without such an account. */
function rowsOf(asked: readonly Asked[]) {
  const accounts = asked.map(({ accountId }) => accountId)
  const posts = asked.map(({ posts }) => `{${posts}}`)
  const authors = asked.map(({ authors }) => `{${authors}}`)
  return sql<ReaderRow | { [Column in keyof ReaderRow]: null }>`${prepared}
    select a.email, a.username, a.question_index, u.url as image_url, i.key as image_key,
      array(select post_id::text from likes where account_id = a.id and post_id = any(w.posts::bigint[])) as liked,
      array(select id::text from posts where id = any(w.posts::bigint[]) and account_id = a.id) as mine,
      array(${savedIn('want')}) as wanted, array(${savedIn('been')}) as been,
      array(select o.handle from accounts o join follows f on f.author_id = o.id
        where o.handle = any(w.authors::text[]) and f.account_id = a.id) as followed,
      array(select post_id::text from comments
        where account_id = a.id and tasty and post_id = any(w.posts::bigint[])) as tasty,
      ${unreadOf(sql.ref('a.id'), MANY_UNREAD)} as unread
    from unnest(${arrayOf('bigint', accounts)}, ${arrayOf('text', posts)}, ${arrayOf('text', authors)})
      with ordinality as w (account_id, posts, authors, place)
    left join accounts a on a.id = w.account_id
    left join image_uses u on u.account_id = a.id and u.position = 0
    left join images i on i.id = u.image_id
    order by w.place`
}

function savedIn(list: 'want' | 'been') {
  return sql`select post_id::text from saves
    where account_id = a.id and list = ${sql.lit(list)} and post_id = any(w.posts::bigint[])`
}

type Context = Pick<OperationContext, 'db' | 'images'> & { session: Session | null }

export async function loadReader(
  { db, images, session }: Context,
  ids: ReadonlySet<string>,
): Promise<ReaderState | null> {
  if (!session) return null
  const [posts, authors] = [postsOf(ids), authorsOf(ids)]
  const row = await rowsIn(db).load({ accountId: session.accountId, posts, authors })
  if (!row) return null
  const image = images.urlOf(row.image_key, row.image_url)
  const viewer = {
    image,
    email: row.email,
    username: row.username,
    jwt: session.handle,
    questionIndex: row.question_index,
    hue: hueOf(row.username),
    picture: image && (variantUrl(image, 320) ?? image),
    restricted: session.restricted,
  }
  const state = { viewer, unread: row.unread, posts: statesOf(posts, row), authors: authorStatesOf(row) }
  return session.role === 'member' ? state : { ...state, waiting: await countWaiting({ db }) }
}

function statesOf(posts: readonly string[], row: ReaderRow): Record<string, PostState> {
  const states: Record<string, { -readonly [M in Mark]?: true }> = Object.fromEntries(posts.map((id) => [id, {}]))
  for (const mark of marks) {
    for (const id of row[mark]) {
      const state = states[id]
      if (state) state[mark] = true
    }
  }
  return states
}

function authorStatesOf({ followed }: ReaderRow): Record<string, AuthorState> {
  return Object.fromEntries(followed.map((handle) => [handle, { followed: true }]))
}
