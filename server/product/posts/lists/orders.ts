import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import { DEGREE_METRES } from '../../places/find-places.ts'
import type { PostRow } from '../present-post.ts'
import { filterColumns } from './list-filter.ts'

type SortValue = number | string | null

/** Last post of a page: its id, and the value by which the list sorts before the id. */
export type ListKey<Rank = SortValue> = { id: number; rank: Rank }

/** Last examined post of a page, and the number of posts searched for words. */
export type ListStop = Readonly<{ key: ListKey; searched?: number }>

/**
 * An order of lists, as SQL over `posts p` or `post_stats s` without hidden posts. Each has its own index, on which `after` is a
 * range.
 */
export type Order = {
  alias: 'p' | 's'
  /** Sorted by id alone, without another column. */
  isById: boolean
  table: RawBuilder<unknown>
  id: RawBuilder<number>
  columns: RawBuilder<unknown>
  by: RawBuilder<unknown>
  after: (key: ListKey) => RawBuilder<boolean>
  /** Sort value before the id; null if the order is by id alone. */
  rank: RawBuilder<unknown>
  rankOf: (row: PostRow) => ListKey['rank']
}

const ofPosts = {
  alias: 'p',
  table: sql`(select id, title, open_hours, facts from posts where not hidden) p`,
  id: sql<number>`p.id`,
} as const

export const orders: Record<Sort, Order> = {
  latest: {
    ...ofPosts,
    isById: true,
    columns: sql`p.id, ${filterColumns('p')}`,
    by: sql`p.id desc`,
    after: ({ id }) => sql`p.id < ${id}`,
    rank: sql`null`,
    rankOf: () => null,
  },
  popular: {
    alias: 's',
    isById: false,
    table: sql`post_stats s`,
    id: sql`s.post_id`,
    columns: sql`s.post_id, s.like_count, ${filterColumns('s')}`,
    by: sql`s.like_count desc, s.post_id desc`,
    after: ({ id, rank }) => sql`(s.like_count, s.post_id) < (${rank}, ${id})`,
    rank: sql`s.like_count`,
    rankOf: (row) => row.like_count,
  },
  again: {
    alias: 's',
    isById: false,
    table: sql`post_stats s`,
    id: sql`s.post_id`,
    columns: sql`s.post_id, s.again_score, ${filterColumns('s')}`,
    by: sql`s.again_score desc, s.post_id desc`,
    after: ({ id, rank }) => sql`(s.again_score, s.post_id) < (${rank}, ${id})`,
    rank: sql`s.again_score`,
    rankOf: (row) => row.again_score,
  },
  order: {
    ...ofPosts,
    isById: false,
    columns: sql`p.id, p.title, ${filterColumns('p')}`,
    by: sql`p.title collate "ko-x-icu", p.id desc`,
    after: ({ id, rank }) =>
      sql`p.title collate "ko-x-icu" >= ${rank} and (p.title collate "ko-x-icu" > ${rank} or p.id < ${id})`,
    rank: sql`p.title`,
    rankOf: (row) => row.title,
  },
}

/** A post with its distance `away` in degrees of the map, which grows with the real distance. */
export type NearPost = Readonly<{ id: number; away: number }>

/** SQL columns of `post_positions m` for lists by distance from a position. */
export function nearColumns(position: Position): RawBuilder<unknown> {
  return sql`m.post_id, ${filterColumns('m')}, ${mapDistanceFrom(position)} as away`
}

/** Converts metres from a position to the unit of `away`: degrees per metre grow to the north. */
export function degreesOf(metres: number, { lat }: Position): number {
  return metres / (DEGREE_METRES * Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
}

/** SQL condition: `post_positions m` is within some metres of a position. */
export function isWithin(position: Position, metres: number): RawBuilder<boolean> {
  const { lat, lng } = position
  return sql`m.position <@ circle(map_point(${lat}, ${lng}), ${degreesOf(metres, position)}::float8)`
}

/** SQL of the distance of `post_positions m` from a position, by which the index on it sorts. */
export function mapDistanceFrom({ lat, lng }: Position): RawBuilder<number> {
  return sql`(m.position <-> map_point(${lat}, ${lng}))`
}

/** SQL condition: a post follows the given one in a list by distance. */
export function isAfter(distance: RawBuilder<number>, { away, id }: NearPost): RawBuilder<boolean> {
  return sql`(${distance} > ${away} or ${distance} = ${away} and m.post_id < ${id})`
}
