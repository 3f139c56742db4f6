import * as L from 'leaflet'
import { loadCoast } from './coast.ts'
import { islands, provinces, seas } from './own-labels.ts'

/** Names of provinces stand on the map until streets would. */
const NAMES_ZOOM = 13

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
  const named =
    (kind: string) =>
    ([name, lat, lng]: readonly [string, number, number]) =>
      L.marker([lat, lng], {
        interactive: false,
        keyboard: false,
        zIndexOffset: -1000,
        icon: L.divIcon({ className: `map-name map-name-${kind}`, html: `<span>${name}</span>`, iconSize: [0, 0] }),
      })
  const names = L.layerGroup([
    ...seas.map(named('sea')),
    ...provinces.map(named('land')),
    ...islands.map(named('island')),
  ])
  const toggle = () => {
    if (map.getZoom() < NAMES_ZOOM) names.addTo(map)
    else names.remove()
  }
  map.on('zoomend', toggle)
  toggle()
}
