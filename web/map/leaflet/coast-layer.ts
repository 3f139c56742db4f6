import * as L from 'leaflet'
import { DISTRICT_ZOOM } from '#rules/map-areas.ts'
import { loadCoast } from './coast.ts'
import { islands, nameMarker, provinces, seas } from './labels.ts'

/** Draws the land and its names. Without them the map is a plain ground on which markers still stand right. */
export function drawCoast(map: L.Map): void {
  loadCoast()
    .then(({ korea, neighbours }) => {
      const land = { stroke: true, weight: 1, interactive: false, smoothFactor: 0.5 }
      L.polygon([neighbours], { ...land, className: 'coast coast-far' }).addTo(map)
      L.polygon([korea], { ...land, className: 'coast' }).addTo(map)
      drawNames(map)
    })
    .catch(() => {})
}

function drawNames(map: L.Map): void {
  const names = L.layerGroup([
    ...seas.map((label) => nameMarker('sea', label)),
    ...provinces.map((label) => nameMarker('land', label)),
    ...islands.map((label) => nameMarker('island', label)),
  ])
  const toggle = () => {
    if (map.getZoom() < DISTRICT_ZOOM) names.addTo(map)
    else names.remove()
  }
  map.on('zoomend', toggle)
  toggle()
}
