import { sql } from 'kysely'
import type { GoneEntry, KeywordMeaning, PostsInstead } from '#contract/schema.gen.ts'
import { once } from '#rules/once.ts'
import { PAGE_SIZE, type Sort } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import type { OperationContext } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../present-post.ts'
import type { Stop } from './next-posts.ts'
import type { Order } from './orders.ts'
import { cursorAfter, cursorAt, type List, signCursor } from './paging.ts'

/** Counting may cost more than the page, so it is done only when the number of pages is requested. */
export type PresentedList = {
  data: PresentedPost[]
  /** Counted once, however often it is requested. */
  count: () => Promise<number>
  nextCursor: string | null
  startCursor: string | null
  /** Number of posts that were searched, if there were too many to search all of them. */
  searched?: number | undefined
  /** Of a search; found only when requested. */
  findMeaning?: () => Promise<KeywordMeaning>
  instead?: PostsInstead
  from?: Position | null
  /** Of a saved list. */
  gone?: GoneEntry[]
}

export const emptyList: PresentedList = { data: [], count: async () => 0, nextCursor: null, startCursor: null }

export async function loadPosts(db: Queryable, ids: readonly number[], order: Order): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    ${selectPosts} where p.id = any(${ids}::bigint[]) order by ${order.by}`.execute(db)
  return rows
}

type Page = { sort: Sort; rows: readonly PostRow[]; count: () => Promise<number>; stop?: Stop | null | undefined }

/** `rows` has one more than a page if there are more. */
export function presentList(context: OperationContext, list: List, { sort, rows, count, stop }: Page): PresentedList {
  const shown = rows.slice(0, PAGE_SIZE)
  const [first] = shown
  const last = shown.at(-1)
  const hasMore = rows.length > PAGE_SIZE && last !== undefined
  return {
    data: shown.map((row) => presentPost(context, row)),
    count: once(count),
    nextCursor: hasMore ? cursorAfter(context.secrets, list, sort, last) : stop ? cursorOf(context, list, stop) : null,
    startCursor: first ? cursorAt(context.secrets, list, sort, first) : null,
    searched: stop?.searched,
  }
}

function cursorOf({ secrets }: OperationContext, list: List, { key }: Stop): string {
  return signCursor(secrets, list, key.id, key.rank)
}
