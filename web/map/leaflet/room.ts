import * as L from 'leaflet'
import { clearMargins, stepsToClear } from '../clear-room.ts'
import type { Bounds, MapOptions, Position } from '../provider.ts'

type Covered = Pick<MapOptions, 'covered'>

/** Shows all of the bounds where nothing covers the map, unless that were farther away than `minZoom`. */
export function showAll(
  map: L.Map,
  { south, west, north, east }: Bounds,
  { covered, maxZoom, minZoom = 0 }: Covered & { maxZoom: number; minZoom?: number | undefined },
): void {
  const bounds = L.latLngBounds([south, west], [north, east])
  const { top, right, bottom, left } = clearMargins(map.getSize().y, covered?.() ?? 0)
  const isTooFar = map.getBoundsZoom(bounds, false, L.point(left + right, top + bottom)) < minZoom
  if (isTooFar) map.setView(bounds.getCenter(), minZoom)
  else map.fitBounds(bounds, { maxZoom, paddingTopLeft: [left, top], paddingBottomRight: [right, bottom] })
}

/** Moves no farther than it must until a pin there is seen; whether it had to. */
export function uncover(map: L.Map, position: Position, { covered }: Covered): boolean {
  const [foot, size] = [map.latLngToContainerPoint(position), map.getSize()]
  const steps = stepsToClear([foot.x, foot.y], [size.x, size.y], covered?.() ?? 0)
  const isHidden = steps.some((step) => step !== 0)
  if (isHidden) map.panBy(steps, { animate: map.options.zoomAnimation !== false })
  return isHidden
}
