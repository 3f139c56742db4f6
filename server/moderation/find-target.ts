import { type RawBuilder, sql } from 'kysely'
import { commentMessages } from '#rules/comment.ts'
import { serverFailures } from '#rules/errors.ts'
import type { ReportKind } from '#rules/moderation.ts'
import { peopleMessages } from '#rules/people.ts'
import { isHandle, readId } from '#rules/validate.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import type { Role } from './policy.ts'

/** Something that is reported or decided about, and who wrote it; of an author, themselves. */
export type Target = Readonly<{
  kind: ReportKind
  /** In the table of its kind. */
  itemId: number
  authorId: number
  role: Role
  /** What it is called, for its author. */
  title: string
  hidden: boolean
  /** The last change by its author; null for a member. */
  changedAt: Date | null
}>

type Options = Readonly<{
  /** Which rows are found, of `item`; by default all. */
  where?: RawBuilder<boolean>
  lock?: boolean
}>

/** `id` as in the API: a number, a collection's key or a member's handle. @throws {AppError} NOT_FOUND */
export async function findTarget(
  db: Queryable,
  kind: ReportKind,
  id: string,
  { where = sql`true`, lock = false }: Options = {},
): Promise<Target> {
  const known = kind === 'collection' || kind === 'author' ? isHandle(id) : readId(id) !== null
  const { table, key, title, author, changed } = sources[kind]
  const { rows } = known
    ? await sql<Omit<Target, 'kind'>>`
        select item.id as "itemId", a.id as "authorId", a.role, ${title} as title, item.hidden, ${changed} as "changedAt"
        from ${sql.table(table)} item join accounts a on a.id = ${author}
        where item.${sql.ref(key)} = ${id} and ${where} ${lock ? sql`for update of item` : sql``}`.execute(db)
    : { rows: [] }
  if (!rows[0]) throw new AppError('NOT_FOUND', missing[kind])
  return { kind, ...rows[0] }
}

/** What was last changed then, as the API names it; '' for what was never changed. */
export const versionOf = (changedAt: Date | null): string => changedAt?.toISOString() ?? ''

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
    title: sql`item.name`,
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
  collection: { message: serverFailures.noCollection },
  author: { message: peopleMessages.unknown },
}
