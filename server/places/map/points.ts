import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../db/connect.ts'
import { containsAllSql, expectedRows, hasGrams, withIndexOnly } from '../match-terms.ts'
import type { MapPoint } from './clusters.ts'
import type { Box, View } from './view.ts'

/** Posts of a view, one by one: all of them, or a sample in which each stands for `weight`. */
export type Points = Readonly<{ points: readonly MapPoint[]; weight: number }>

/** Up to this many posts are looked at one by one: some 5 µs each. */
export const FEW = 3000

/** Positions that are read to draw a sample from them: some 0.3 µs each. */
const READ = 50_000

/** The newest posts of the whole site, among which a sample of a large view is sought. */
const NEWEST = 20_000

/**
 * The posts in view that contain the terms. Few in view are read by their position, rare words by the search index; of
 * common words in a crowd a sample is drawn, evenly over the view or, when that is too large, from the newest.
 */
export async function findPoints(db: Database, view: View, inView: number): Promise<Points> {
  if (inView <= FEW) return everyOne(await select(db, withTerms(inBox(view.box), view)))
  if (view.terms.length > 0 && (await expectedRows(db, 'post_search', view.terms)) <= FEW) {
    const { rows } = await withIndexOnly(db, (tx) => select(tx, rareIn(view)))
    if (rows.length < 2 * FEW) return everyOne({ rows })
  }
  return inView <= READ ? sampleOf(db, view, inView) : sampleOfNewest(db, view, inView)
}

const columns = sql`m.post_id as id, m.position[0] as x, m.position[1] as y`

function inBox(box: Box): RawBuilder<unknown> {
  return sql`select ${columns} from post_positions m where ${isIn(box)}`
}

function rareIn({ box, terms }: View): RawBuilder<unknown> {
  return sql`
    select ${columns} from (
      select post_id from post_search where ${hasGrams(terms)} and ${containsAllSql(sql`normal`, terms)}
      limit ${sql.lit(2 * FEW)}
    ) found join post_positions m on m.post_id = found.post_id
    where ${isIn(box)}`
}

/** Every n-th post of the view, by its id. */
async function sampleOf(db: Queryable, view: View, inView: number): Promise<Points> {
  const every = Math.ceil(inView / FEW)
  const { rows } = await select(db, withTerms(sql`${inBox(view.box)} and m.post_id % ${every} = 0`, view))
  return { points: rows, weight: every }
}

async function sampleOfNewest(db: Queryable, view: View, inView: number): Promise<Points> {
  const sample = sql`
    select ${columns} from (select * from post_positions order by post_id desc limit ${sql.lit(NEWEST)}) m
    where ${isIn(view.box)} limit ${sql.lit(FEW)}`
  const { rows } = await sql<{ points: MapPoint[]; drawn: number }>`
    with sample as materialized (${sample})
    select (select count(*) from sample) as drawn,
      (select coalesce(json_agg(f), '[]') from (${withTerms(sql`select * from sample`, view)}) f) as points`.execute(db)
  const { points = [], drawn = 0 } = rows[0] ?? {}
  return { points, weight: Math.max(1, inView / Math.max(1, drawn)) }
}

function withTerms(points: RawBuilder<unknown>, { terms }: View): RawBuilder<unknown> {
  if (terms.length === 0) return points
  return sql`
    select f.id, f.x, f.y from (${points}) f join post_search t on t.post_id = f.id
    where ${containsAllSql(sql`t.normal`, terms)}`
}

function isIn({ west, south, east, north }: Box): RawBuilder<boolean> {
  return sql`m.position <@ box(point(${west}, ${south}), point(${east}, ${north}))`
}

function select(db: Queryable, points: RawBuilder<unknown>): Promise<{ rows: MapPoint[] }> {
  return sql<MapPoint>`${points}`.execute(db)
}

function everyOne({ rows }: { rows: MapPoint[] }): Points {
  return { points: rows, weight: 1 }
}
