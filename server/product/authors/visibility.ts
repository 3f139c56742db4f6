import { type RawBuilder, sql } from 'kysely'
import { hasModeratorRights, type Session } from '../../platform/context.ts'

/** Member whose blocks and reports a query applies; null for a response that all readers share. */
export type Reader = Readonly<
  Pick<Session, 'accountId' | 'bypassesSharedCache'> & Partial<Pick<Session, 'role' | 'restricted' | 'secondStep'>>
> | null

type Written = 'post' | 'comment' | 'collection'

/**
 * SQL of whether a reader may see a member: no block exists in either direction, and the reader has not reported the member.
 * @param author SQL of the author's account id, such as sql.ref('c.account_id')
 */
export function isSeenBy(reader: Reader, author: RawBuilder<unknown>): RawBuilder<boolean> {
  return reader?.bypassesSharedCache
    ? sql<boolean>`(${author} not in (${accountsHiddenFrom(reader)}))`
    : sql<boolean>`true`
}

/**
 * Condition for every query over `posts`, `comments` or `collections` under `alias`: not hidden by a moderator, not
 * reported by the reader, and written by a member visible to the reader.
 */
export function isShownTo(reader: Reader, kind: Written, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(not ${sql.ref(`${alias}.hidden`)} and ${isOpenTo(reader, kind, alias)})`
}

/**
 * Condition for one row that is read by its id: moderators also see hidden rows and ignore blocks and their own
 * reports, authors also see their own hidden rows.
 */
export function isShownToModeratorsToo(reader: Reader, kind: Written, alias: string): RawBuilder<boolean> {
  return hasModeratorRights(reader) ? sql<boolean>`true` : isShownToAuthorToo(reader, kind, alias)
}

/** The reader for one row that is read by its id: blocks and reports of a moderator do not apply there. */
export function exemptModerator(reader: Reader): Reader {
  return reader && hasModeratorRights(reader) ? { ...reader, bypassesSharedCache: false } : reader
}

/** Condition that also shows hidden rows to their author, but not to moderators. */
export function isShownToAuthorToo(reader: Reader, kind: Written, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${isPublicOrOwn(reader, alias)} and ${isOpenTo(reader, kind, alias)})`
}

/** Condition without the reader's blocks and reports, such as for reporting a row by its id. */
export function isPublicOrOwn(reader: Reader, alias: string): RawBuilder<boolean> {
  const own = sql`${sql.ref(`${alias}.account_id`)} = ${reader?.accountId ?? null}::bigint`
  return sql<boolean>`(not ${sql.ref(`${alias}.hidden`)} or ${own})`
}

function isOpenTo(reader: Reader, kind: Written, alias: string): RawBuilder<boolean> {
  if (!reader?.bypassesSharedCache) return sql<boolean>`true`
  return sql<boolean>`${isSeenBy(reader, sql.ref(`${alias}.account_id`))}
    and ${sql.ref(`${alias}.id`)} not in (${itemsReportedBy(reader, kind)})`
}

/** SQL of the title of a row of `posts` in the data export: null if the pages hide the post from the account. */
export function titleShownTo(accountId: number): RawBuilder<string | null> {
  return sql`case when ${isShownToAuthorToo({ accountId, bypassesSharedCache: true }, 'post', 'posts')} then posts.title end`
}

/** SQL of the ids of posts that are public but not visible to the reader. */
export function postsHiddenFrom(reader: NonNullable<Reader>): RawBuilder<unknown> {
  return sql`select id from posts where account_id = any(array(${accountsHiddenFrom(reader)})) union ${itemsReportedBy(reader, 'post')}`
}

/** SQL of the ids of members hidden from the reader, which PostgreSQL hashes once per query. */
export function accountsHiddenFrom({ accountId }: NonNullable<Reader>): RawBuilder<unknown> {
  return sql`${accountsBlockedEitherWay(accountId)}
    union all select author_id from reports where reporter_id = ${accountId} and kind = 'author' and not dismissed`
}

/** SQL of the ids of accounts in a block with the member, or that have reported the member or their content. */
export function accountsUnableToSeeMember(accountId: number): RawBuilder<unknown> {
  return sql`${accountsBlockedEitherWay(accountId)}
    union all select reporter_id from reports where author_id = ${accountId} and not dismissed`
}

/** SQL of the ids of accounts that the account has blocked, or that have blocked it. */
export function accountsBlockedEitherWay(accountId: number | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select author_id from blocks where account_id = ${accountId}
    union all select account_id from blocks where author_id = ${accountId}`
}

/** SQL of the ids of what the reader has reported, without dismissed reports. */
export function itemsReportedBy({ accountId }: NonNullable<Reader>, kind: Written): RawBuilder<unknown> {
  return sql`select item_id from reports where reporter_id = ${accountId} and kind = ${sql.lit(kind)}
    and not dismissed`
}
