import * as L from 'leaflet'
import { type KoreaLayer, koreaLayer } from './korea/korea-layer.ts'
import type { Tiles } from './tiles.ts'

/**
 * Draws what the operator has, or the bundled map of Korea; markers stand on either. `onKorea` is told of the latter, which
 * keeps its names from under markers.
 */
export function addBaseLayer(
  map: L.Map,
  { tiles_url, pmtiles_url }: Tiles,
  onKorea: (korea: KoreaLayer) => void,
): void {
  const drawKorea = () => onKorea(koreaLayer().addTo(map))
  if (tiles_url !== null) L.tileLayer(tiles_url, { maxZoom: map.getMaxZoom() }).addTo(map)
  else if (pmtiles_url === null) drawKorea()
  // An archive that cannot be read leaves our own.
  else import('./pmtiles.ts').then(({ drawPmtiles }) => drawPmtiles(map, pmtiles_url)).catch(drawKorea)
}
