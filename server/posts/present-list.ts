import { sql } from 'kysely'
import { PAGE_SIZE, type Sort } from '#rules/paging.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { pageCount } from './list-counts.ts'
import type { Order } from './orders.ts'
import { cursorAfter, cursorAt, type List } from './paging.ts'
import { type PostRow, type PresentedPost, presentPost, selectPostsFor } from './present-post.ts'

/** `PostList` of the API, its posts without the fields that are loaded only when requested. */
export type PresentedList = {
  data: PresentedPost[]
  pageCount: number
  nextCursor: string | null
  startCursor: string | null
}

/** An empty list. */
export const emptyList: PresentedList = { data: [], pageCount: 0, nextCursor: null, startCursor: null }

type Viewer = Pick<OperationContext, 'session'> & { db: Queryable }

/** The posts with these ids, in the order. */
export async function loadPosts(context: Viewer, ids: readonly number[], order: Order): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    ${selectPostsFor(context)} where p.id = any(${ids}::bigint[]) order by ${order.by}`.execute(context.db)
  return rows
}

type Page = { sort: Sort; rows: readonly PostRow[]; total: number }

/** A page of a list, from its rows and one more if there are more. */
export function presentList(context: OperationContext, list: List, { sort, rows, total }: Page): PresentedList {
  const shown = rows.slice(0, PAGE_SIZE)
  const [first] = shown
  const last = shown.at(-1)
  const hasMore = rows.length > PAGE_SIZE && last !== undefined
  return {
    data: shown.map((row) => presentPost(context, row)),
    pageCount: pageCount(total),
    nextCursor: hasMore ? cursorAfter(context.secrets, list, sort, last) : null,
    startCursor: first ? cursorAt(context.secrets, list, sort, first) : null,
  }
}
