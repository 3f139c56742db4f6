import { type RawBuilder, sql } from 'kysely'
import type { Author } from '#contract/schema.gen.ts'
import type { OperationContext } from '../context.ts'
import { arrayOf, prepared } from '../db/prepared.ts'

/** Without the fields that are loaded only when requested. */
export type PresentedAuthor = Pick<Author, 'handle' | 'username' | 'image' | 'about' | 'since'> & { accountId: number }

/** No column is private. */
export type AuthorRow = {
  account_id: number
  handle: string
  username: string
  about: string
  created_at: Date
  image_url: string | null
  image_key: string | null
}

/** `select … from accounts a` with every column of `AuthorRow`. */
export const selectAuthors: RawBuilder<AuthorRow> = sql<AuthorRow>`${prepared}
  select a.id as account_id, a.handle, a.username, a.about, a.created_at, u.url as image_url, i.key as image_key
  from accounts a
  left join image_uses u on u.account_id = a.id and u.position = 0
  left join images i on i.id = u.image_id`

/** Adds the author to those that the response shows. */
export function presentAuthor(
  { images, shown }: Pick<OperationContext, 'images' | 'shown'>,
  row: AuthorRow,
): PresentedAuthor {
  shown.add(shownAuthor(row.handle))
  return {
    accountId: row.account_id,
    handle: row.handle,
    username: row.username,
    image: row.image_key === null ? row.image_url : images.urlOf(row.image_key),
    about: row.about,
    since: row.created_at.toISOString().slice(0, 10),
  }
}

/** How an author is named among the posts of `context.shown`. */
export function shownAuthor(handle: string): string {
  return AUTHOR_MARK + handle
}

const AUTHOR_MARK = '@'

/** The ids of posts among what a response shows. */
export function postsOf(shown: ReadonlySet<string>): string[] {
  return [...shown].filter((name) => !name.startsWith(AUTHOR_MARK))
}

/** The handles of authors among what a response shows. */
export function authorsOf(shown: ReadonlySet<string>): string[] {
  return [...shown].flatMap((name) => (name.startsWith(AUTHOR_MARK) ? [name.slice(AUTHOR_MARK.length)] : []))
}

/** For a loader: an author for each account id, null for one that is gone. Blocks are the matter of who lists them. */
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
