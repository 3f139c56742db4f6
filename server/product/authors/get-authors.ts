import { type RawBuilder, sql } from 'kysely'
import type {
  PeopleList,
  QueryGetActiveAuthorsArgs,
  QueryGetAuthorArgs,
  QueryGetPeopleArgs,
} from '#contract/schema.gen.ts'
import { peopleMessages } from '#rules/people.ts'
import { positionSchema } from '#rules/places.ts'
import { isHandle } from '#rules/validate.ts'
import { cutPage, type MemberContext, type OperationContext, parseCursor } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, checkInput } from '../../platform/errors.ts'
import { type AuthorRow, type PresentedAuthor, presentAuthor, selectAuthors } from './present-author.ts'
import { eraseTasteMatchesOf, tasteMatchesOf } from './taste-matches.ts'
import { exemptModerator, isSeenBy, isShownTo } from './visibility.ts'

const PAGE = 30

type PresentedPeople = { data: PresentedAuthor[]; nextCursor: string | null }

/** A page of one of the caller's lists of members, the last added first. @throws {AppError} BAD_USER_INPUT */
export async function getPeople(context: MemberContext, args: QueryGetPeopleArgs): Promise<PresentedPeople> {
  const { session } = context
  const { accountId } = session
  const name = `people ${args.list} ${accountId}`
  const cursor = parseCursor<[id: number]>(context, name, args.cursor)
  const after = cursor ? sql`l.id < ${cursor[0]}` : sql`true`
  // The other lists leave out members in a block with the caller, or reported by them.
  const isVisible = args.list === 'blocked' ? sql`true` : isSeenBy(session, sql`a.id`)
  const { rows } = await sql<AuthorRow & { list_id: number }>`
    select people.*, listed.id as list_id from (
      select l.* from (${lists[args.list](accountId)}) l join accounts a on a.id = l.account_id
      where ${after} and not a.hidden and ${isVisible} order by l.id desc limit ${sql.lit(PAGE + 1)}
    ) listed cross join lateral (${selectAuthors} where a.id = listed.account_id) people
    order by listed.id desc`.execute(context.db)
  const { page, nextCursor } = cutPage(context, name, { rows, size: PAGE, keyOf: ({ list_id }) => [list_id] })
  // Blocked members show only their nickname, so that the caller knows which block to end.
  const known = args.list === 'blocked' ? { about: '', tastes: [], image_url: null, image_key: null } : {}
  return { data: page.map((row) => presentAuthor(context, { ...row, ...known })), nextCursor }
}

const lists: Record<PeopleList, (accountId: number) => RawBuilder<unknown>> = {
  followers: (id) => sql`select id, account_id from follows where author_id = ${id}`,
  following: (id) => sql`select id, author_id as account_id from follows where account_id = ${id}`,
  blocked: (id) => sql`select id, author_id as account_id from blocks where account_id = ${id}`,
  // Always fewer than a page, so `id` only orders and is in no cursor.
  alike: (id) =>
    sql`select row_number() over (order by m.score) as id, m.author_id as account_id from ${tasteMatchesOf(sql`${id}::bigint`)}`,
}

/** Authors that are suggested at once. */
const PROPOSED = 5
/** Newest posts whose authors and likes count. */
const NEWEST_POSTS = 1000
/** Degrees of latitude and of longitude within which a post is near. */
const NEAR_DEGREES = 0.1

