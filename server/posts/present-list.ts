import { PAGE_SIZE, type Sort } from '#rules/paging.ts'
import type { OperationContext } from '../context.ts'
import { pageCount } from './list-counts.ts'
import { cursorAfter, cursorAt, type List } from './paging.ts'
import { type PostRow, type PresentedPost, presentPost } from './present-post.ts'

/** `PostList` of the API, its posts without the fields that are loaded only when requested. */
export type PresentedList = {
  data: PresentedPost[]
  pageCount: number
  nextCursor: string | null
  startCursor: string | null
}

/** An empty list. */
export const emptyList: PresentedList = { data: [], pageCount: 0, nextCursor: null, startCursor: null }

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
