import * as L from 'leaflet'
import type { FoundPosition } from '../current-position.ts'

/** A dot where the device is, in the circle within which it is. */
export function drawCurrentPosition({ lat, lng, accuracy }: FoundPosition): L.LayerGroup {
  const shared = { interactive: false, stroke: true }
  return L.layerGroup([
    L.circle([lat, lng], { ...shared, radius: accuracy, weight: 1, className: 'here-circle' }),
    L.circleMarker([lat, lng], { ...shared, radius: 7, weight: 3, className: 'here-dot' }),
  ])
}
