import type { GetMapSettingsQuery } from '#contract/operations.gen.ts'

/** What the operator lets our own map be drawn from: a template of raster tiles, or a PMTiles archive that answers ranges. */
export type Tiles = Pick<GetMapSettingsQuery['getMapSettings'], 'tiles_url' | 'pmtiles_url'>

/** Nothing but the bundled map. */
export const noTiles: Tiles = { tiles_url: null, pmtiles_url: null }

/** Whether there are streets to see. */
export function hasStreets({ tiles_url, pmtiles_url }: Tiles): boolean {
  return tiles_url !== null || pmtiles_url !== null
}
