import type { Bounds, Position } from '../../places/map/provider.ts'
import { boundsOf } from '../../places/map/provider.ts'

/** Pins that lie so close on the screen that they are one marker. */
export type PinCluster<Pin extends Position> = { key: string; position: Position; pins: Pin[]; bounds: Bounds }

/** Pixels of the square within which pins are one marker. */
const SQUARE = 56

/** In squares of the world at that zoom, so that panning changes nothing. */
export function clusterPins<Pin extends Position>(pins: readonly Pin[], zoom: number): PinCluster<Pin>[] {
  const world = (256 * 2 ** Math.round(zoom)) / SQUARE
  const squares = Map.groupBy(pins, ({ lat, lng }) => {
    const sin = Math.sin((lat * Math.PI) / 180)
    const y = 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
    return `${Math.floor((lng / 360 + 0.5) * world)},${Math.floor(y * world)}`
  })
  return [...squares].map(([square, together]) => {
    const bounds = boundsOf(together)
    const position = { lat: (bounds.south + bounds.north) / 2, lng: (bounds.west + bounds.east) / 2 }
    return { key: `${Math.round(zoom)}:${square}`, position, pins: together, bounds }
  })
}
