import * as L from 'leaflet'
import type { Bounds, MapOptions, Position } from '../provider.ts'
import { panDistance, visibleMargins } from '../visible-area.ts'

type Options = Pick<MapOptions, 'coveredHeight'>

/** Shows the whole bounds in the uncovered part of the map, but at least at zoom `minZoom`. */
export function fitBounds(
  map: L.Map,
  { south, west, north, east }: Bounds,
  { coveredHeight, maxZoom, minZoom = 0 }: Options & { maxZoom: number; minZoom?: number | undefined },
): void {
  const bounds = L.latLngBounds([south, west], [north, east])
  const { top, right, bottom, left } = visibleMargins(map.getSize().y, coveredHeight?.() ?? 0)
  const isTooFar = map.getBoundsZoom(bounds, false, L.point(left + right, top + bottom)) < minZoom
  if (isTooFar) map.setView(bounds.getCenter(), minZoom)
  else map.fitBounds(bounds, { maxZoom, paddingTopLeft: [left, top], paddingBottomRight: [right, bottom] })
}

/** Pans as little as needed until a pin there is visible; returns whether it had to. */
export function panIntoView(map: L.Map, position: Position, { coveredHeight }: Options): boolean {
  const [foot, size] = [map.latLngToContainerPoint(position), map.getSize()]
  const steps = panDistance([foot.x, foot.y], [size.x, size.y], coveredHeight?.() ?? 0)
  const isHidden = steps.some((step) => step !== 0)
  if (isHidden) map.panBy(steps, { animate: map.options.zoomAnimation !== false })
  return isHidden
}
