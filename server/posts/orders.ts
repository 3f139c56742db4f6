import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#rules/paging.ts'
import type { PostRow } from './present-post.ts'

/** The end of a page: the last post's id, and the sort value before the id. */
export type ListKey = { id: number; rank: number | string | null }

/**
 * An order of lists, as SQL over `posts p` or `post_stats s` (P18). Each has its own index, and `after` is a range of
 * that index.
 */
export type Order = {
  /** Id of a post within the source. */
  id: RawBuilder<number>
  by: RawBuilder<unknown>
  after: (key: ListKey) => RawBuilder<boolean>
  rankOf: (row: PostRow) => ListKey['rank']
}

export const orders: Record<Sort, Order> = {
  latest: {
    id: sql`p.id`,
    by: sql`p.id desc`,
    after: ({ id }) => sql`p.id < ${id}`,
    rankOf: () => null,
  },
  popular: {
    id: sql`s.post_id`,
    by: sql`s.like_count desc, s.post_id desc`,
    after: ({ id, rank }) => sql`(s.like_count, s.post_id) < (${rank}, ${id})`,
    rankOf: (row) => row.like_count,
  },
  order: {
    id: sql`p.id`,
    by: sql`p.title collate "ko-x-icu", p.id desc`,
    after: ({ id, rank }) =>
      sql`p.title collate "ko-x-icu" >= ${rank} and (p.title collate "ko-x-icu" > ${rank} or p.id < ${id})`,
    rankOf: (row) => row.title,
  },
}
