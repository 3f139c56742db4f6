import { type RawBuilder, sql } from 'kysely'
import { commentMessages } from '#rules/comment.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import type { ReportKind } from '#rules/moderation.ts'
import { peopleMessages } from '#rules/people.ts'
import { isHandle, parseId } from '#rules/validate.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError } from '../../platform/errors.ts'
import { forgetPublicImages } from '../../platform/pictures/image-uses.ts'
import { removeComment, setCommentsHidden } from '../comments/comment-rows.ts'
import { accountsNotifiedOf } from '../notifications/notify.ts'
import { lockMarks } from '../posts/venues/venue-of-post.ts'
import { hidePost, unhidePost } from '../posts/writing/write-lists.ts'
import { removePost } from '../posts/writing/write-post.ts'
import { eraseCollection } from '../saves/collections/write-collection.ts'
import type { Role } from './policy.ts'

/** The post, comment, collection or member that a report or decision is about. A member is their own author. */
export type Target = Readonly<{
  kind: ReportKind
  id: string
  itemId: number
  authorId: number
  role: Role
  /** Null for a private collection, which moderators do not read. */
  title: string | null
  hidden: boolean
  /** Last change by its author; null for a member. */
  changedAt: Date | null
}>

type Options = Readonly<{
  where?: RawBuilder<boolean>
  lock?: boolean
}>

/** @throws {AppError} NOT_FOUND */
export async function findTarget(
  db: Queryable,
  kind: ReportKind,
  id: string,
  { where = sql`true`, lock = false }: Options = {},
): Promise<Target> {
  const known = kind === 'collection' || kind === 'author' ? isHandle(id) : parseId(id) !== null
  const { table, key, title, author, changed } = sources[kind]
  // Locked before the read, because the role may change while the lock is awaited.
  if (known && lock) await lockTarget(db, kind, id)
  const { rows } = known
    ? await sql<Omit<Target, 'kind' | 'id'>>`
        select item.id as "itemId", a.id as "authorId", a.role, ${title} as title, item.hidden, ${changed} as "changedAt"
        from ${sql.table(table)} item join accounts a on a.id = ${author}
        where item.${sql.ref(key)} = ${id} and ${where}`.execute(db)
    : { rows: [] }
  if (!rows[0]) throw new AppError('NOT_FOUND', missing[kind])
  return { kind, id, ...rows[0] }
}

/**
 * Locks in the order of all writes: the post, the accounts, their content. The reporter's account is locked too.
 * @throws {AppError} NOT_FOUND, UNAUTHENTICATED for a withdrawn reporter
 */
export async function lockTarget(db: Queryable, kind: ReportKind, id: string, reporterId?: number): Promise<void> {
  const { table, key, author } = sources[kind]
  const item = sql`from ${sql.table(table)} item where item.${sql.ref(key)} = ${id}`
  // This weaker lock does not wait for a decision that only refers to the account, such as one about its member's content.
  const lock = kind === 'author' ? sql`no key update` : sql`update`
  const lockItem = async () => {
    const { rows } = await sql`select ${item} for ${reporterId === undefined ? lock : sql`key share`}`.execute(db)
    if (rows.length === 0) throw new AppError('NOT_FOUND', missing[kind])
  }
  // Accounts whose notifications a deletion changes.
  const told = kind === 'comment' ? accountsNotifiedOf(sql`(select item.id ${item})`) : sql`null::bigint`
  if (kind === 'post') await lockItem()
  if (kind === 'comment') await sql`select from posts where id = (select post_id ${item}) for key share`.execute(db)
  if (reporterId !== undefined || kind === 'comment' || kind === 'collection') {
    const { rows } = await sql<{ id: number }>`select id from accounts
      where id = (select ${author} ${item}) or id = ${reporterId ?? null}::bigint or id in (${told})
      order by id for key share`.execute(db)
    if (reporterId !== undefined && !rows.some((row) => row.id === reporterId)) throw new AppError('UNAUTHENTICATED')
  }
  if (kind !== 'post') await lockItem()
}

/** Version in the API: the time of the last change, '' if never changed. */
export const itemVersion = (changedAt: Date | null): string => changedAt?.toISOString() ?? ''

const sources = {
  post: {
    table: 'posts',
    key: 'id',
    title: sql`item.title`,
    author: sql`item.account_id`,
    changed: sql`item.updated_at`,
  },
  comment: {
    table: 'comments',
    key: 'id',
    title: sql`left(item.text, 80)`,
    author: sql`item.account_id`,
    changed: sql`item.edited_at`,
  },
  collection: {
    table: 'collections',
    key: 'key',
    title: sql`case when item.visibility <> 'private' then item.name end`,
    author: sql`item.account_id`,
    changed: sql`item.updated_at`,
  },
  author: {
    table: 'accounts',
    key: 'handle',
    title: sql`item.username`,
    author: sql`item.id`,
    changed: sql`null::timestamptz`,
  },
} as const

const missing: Record<ReportKind, { message?: string }> = {
  post: {},
  comment: { message: commentMessages.notFound },
  collection: { message: serverFailureMessages.noCollection },
  author: { message: peopleMessages.unknown },
}

type Item = Pick<Target, 'kind' | 'itemId'>

/** Hides a target from all but its author, or shows it again. Lock it before. @returns whether a row changed */
export async function setTargetHidden(tx: Queryable, { kind, itemId }: Item, hidden: boolean): Promise<boolean> {
  switch (kind) {
    case 'post':
      return hidden ? hidePost(tx, itemId) : unhidePost(tx, itemId)
    case 'comment':
      return setCommentsHidden(tx, [itemId], hidden)
    default: {
      const table = sql.table(kind === 'collection' ? 'collections' : 'accounts')
      const { rows } = await sql`update ${table} set hidden = ${hidden}
        where id = ${itemId} and hidden <> ${hidden} returning id`.execute(tx)
      if (kind === 'author' && hidden) await forgetPublicImages(tx, sql`image_uses.account_id = ${itemId}`)
      return rows.length > 0
    }
  }
}

/** Hides or shows a member's page and content; content hidden for its own reason stays hidden. */
export async function setMemberHidden(tx: Queryable, accountId: number, hidden: boolean): Promise<void> {
  const { rows: posts } = await sql<{ id: number }>`
    select id from posts where account_id = ${accountId} order by id`.execute(tx)
  await lockMarks(
    tx,
    posts.map(({ id }) => id),
  )
  // Post counters are locked before comments, as in a deletion of posts.
  await sql`select from post_stats where post_id in (
      select id from posts where account_id = ${accountId} union select post_id from comments where account_id = ${accountId}
    ) order by post_id for update`.execute(tx)
  await setTargetHidden(tx, { kind: 'author', itemId: accountId }, hidden)
  for (const kind of ['post', 'comment', 'collection'] as const) {
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sql.table(`${kind}s`)} t where t.account_id = ${accountId} and t.hidden <> ${hidden}
        and not exists (select from decisions d where d.kind = ${kind} and d.item_id = t.id
          and d.action in ('hide', 'hold') and d.undone_at is null)
      order by t.id for update`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (kind === 'comment') await setCommentsHidden(tx, ids, hidden)
    else for (const itemId of ids) await setTargetHidden(tx, { kind, itemId }, hidden)
  }
}

/** Deletes a target with its pictures and copies of its text. Lock it before. */
export async function removeTarget(tx: Queryable, { kind, itemId }: Target): Promise<void> {
  if (kind === 'post') await removePost(tx, { id: itemId, withEntries: true })
  else if (kind === 'comment') await removeComment(tx, itemId)
  else await eraseCollection(tx, itemId)
}
