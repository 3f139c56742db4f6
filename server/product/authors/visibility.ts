import { type RawBuilder, sql } from 'kysely'
import { isModerator, type Session } from '../../platform/context.ts'

/** Reader of a response; null for everybody, as in shared responses. */
export type Reader = Readonly<
  Pick<Session, 'accountId' | 'bypassesSharedCache'> & Partial<Pick<Session, 'role' | 'restricted'>>
> | null

/** What members write, as `reports` and the queries here name it. */
type Written = 'post' | 'comment' | 'collection'

/**
 * Whether a reader may see a member at all. Who blocked whom does not matter: neither sees the other. Withdrawn members
 * have left no rows.
 * @param author SQL of the account id of who wrote it, such as sql.ref('c.account_id')
 */
export function isSeenBy(reader: Reader, author: RawBuilder<unknown>): RawBuilder<boolean> {
  return reader?.bypassesSharedCache ? sql<boolean>`(${author} not in (${hiddenFrom(reader)}))` : sql<boolean>`true`
}

/**
 * The one condition of what a reader may see, for every query over `posts`, `comments` or `collections` under that alias:
 * not hidden by a moderator, not reported by the reader, and by a member visible to them.
 */
export function isShownTo(reader: Reader, kind: Written, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(not ${sql.ref(`${alias}.hidden`)} and ${isOpenTo(reader, kind, alias)})`
}

/**
 * For a single thing that is read by its id. Moderators see every hidden one, authors their own. Nobody hides from a
 * moderator by a block, nor do moderators lose what they have reported.
 */
export function isShownToModeratorsToo(reader: Reader, kind: Written, alias: string): RawBuilder<boolean> {
  return isModerator(reader) ? sql<boolean>`true` : isShownToAuthorToo(reader, kind, alias)
}

/** Who reads a single thing by its id, for what belongs to it: from moderators no block and no report of theirs hides it. */
export function readerById(reader: Reader): Reader {
  return reader && isModerator(reader) ? { ...reader, bypassesSharedCache: false } : reader
}

/** For what its author sees even if it is hidden. Moderators see no more than others. */
export function isShownToAuthorToo(reader: Reader, kind: Written, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${isPublicOrOwn(reader, alias)} and ${isOpenTo(reader, kind, alias)})`
}

/** For what a block or a report of one's own does not take away, such as to report something by its id. */
export function isPublicOrOwn(reader: Reader, alias: string): RawBuilder<boolean> {
  const own = sql`${sql.ref(`${alias}.account_id`)} = ${reader?.accountId ?? null}::bigint`
  return sql<boolean>`(not ${sql.ref(`${alias}.hidden`)} or ${own})`
}

function isOpenTo(reader: Reader, kind: Written, alias: string): RawBuilder<boolean> {
  if (!reader?.bypassesSharedCache) return sql<boolean>`true`
  return sql<boolean>`${isSeenBy(reader, sql.ref(`${alias}.account_id`))}
    and ${sql.ref(`${alias}.id`)} not in (${reportedBy(reader, kind)})`
}

/** The title of a row of `posts` in the data export, which gives nobody what the pages keep from them; null then. */
export function titleShownTo(accountId: number): RawBuilder<string | null> {
  return sql`case when ${isShownToAuthorToo({ accountId, bypassesSharedCache: true }, 'post', 'posts')} then posts.title end`
}

/** The ids of the posts that a reader does not see, of those that others see. */
export function postsHiddenFrom(reader: NonNullable<Reader>): RawBuilder<unknown> {
  return sql`select id from posts where account_id = any(array(${hiddenFrom(reader)})) union ${reportedBy(reader, 'post')}`
}

/** Account ids of all members hidden from the reader. PostgreSQL hashes them once for each query. */
export function hiddenFrom({ accountId }: NonNullable<Reader>): RawBuilder<unknown> {
  return sql`${accountsBlockedEitherWay(accountId)}
    union all select author_id from reports where reporter_id = ${accountId} and kind = 'author' and not dismissed`
}

/** Account ids of all members that a block, or their report of the member or of something of theirs, hides it from. */
export function keptFromSeeing(accountId: number): RawBuilder<unknown> {
  return sql`${accountsBlockedEitherWay(accountId)}
    union all select reporter_id from reports where author_id = ${accountId} and not dismissed`
}

/** The account ids of all who have blocked a member or are blocked by them. */
export function accountsBlockedEitherWay(accountId: number): RawBuilder<unknown> {
  return sql`select author_id from blocks where account_id = ${accountId}
    union all select account_id from blocks where author_id = ${accountId}`
}

/** The ids of what the reader has reported, unless moderators found nothing wrong with it. */
export function reportedBy({ accountId }: NonNullable<Reader>, kind: Written): RawBuilder<unknown> {
  return sql`select item_id from reports where reporter_id = ${accountId} and kind = ${sql.lit(kind)}
    and not dismissed`
}
