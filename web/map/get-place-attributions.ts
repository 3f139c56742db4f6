import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { retryOnce } from '../kit/retry.ts'

const document = graphql(/* GraphQL */ `
  query getPlaceAttributions {
    getPlaceAttributions { source text url }
  }
`)

/** The lines that every map must show. */
export function placeAttributionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['place_attributions'],
    queryFn: async ({ signal }) => (await request(execute, document, {}, { signal })).getPlaceAttributions,
    staleTime: 600_000,
    retry: retryOnce,
  })
}
