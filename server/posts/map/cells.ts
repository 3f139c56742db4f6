import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import type { PointGroup } from './clusters.ts'
import type { View } from './view.ts'

/** Levels for which `post_cells` has counts: squares of 360° / 2ⁿ. */
const LEVELS = [12, 15, 18] as const

/** The posts of a view, grouped by its squares from stored counts; slightly beyond its sides. */
export async function readCells(db: Queryable, { box, square }: View): Promise<PointGroup[]> {
  const level = LEVELS.find((kept) => 360 / 2 ** kept <= square) ?? 18
  const cell = 360 / 2 ** level
  // Rows are counted from the north, as in tiles.
  const [left, right] = [box.west + 180, box.east + 180].map((x) => Math.floor(x / cell))
  const [top, bottom] = [180 - box.north, 180 - box.south].map((y) => Math.floor(y / cell))
  const perSquare = Math.max(1, Math.round(square / cell))
  const { rows } = await sql<{ x: number; y: number; count: number; mean_x: number; mean_y: number }>`
    select x / ${perSquare} as x, y / ${perSquare} as y, sum(count)::int as count,
      sum(sum_x) / sum(count) as mean_x, sum(sum_y) / sum(count) as mean_y
    from post_cells
    where level = ${level} and x between ${left} and ${right} and y between ${top} and ${bottom}
    group by 1, 2 having sum(count) > 0`.execute(db)
  const width = cell * perSquare
  return rows.map((row) => ({
    count: row.count,
    x: row.mean_x,
    y: row.mean_y,
    box: {
      west: row.x * width - 180,
      east: (row.x + 1) * width - 180,
      north: 180 - row.y * width,
      south: 180 - (row.y + 1) * width,
    },
    postId: null,
  }))
}
