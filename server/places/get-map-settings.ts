import type { MapSettings } from '#contract/schema.gen.ts'
import { apiPaths } from '#rules/paths.ts'
import type { OperationContext } from '../context.ts'

/** What a page needs to draw a map; nothing in it is secret. */
export async function getMapSettings({ config }: OperationContext): Promise<MapSettings> {
  const { kakaoMapKey, kakaoMapUrl, tilesUrl, pmtilesPath } = config.places
  return {
    kakao_key: kakaoMapKey,
    kakao_url: kakaoMapKey === null ? null : kakaoMapUrl,
    tiles_url: tilesUrl,
    pmtiles_url: pmtilesPath === null ? null : apiPaths.mapTiles,
  }
}
