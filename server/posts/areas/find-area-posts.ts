import { type RawBuilder, sql } from 'kysely'
import { PAGE_SIZE } from '#rules/paging.ts'
import { areaSchema } from '#rules/places.ts'
import type { OperationContext } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { AppError, checkInput } from '../../errors.ts'
import { EXACT_COUNT, listCounts } from '../list-counts.ts'
import { conditionsOf, countedName, isFiltering, type ListFilter } from '../list-filter.ts'
import { type Order, orders } from '../orders.ts'
import type { List } from '../paging.ts'
import { addressOfPath } from './area-path.ts'
import { findArea, postsIn } from './get-area.ts'

/** An area and the number of its posts. */
export type ListedArea = Readonly<{ id: number; count: number }>

/** An area with up to this many posts is sorted as a whole: some 3 µs per post. */
const MAX_SORTED = 3000

/** For a larger area, this many posts of the whole list are checked in its order before the area is sorted. */
const WALKED_POSTS = 8000

/** Posts skipped at most, for pages by number; cursors have no such limit. */
const MAX_SKIPPED = 100 * PAGE_SIZE

/** @throws {AppError} BAD_USER_INPUT, NOT_FOUND for an unknown area */
export async function requireArea(db: Queryable, path: string): Promise<ListedArea> {
  const area = await findArea(db, addressOfPath(checkInput(areaSchema, { path }).path))
  if (!area) throw new AppError('NOT_FOUND')
  return { id: area.id, count: await postsIn(db, area.id) }
}

/** Ids of the area's posts in order, one more than a page. */
export async function findAreaPosts(
  db: Queryable,
  area: ListedArea,
  order: Order,
  { filter, paging }: Pick<List, 'filter' | 'paging'>,
): Promise<number[]> {
  const skip = 'skip' in paging ? paging.skip : 0
  if (skip > MAX_SKIPPED) return []
  const after = 'after' in paging ? [order.after(paging.after)] : []
  const page = sql`order by ${order.by} limit ${sql.lit(PAGE_SIZE + 1)} offset ${skip}`
  const read = async (source: RawBuilder<unknown>, conditions: readonly RawBuilder<boolean>[]) => {
    const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
    const { rows } = await sql<{ id: number }>`select ${order.id} as id from ${source} ${where} ${page}`.execute(db)
    return rows.map(({ id }) => id)
  }
  if (order === orders.latest && !isFiltering(filter)) return read(sql`(${idsIn(area)}) p`, after)
  const wanted = conditionsOf(filter, order.alias)
  if (area.count > MAX_SORTED) {
    const found = await read(walked(order, after), [isIn(area, order), ...wanted])
    if (found.length > PAGE_SIZE) return found
  }
  return read(sql`(${idsIn(area)} offset 0) own join ${order.table} on ${order.id} = own.id`, [...after, ...wanted])
}

function idsIn({ id }: ListedArea): RawBuilder<unknown> {
  return sql`select post_id as id from post_areas where area_id = ${id}`
}

function walked(order: Order, after: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  const where = after.length > 0 ? sql`where ${sql.join([...after], sql` and `)}` : sql``
  return sql`(
    select ${order.columns} from ${order.table} ${where} order by ${order.by} limit ${sql.lit(WALKED_POSTS)}
  ) ${sql.ref(order.alias)}`
}

/** A subquery for each post: a join would read the whole area first. */
function isIn({ id }: ListedArea, order: Order): RawBuilder<boolean> {
  return sql`(select true from post_areas a where a.area_id = ${id} and a.post_id = ${order.id})`
}

/** Number of posts in the list; exact without a filter. */
export function countAreaPosts({ db, log }: OperationContext, area: ListedArea, filter: ListFilter): Promise<number> {
  if (!isFiltering(filter)) return Promise.resolve(area.count)
  const exactly = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from post_areas a join posts p on p.id = a.post_id
      where a.area_id = ${area.id} and ${sql.join(conditionsOf(filter, 'p'), sql` and `)}`.execute(db)
    return rows[0]?.count ?? 0
  }
  const isSmall = area.count <= EXACT_COUNT
  const count = async () => ({ total: isSmall ? await exactly() : area.count, exact: isSmall })
  return listCounts(db).of(`${countedName(filter)} area ${area.id}`, count, exactly, log)
}
