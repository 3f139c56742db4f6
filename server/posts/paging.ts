import { errorMessages } from '#rules/errors.ts'
import { MAX_PAGE, PAGE_SIZE, type Sort } from '#rules/paging.ts'
import { badInput } from '../errors.ts'
import type { Secrets } from '../secrets.ts'
import { type ListKey, orders } from './orders.ts'
import type { PostRow } from './present-post.ts'

/** The requested part of a list: after a key, or after a number of posts. */
export type Paging = { after: ListKey } | { skip: number }

type PagingArgs = { pageParam?: number | null; cursor?: string | null }

/**
 * Reads `cursor`, or else `pageParam` (from 1). A cursor belongs to one list, named by `scope`, and to its order.
 * @throws {AppError} BAD_USER_INPUT for a page out of range and for a cursor of another list
 */
export function readPaging(secrets: Secrets, scope: string, { pageParam, cursor }: PagingArgs): Paging {
  if (typeof cursor === 'string') return { after: readCursor(secrets, scope, cursor) }
  const page = pageParam ?? 1
  if (!Number.isInteger(page) || page < 1 || page > MAX_PAGE) throw badPaging('pageParam')
  return { skip: (page - 1) * PAGE_SIZE }
}

/** The cursor after this row of the list. */
export function cursorAfter(secrets: Secrets, scope: string, sort: Sort, row: PostRow): string {
  return signCursor(secrets, scope, row.id, orders[sort].rankOf(row))
}

/**
 * The cursor that starts with this row again, whatever is added before it; null in orders where posts may come in
 * between.
 */
export function cursorAt(secrets: Secrets, scope: string, sort: Sort, row: PostRow): string | null {
  return sort === 'latest' ? signCursor(secrets, scope, row.id + 1, null) : null
}

/** The cursor after the post `id` of a list; `rank` is its sort value, null where that is the id. */
export function signCursor(secrets: Secrets, scope: string, id: number, rank: ListKey['rank']): string {
  return secrets.sign(JSON.stringify([scope, id, rank]), 'cursor')
}

function readCursor(secrets: Secrets, scope: string, cursor: string): ListKey {
  const signed = secrets.verify(cursor, 'cursor')
  if (signed === null) throw badPaging('cursor')
  const [ofScope, id, rank] = JSON.parse(signed) as [string, number, ListKey['rank']]
  if (ofScope !== scope) throw badPaging('cursor')
  return { id, rank }
}

function badPaging(field: string) {
  return badInput([{ field, message: errorMessages.BAD_USER_INPUT }])
}
