import { queryOptions } from '@tanstack/react-query'
import type { SaveList } from '#contract/schema.gen.ts'
import { NEAR, type NearPosition } from '#rules/paging.ts'
import { type DataOf, type ExecuteGraphql, graphql, request, retryOnce } from '../../graphql.ts'
import { listQuery } from '../../posts/queries/list-query.ts'
import { postCard } from '../../posts/queries/post-fields.ts'

const listDocument = graphql(/* GraphQL */ `
  query getSavedPosts($list: SaveList!, $sort: String, $keyword: String, $cursor: String, $lat: Float, $lng: Float) {
    getSavedPosts(list: $list, sort: $sort, keyword: $keyword, cursor: $cursor, lat: $lat, lng: $lng) {
      data { ...PostCard }
      nextCursor
      startCursor
      gone { post title address lat lng place_id at }
    }
  }
${postCard}`)

const pinsDocument = graphql(/* GraphQL */ `
  query getSavedPins($list: SaveList!, $keyword: String) {
    getSavedPins(list: $list, keyword: $keyword) { post title lat lng }
  }
`)

const countsDocument = graphql(/* GraphQL */ `
  query getSavedCounts {
    getSavedCounts { want wantOpen been liked written }
  }
`)

export type SavedPin = DataOf<typeof pinsDocument>['getSavedPins'][number]
export type GoneEntry = NonNullable<DataOf<typeof listDocument>['getSavedPosts']['gone']>[number]
type SavedParams = { list: SaveList; keyword: string; near: NearPosition | undefined }

/** The entries of one of the reader's lists. */
export function savedListQuery(execute: ExecuteGraphql, { list, keyword, near }: SavedParams) {
  return listQuery(
    ['saved', list, keyword, ...(near ? [NEAR, `${near.lat},${near.lng}`] : [])],
    async (cursor, signal) => {
      const order = near ? { sort: NEAR, ...near } : {}
      return (await request(execute, listDocument, { list, keyword, ...order, cursor }, { signal })).getSavedPosts
    },
  )
}

export function savedPinsQuery(execute: ExecuteGraphql, list: SaveList, keyword: string) {
  return queryOptions({
    queryKey: ['saved_pins', list, keyword],
    queryFn: async ({ signal }) => (await request(execute, pinsDocument, { list, keyword }, { signal })).getSavedPins,
    retry: retryOnce,
  })
}

export function savedCountsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['saved_counts'],
    queryFn: async ({ signal }) => (await request(execute, countsDocument, {}, { signal })).getSavedCounts,
    retry: retryOnce,
  })
}
