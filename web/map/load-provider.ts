import type { QueryClient } from '@tanstack/react-query'
import type { ExecuteGraphql } from '../graphql.ts'
import { mapSettingsQuery } from './get-map-settings.ts'
import type { Tiles } from './leaflet/tiles.ts'
import type { MapProvider } from './provider.ts'

/** Kakao's map when the operator has a key, else our own; only the one that is used is fetched. */
export async function loadProvider(client: QueryClient, execute: ExecuteGraphql): Promise<MapProvider> {
  const settings = await client.fetchQuery(mapSettingsQuery(execute))
  if (settings.kakao_key !== null && settings.kakao_url !== null) {
    return (await import('./kakao/kakao.ts')).kakaoProvider(settings.kakao_key, settings.kakao_url)
  }
  return loadOwnProvider(execute, settings)
}

/** Our own map, for when Kakao's cannot be had. */
export async function loadOwnProvider(execute: ExecuteGraphql, tiles: Tiles): Promise<MapProvider> {
  return (await import('./leaflet/leaflet.ts')).ownProvider(execute, tiles)
}
