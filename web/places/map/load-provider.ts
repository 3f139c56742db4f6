import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, request, retryOnce } from '../../graphql.ts'
import type { Tiles } from './leaflet/tiles.ts'
import type { MapProvider } from './provider.ts'

/** Kakao's map if the operator has a key, else our own; only the one in use is downloaded. */
export async function loadProvider(client: QueryClient, execute: ExecuteGraphql): Promise<MapProvider> {
  const settings = await client.fetchQuery(mapSettingsQuery(execute))
  if (settings.kakao_key !== null && settings.kakao_url !== null) {
    return (await import('./kakao/kakao.ts')).kakaoProvider(settings.kakao_key, settings.kakao_url)
  }
  return loadLeafletProvider(execute, settings)
}

/** Our own map, as a fallback for Kakao's. */
export async function loadLeafletProvider(execute: ExecuteGraphql, tiles: Tiles): Promise<MapProvider> {
  return (await import('./leaflet/leaflet.ts')).leafletProvider(execute, tiles)
}

const mapSettingsDocument = graphql(/* GraphQL */ `
  query getMapSettings {
    getMapSettings { kakao_key kakao_url tiles_url pmtiles_url }
  }
`)

/** Which map is configured; constant for the life of a tab. */
function mapSettingsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['map_settings'],
    queryFn: async ({ signal }) => (await request(execute, mapSettingsDocument, {}, { signal })).getMapSettings,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: retryOnce,
  })
}
