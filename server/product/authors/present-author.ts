import { type RawBuilder, sql } from 'kysely'
import type { Author, SavedPin } from '#contract/schema.gen.ts'
import type { OperationContext } from '../../platform/context.ts'
import { arrayOf, prepared } from '../../platform/database/prepared.ts'
import { shownAuthor } from '../../platform/database/shown.ts'
import { tasteMatchesOf } from './taste-matches.ts'
import { isSeenBy, isShownTo } from './visibility.ts'

export type PresentedAuthor = Pick<Author, 'handle' | 'username' | 'image' | 'about' | 'tastes' | 'since'> & {
  accountId: number
}

export type AuthorRow = {
  account_id: number
  handle: string
  username: string
  about: string
  tastes: string[]
  created_at: Date
  image_url: string | null
  image_key: string | null
}

/** SQL of authors without a condition; the account is `a`. */
export const selectAuthors: RawBuilder<AuthorRow> = sql<AuthorRow>`${prepared}
  select a.id as account_id, a.handle, a.username, a.about, a.tastes, a.created_at, u.url as image_url, i.key as image_key
  from accounts a
  left join image_uses u on u.account_id = a.id and u.position = 0
  left join images i on i.id = u.image_id`

export function presentAuthor(
  { images, shown }: Pick<OperationContext, 'images' | 'shown'>,
  row: AuthorRow,
): PresentedAuthor {
  shown.add(shownAuthor(row.handle))
  return {
    accountId: row.account_id,
    handle: row.handle,
    username: row.username,
    image: images.urlOf(row.image_key, row.image_url),
    about: row.about,
    tastes: row.tastes,
    since: row.created_at.toISOString().slice(0, 10),
  }
}

/** Loads authors by account id, null for deleted ones. Blocks are checked by the caller. */
export async function loadAuthors(
  context: Pick<OperationContext, 'db' | 'images' | 'shown'>,
  accountIds: readonly number[],
): Promise<(PresentedAuthor | null)[]> {
  const { rows } = await sql<AuthorRow>`${selectAuthors} where a.id = any(${arrayOf('bigint', accountIds)})`.execute(
    context.db,
  )
  const authors = new Map(rows.map((row) => [row.account_id, presentAuthor(context, row)]))
  return accountIds.map((id) => authors.get(id) ?? null)
}

/** Loads how many posts of each author the reader may see. */
export async function loadPostCounts(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  accountIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ posts: number }>`${prepared}
    select (select count(*) from posts p where p.account_id = wanted.id and ${isShownTo(session, 'post', 'p')}) as posts
    from unnest(${arrayOf('bigint', accountIds)}) with ordinality as wanted (id, nth)
    order by wanted.nth`.execute(db)
  return rows.map(({ posts }) => posts)
}

export type AuthorNumbers = Pick<Author, 'likesReceived' | 'followers' | 'following'>

/** Loads the numbers of the page of each author, which read all likes and follows of theirs. */
export async function loadAuthorNumbers(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  accountIds: readonly number[],
): Promise<AuthorNumbers[]> {
  const isSeen = isSeenBy(session, sql`wanted.id`)
  const isListed = (member: RawBuilder<unknown>) =>
    sql`${isSeen} and ${member} not in (select id from accounts where hidden) and ${isSeenBy(session, member)}`
  const { rows } = await sql<AuthorNumbers>`${prepared}
    select (select coalesce(sum(s.like_count), 0)::float8 from posts p join post_stats s on s.post_id = p.id
        where p.account_id = wanted.id and ${isShownTo(session, 'post', 'p')}) as "likesReceived",
      (select count(*) from follows f where f.author_id = wanted.id and ${isListed(sql`f.account_id`)}) as followers,
      (select count(*) from follows f where f.account_id = wanted.id and ${isListed(sql`f.author_id`)}) as following
    from unnest(${arrayOf('bigint', accountIds)}) with ordinality as wanted (id, nth)
    order by wanted.nth`.execute(db)
  return rows
}

/** Relation of the reader to an author. */
export type AuthorState = Pick<Author, 'followed' | 'blocked' | 'alike'>

/** Loads what each author is to the session's member. */
export async function loadAuthorStates(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  accountIds: readonly number[],
): Promise<AuthorState[]> {
  if (!session) return accountIds.map(() => ({ followed: false, blocked: false, alike: false }))
  const { rows } = await sql<AuthorState>`${prepared}
    select exists (select from follows where account_id = ${session.accountId} and author_id = wanted.id) as followed,
      exists (select from blocks where account_id = ${session.accountId} and author_id = wanted.id) as blocked,
      wanted.id in (select m.author_id from ${tasteMatchesOf(sql`${session.accountId}::bigint`)}) as alike
    from unnest(${arrayOf('bigint', accountIds)}) with ordinality as wanted (id, place)
    order by wanted.place`.execute(db)
  return rows
}

const MAX_PINS = 300

type PinRow = Omit<SavedPin, 'post'> & { author: number; post: number }

export async function loadAuthorPins(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  accountIds: readonly number[],
): Promise<SavedPin[][]> {
  const { rows } = await sql<PinRow>`${prepared}
    select wanted.id as author, p.id as post, p.title, p.lat, p.lng
    from unnest(${arrayOf('bigint', accountIds)}) as wanted (id) cross join lateral (
      select id, title, lat, lng from posts where account_id = wanted.id and lat is not null and ${isShownTo(session, 'post', 'posts')}
      order by id desc limit ${sql.lit(MAX_PINS)}
    ) p`.execute(db)
  const pins = Map.groupBy(rows, ({ author }) => author)
  return accountIds.map((id) =>
    (pins.get(id) ?? []).map(({ post, title, lat, lng }) => ({ post: String(post), place_id: null, title, lat, lng })),
  )
}
