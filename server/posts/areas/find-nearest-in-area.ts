import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Database, Queryable } from '../../db/connect.ts'
import { allOf, conditionsOf } from '../lists/list-filter.ts'
import {
  awayFrom,
  isAfter,
  MAX_POSTS_COMPARED,
  type NearList,
  type NearPost,
  nearColumns,
  nearestOf,
} from '../lists/nearest-rows.ts'
import { idsIn, isIn, type ListedArea } from './find-area-posts.ts'

/** The nearest posts are sought in so many parts of an area first, then in twice as many more, and so on. */
const FIRST_PARTS = 2

/** All posts of a small area are compared; of a larger one, those of its parts around the position. */
export async function findNearestInArea(
  db: Database,
  position: Position,
  list: NearList,
  area: ListedArea,
): Promise<NearPost[]> {
  const found = area.count > MAX_POSTS_COMPARED ? await nearestByParts(db, position, list, area) : null
  if (found) return found
  const all = sql`(
    select ${nearColumns(position)} from (${idsIn(area, list.filter)} offset 0) own
    join post_positions m on m.post_id = own.id
  ) m`
  return nearestOf(db, all, list)
}

// Takes the nearest parts first, until no other part can have a nearer post. Null if all parts together have too few.
function nearestByParts(
  db: Database,
  position: Position,
  list: NearList,
  area: ListedArea,
): Promise<NearPost[] | null> {
  return db.transaction().execute(async (tx) => {
    // The planner expects few posts in a box, and would rather sort them than read them by distance.
    await sql`set local enable_sort = off`.execute(tx)
    let found: NearPost[] = []
    for (let asked = 0, wanted = FIRST_PARTS; ; asked += wanted, wanted *= 2) {
      const reach = found.length === list.limit ? (found.at(-1)?.away ?? 0) : null
      const parts = await partsAround(tx, position, area, { skip: asked, limit: wanted })
      const asking = parts.filter(({ away }) => reach === null || away <= reach)
      const more = asking.length > 0 ? await nearestOf(tx, nearestInParts(position, list, asking, reach), list) : []
      found = [...found, ...more].toSorted((a, b) => a.away - b.away || b.id - a.id).slice(0, list.limit)
      if (asking.length < wanted) return found.length === list.limit ? found : null
    }
  })
}

type Part = Readonly<{ id: number; away: number }>

/** The smallest parts of an area with borders, or the area itself, by the distance of the box around them. */
async function partsAround(
  db: Queryable,
  { lat, lng }: Position,
  area: ListedArea,
  { skip, limit }: { skip: number; limit: number },
): Promise<Part[]> {
  const away = sql`a.reach <-> map_point(${lat}, ${lng})`
  const { rows } = await sql<Part>`
    select a.id, ${away} as away from areas a
    where a.path @> array[${area.id}::integer] and a.reach is not null
      and not exists (select from areas part where part.parent_id = a.id)
    order by ${away}, a.id offset ${skip} limit ${limit}`.execute(db)
  return rows
}

// The first posts of each part, which the index on positions yields in order of distance, not farther away than
// `reach`.
function nearestInParts(
  position: Position,
  { filter, after, limit }: NearList,
  parts: readonly Part[],
  reach: number | null,
): RawBuilder<unknown> {
  const conditions = [
    ...conditionsOf(filter, 'm'),
    ...(after ? [isAfter(awayFrom(position), after)] : []),
    isIn(sql`part.id`, sql`m.post_id`),
  ]
  const box = reach === null ? sql`part.reach` : sql`part.reach # ${boxAround(position, reach)}`
  return sql`(
    select own.* from areas part cross join lateral (
      select ${nearColumns(position)} from post_positions m
      where m.position <@ (${box}) and ${allOf(conditions)}
      order by ${awayFrom(position)} limit ${sql.lit(limit)}
    ) own where part.id = any(${parts.map(({ id }) => id)}::integer[])
  ) m`
}

function boxAround({ lat, lng }: Position, away: number): RawBuilder<unknown> {
  const corner = sql`point(${away}::float8, ${away}::float8)`
  return sql`box(map_point(${lat}, ${lng}) - ${corner}, map_point(${lat}, ${lng}) + ${corner})`
}
