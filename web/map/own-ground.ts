import * as L from 'leaflet'
import { drawCoast } from './own-coast.ts'
import type { Tiles } from './tiles.ts'

/** Draws what the operator has, or the coast line; markers stand on either. */
export function drawGround(map: L.Map, { tiles_url, pmtiles_url }: Tiles): void {
  if (tiles_url !== null) L.tileLayer(tiles_url, { maxZoom: map.getMaxZoom() }).addTo(map)
  else if (pmtiles_url !== null) drawArchive(map, pmtiles_url)
  else drawCoast(map)
}

/** An archive that cannot be read leaves the coast line. */
function drawArchive(map: L.Map, url: string): void {
  import('./own-pmtiles.ts').then(({ drawPmtiles }) => drawPmtiles(map, url)).catch(() => drawCoast(map))
}
