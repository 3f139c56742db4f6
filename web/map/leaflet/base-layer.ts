import * as L from 'leaflet'
import { type AskAreas, drawAreas } from './areas.ts'
import { drawCoast } from './coast-layer.ts'
import type { Tiles } from './tiles.ts'

/** Draws what the operator has, or the coast line and the areas that are known; markers stand on either. */
export function drawGround(map: L.Map, { tiles_url, pmtiles_url }: Tiles, ask: AskAreas): void {
  const drawOwn = () => {
    drawCoast(map)
    drawAreas(map, ask)
  }
  if (tiles_url !== null) L.tileLayer(tiles_url, { maxZoom: map.getMaxZoom() }).addTo(map)
  else if (pmtiles_url === null) drawOwn()
  // An archive that cannot be read leaves our own.
  else import('./pmtiles.ts').then(({ drawPmtiles }) => drawPmtiles(map, pmtiles_url)).catch(drawOwn)
}