/**
 * Suggests authors to follow: those whose taste is like the caller's, then those with most likes on the newest posts,
 * authors near the position first; or only authors near the position.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function getActiveAuthors(
  context: MemberContext,
  args: QueryGetActiveAuthorsArgs,
): Promise<PresentedAuthor[]> {
  const { session } = context
  const isAsked = typeof (args.lat ?? args.lng) === 'number'
  const near = isAsked ? checkInput(positionSchema, args) : null
  const isNear = near
    ? sql`coalesce(bool_or(abs(p.lat - ${near.lat}) < ${sql.lit(NEAR_DEGREES)} and abs(p.lng - ${near.lng}) < ${sql.lit(NEAR_DEGREES)}), false)`
    : sql`true`
  const isOnlyNear = Boolean(near && args.nearby)
  const { rows } = await sql<AuthorRow>`
    with active as (
      select p.account_id, ${isNear} as near, sum(s.like_count) as likes, max(p.id) as newest
      from (select id, account_id, hidden, lat, lng from posts where not hidden order by id desc limit ${sql.lit(NEWEST_POSTS)}) p
      join post_stats s on s.post_id = p.id
      where p.account_id <> ${session.accountId} and ${isShownTo(session, 'post', 'p')}
      group by p.account_id having ${isOnlyNear ? isNear : sql`true`}
    ), proposed as (
      select account_id, m.score, near, likes, newest
      from active ${isOnlyNear ? sql`left` : sql`full`} join (
        select author_id as account_id, score from ${tasteMatchesOf(sql`${session.accountId}::bigint`)}
        where exists (select from posts p where p.account_id = m.author_id and ${isShownTo(session, 'post', 'p')})
      ) m using (account_id)
      where not exists (select from follows f where f.account_id = ${session.accountId} and f.author_id = coalesce(active.account_id, m.account_id))
      order by m.score desc nulls last, near desc, likes desc, newest desc limit ${sql.lit(PROPOSED)}
    )
    select people.* from proposed p cross join lateral (${selectAuthors} where a.id = p.account_id) people
    order by p.score desc nulls last, p.near desc, p.likes desc, p.newest desc`.execute(context.db)
  return rows.map((row) => presentAuthor(context, row))
}

/** @throws {AppError} NOT_FOUND for an author who is unknown, has withdrawn, or is hidden from the reader */
export async function getAuthor(context: OperationContext, { handle }: QueryGetAuthorArgs): Promise<PresentedAuthor> {
  if (!isHandle(handle)) throw noAuthor()
  const { rows } = await sql<AuthorRow>`${selectAuthors}
    where a.handle = ${handle} and ${isSeenBy(exemptModerator(context.session), sql`a.id`)}
      and (not (a.hidden or a.is_pending) or a.id = ${context.session?.accountId ?? null}::bigint)`.execute(context.db)
  const [row] = rows
  if (!row) throw noAuthor()
  return presentAuthor(context, row)
}

export function noAuthor(): AppError {
  return new AppError('NOT_FOUND', { message: peopleMessages.unknown })
}

/** Removes follows and blocks of the account in both directions, in order of their keys, which avoids deadlocks. */
export async function eraseFollowsAndBlocksOf(tx: Queryable, accountId: number): Promise<void> {
  for (const table of [sql.table('follows'), sql.table('blocks')]) {
    await sql`select from ${table} where account_id = ${accountId} or author_id = ${accountId}
      order by account_id, author_id for update`.execute(tx)
    await sql`delete from ${table} where account_id = ${accountId} or author_id = ${accountId}`.execute(tx)
  }
  await eraseTasteMatchesOf(tx, accountId)
}

/** Loads whom an account follows, has blocked, and is like in taste, for its export. */
export async function loadPeopleOf(db: Queryable, accountId: number) {
  const read = (table: 'follows' | 'blocks') =>
    db
      .selectFrom(table)
      .innerJoin('accounts', 'accounts.id', `${table}.author_id`)
      .select(['accounts.handle', 'accounts.username', `${table}.created_at as since`])
      .where(`${table}.account_id`, '=', accountId)
      .where('accounts.hidden', '=', false)
      .orderBy(`${table}.id`)
      .execute()
  const { rows: alike } = await sql<{ handle: string; username: string }>`
    select a.handle, a.username from ${tasteMatchesOf(sql`${accountId}::bigint`)} join accounts a on a.id = m.author_id
    order by m.score desc`.execute(db)
  return { following: await read('follows'), blocked: await read('blocks'), alike }
}
