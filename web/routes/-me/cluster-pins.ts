import type { Bounds, Position } from '../../places/map/provider.ts'
import { boundsOf } from '../../places/map/provider.ts'

/** Pins that lie so close on the screen that they are one marker, at the position of the first. */
export type PinCluster<Pin extends Position> = { key: string; position: Position; pins: Pin[]; bounds: Bounds }

/** Pixels between two markers, so that none covers another. */
const APART = 52

/** Each pin joins the first marker that is near at that zoom, whatever part of the map is in view. */
export function clusterPins<Pin extends Position>(pins: readonly Pin[], zoom: number): PinCluster<Pin>[] {
  const level = Math.round(zoom)
  const clusters: { x: number; y: number; pins: [Pin, ...Pin[]] }[] = []
  for (const pin of pins) {
    const { x, y } = pixelOf(pin, level)
    const near = clusters.find((one) => Math.hypot(one.x - x, one.y - y) < APART)
    if (near) near.pins.push(pin)
    else clusters.push({ x, y, pins: [pin] })
  }
  return clusters.map(({ x, y, pins: together }) => {
    const [{ lat, lng }] = together
    return { key: `${level}:${x}:${y}`, position: { lat, lng }, pins: together, bounds: boundsOf(together) }
  })
}

/** In the Web Mercator projection of the maps, whose world is 256 pixels wide at zoom 0. */
function pixelOf({ lat, lng }: Position, zoom: number): { x: number; y: number } {
  const world = 256 * 2 ** zoom
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: (lng / 360 + 0.5) * world, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world }
}
