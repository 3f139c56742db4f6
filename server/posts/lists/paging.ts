import { type RawBuilder, sql } from 'kysely'
import { errorMessages } from '#rules/errors.ts'
import { MAX_PAGE, PAGE_SIZE, type Sort } from '#rules/paging.ts'
import type { OperationContext } from '../../context.ts'
import { badInput } from '../../errors.ts'
import type { Secrets } from '../../secrets.ts'
import type { PostRow } from '../present-post.ts'
import { type FilterArgs, filterName, type ListFilter, readFilter } from './list-filter.ts'
import { type ListKey, type Order, orders } from './orders.ts'

/** After a key, or after a number of posts. */
export type Paging = { after: ListKey } | { skip: number }

export type List = Readonly<{
  /** Names the list, with its order and filter: a cursor belongs to one. */
  listName: string
  filter: ListFilter
  /** The minute, since 1970, that is "now" for all pages of the list. */
  minute: number
  paging: Paging
}>

type ListArgs = FilterArgs & { pageParam?: number | null; cursor?: string | null }

type Asker = Pick<OperationContext, 'secrets' | 'session'>

const MINUTE = 60_000

/** Where skipping is expensive, a page by number skips no more; cursors have no such limit. */
export const MAX_SKIPPED = 100 * PAGE_SIZE

/** For so long all pages of a list use the "now" of the first page. */
const NOW_MINUTES = 30

/**
 * Reads the filter, and `cursor` or else `pageParam` (from 1) of the list called `name`.
 * @throws {AppError} BAD_USER_INPUT for a page out of range and for a cursor of another list
 */
export function readList({ secrets, session }: Asker, name: string, args: ListArgs): List {
  const thisMinute = Math.floor(Date.now() / MINUTE)
  const filterAt = (minute: number) => readFilter(args, session, new Date(minute * MINUTE))
  const listName = [filterName(filterAt(thisMinute)), name].filter((part) => part !== '').join(' ')
  if (typeof args.cursor !== 'string') {
    return {
      listName,
      minute: thisMinute,
      filter: filterAt(thisMinute),
      paging: { skip: readSkip(args.pageParam) },
    }
  }
  const { key, minute } = readCursor(secrets, listName, args.cursor)
  const asked = minute !== null && Math.abs(thisMinute - minute) <= NOW_MINUTES ? minute : thisMinute
  return { listName, minute: asked, filter: filterAt(asked), paging: { after: key } }
}

/** None for a page by number. */
export function afterKey(order: Order, paging: Paging): RawBuilder<boolean>[] {
  return 'after' in paging ? [order.after(paging.after)] : []
}

export function skipOf(paging: Paging): number {
  return 'skip' in paging ? paging.skip : 0
}

/** One more post than a page, to know whether there are more. */
export function limitOf(paging: Paging): RawBuilder<unknown> {
  const limit = sql`limit ${sql.lit(PAGE_SIZE + 1)}`
  const skip = skipOf(paging)
  return skip > 0 ? sql`${limit} offset ${skip}` : limit
}

export function cursorAfter(secrets: Secrets, list: List, sort: Sort, row: PostRow): string {
  return signCursor(secrets, list, row.id, orders[sort].rankOf(row))
}

/** Starts with this row again, whatever is added before it; null in orders where posts may come in between. */
export function cursorAt(secrets: Secrets, list: List, sort: Sort, row: PostRow): string | null {
  return orders[sort].isById ? signCursor(secrets, list, row.id + 1, null) : null
}

/** `rank` is the sort value, null where that is the id. */
export function signCursor(secrets: Secrets, list: List, id: number, rank: ListKey['rank']): string {
  const time = list.filter.openAt === null ? [] : [list.minute]
  return secrets.sign(JSON.stringify([list.listName, id, rank, ...time]), 'cursor')
}

function readSkip(pageParam: number | null | undefined): number {
  const page = pageParam ?? 1
  if (!Number.isInteger(page) || page < 1 || page > MAX_PAGE) throw badPaging('pageParam')
  return (page - 1) * PAGE_SIZE
}

function readCursor(secrets: Secrets, listName: string, cursor: string): { key: ListKey; minute: number | null } {
  const signed = secrets.verify(cursor, 'cursor')
  if (signed === null) throw badPaging('cursor')
  const [ofList, id, rank, minute] = JSON.parse(signed) as [string, number, ListKey['rank'], number?]
  if (ofList !== listName) throw badPaging('cursor')
  return { key: { id, rank }, minute: minute ?? null }
}

function badPaging(field: string) {
  return badInput([{ field, message: errorMessages.BAD_USER_INPUT }])
}
