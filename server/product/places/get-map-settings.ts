import type { MapSettings, PlaceAttribution } from '#contract/schema.gen.ts'
import { sitePaths } from '#rules/paths.ts'
import type { OperationContext } from '../../platform/context.ts'
import { onlineProviders } from './online/find-online-places.ts'

export async function getMapSettings({ config }: OperationContext): Promise<MapSettings> {
  const { kakaoMapKey, kakaoMapUrl, tilesUrl, pmtilesPath } = config.places
  return {
    kakao_key: kakaoMapKey,
    kakao_url: kakaoMapKey === null ? null : kakaoMapUrl,
    tiles_url: tilesUrl,
    pmtiles_url: pmtilesPath === null ? null : sitePaths.mapTiles,
  }
}

export async function getPlaceAttributions({ db, config }: OperationContext): Promise<PlaceAttribution[]> {
  const sources = await db
    .selectFrom('place_sources')
    .select(['key as source', 'attribution as text', 'url'])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('places', '>', 0),
        eb('areas', '>', 0),
        exists(selectFrom('roads').select('roads.id').whereRef('roads.source_id', '=', 'place_sources.id')),
      ]),
    )
    .orderBy('id')
    .execute()
  const { tilesAttribution } = config.places
  return [
    ...(tilesAttribution === null ? [] : [{ source: 'tiles', text: tilesAttribution, url: null }]),
    ...sources,
    ...onlineProviders(config.places).map(({ name, attribution, url }) => ({ source: name, text: attribution, url })),
  ]
}
