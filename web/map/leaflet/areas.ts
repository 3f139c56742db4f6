import * as L from 'leaflet'
import type { GetMapAreasQueryVariables } from '#contract/operations.gen.ts'
import { DISTRICT_ZOOM, OUTLINE_UNIT } from '#rules/map-areas.ts'
import type { MapAreas } from '../get-map-areas.ts'
import { decodeRing } from './coast.ts'
import { nameMarker, withRoom } from './labels.ts'

/** Asks for the names and borders of a view. */
export type AskAreas = (view: GetMapAreasQueryVariables) => Promise<MapAreas>

/** How far beyond the view is asked for, in parts of it, so that a small move asks nothing. */
const AHEAD = 0.25

/** Keeps the names and borders of areas on the map as it moves. Without them it is still a map. */
export function drawAreas(map: L.Map, ask: AskAreas): void {
  let drawn: L.LayerGroup | null = null
  let known: { bounds: L.LatLngBounds; zoom: number } | null = null
  const refresh = async () => {
    const zoom = map.getZoom()
    if (known?.zoom === zoom && known.bounds.contains(map.getBounds())) return
    const asked = { bounds: map.getBounds().pad(AHEAD), zoom }
    known = asked
    if (zoom < DISTRICT_ZOOM) return replace(null)
    const areas = await ask(viewOf(asked.bounds, zoom))
    if (known === asked) replace(layerOf(map, areas))
  }
  const replace = (layer: L.LayerGroup | null) => {
    drawn?.remove()
    drawn = layer?.addTo(map) ?? null
  }
  const follow = () => {
    refresh().catch(() => {
      known = null
    })
  }
  map.on('moveend', follow)
  follow()
}

function viewOf(bounds: L.LatLngBounds, zoom: number): GetMapAreasQueryVariables {
  // To a metre: the address of an answer that others may share.
  const round = (degrees: number) => Number(degrees.toFixed(5))
  return {
    south: round(Math.max(-90, bounds.getSouth())),
    west: round(Math.max(-180, bounds.getWest())),
    north: round(Math.min(90, bounds.getNorth())),
    east: round(Math.min(180, bounds.getEast())),
    zoom,
  }
}

function layerOf(map: L.Map, { names, outlines }: MapAreas): L.LayerGroup {
  const borders = outlines.map((ring) =>
    L.polyline(decodeRing(ring, OUTLINE_UNIT), {
      className: 'area-border',
      weight: 1,
      interactive: false,
      smoothFactor: 0.5,
    }),
  )
  const labels = withRoom(map, names).map(({ name, lat, lng }) => nameMarker('land', [name, lat, lng]))
  return L.layerGroup([...borders, ...labels])
}
