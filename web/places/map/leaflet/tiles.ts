import type { GetMapSettingsQuery } from '#contract/operations.gen.ts'

/** The operator's source for our own map: a URL template of raster tiles, or a PMTiles archive read by range. */
export type Tiles = Pick<GetMapSettingsQuery['getMapSettings'], 'tiles_url' | 'pmtiles_url'>

/** Only the bundled map. */
export const noTiles: Tiles = { tiles_url: null, pmtiles_url: null }

/** Whether the operator has a source of their own. */
export function hasOwnSource({ tiles_url, pmtiles_url }: Tiles): boolean {
  return tiles_url !== null || pmtiles_url !== null
}
