import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { retryOnce } from '../kit/retry.ts'

const document = graphql(/* GraphQL */ `
  query getMapSettings {
    getMapSettings { kakao_key kakao_url tiles_url pmtiles_url }
  }
`)

/** Which map is configured; it stays so for the life of a tab. */
export function mapSettingsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['map_settings'],
    queryFn: async ({ signal }) => (await request(execute, document, {}, { signal })).getMapSettings,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: retryOnce,
  })
}
