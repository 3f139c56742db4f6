import { queryOptions } from '@tanstack/react-query'
import type { GetPlaceQuery } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { retryOnce } from '../kit/retry.ts'

const document = graphql(/* GraphQL */ `
  query getPlace($id: ID!) {
    getPlace(id: $id) {
      id name address lat lng start_time end_time count like
      photos { post title image image_info { width height placeholder } }
    }
  }
`)

export type Place = GetPlaceQuery['getPlace']

/** A place as its posts tell of it. */
export function placeQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['place', id],
    queryFn: async ({ signal }) => (await request(execute, document, { id }, { signal })).getPlace,
    retry: retryOnce,
  })
}
