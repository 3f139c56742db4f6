import type { Box } from '#rules/korea-map.ts'
import { TILE_PIXELS } from '#rules/position.ts'
import type { Context } from './canvas.ts'
import type { MapLine } from './decode.ts'

/** What a canvas shows: its upper left corner in world pixels at this zoom, and its size in pixels. */
export type Frame = { left: number; top: number; width: number; height: number; zoom: number }

/** The width of the world in pixels. */
export const worldWidth = ({ zoom }: Pick<Frame, 'zoom'>) => TILE_PIXELS * 2 ** zoom

/** The frame in Web Mercator; the world has width 1. */
export function boxOf({ left, top, width, height, zoom }: Frame): Box {
  const world = worldWidth({ zoom })
  return { left: left / world, top: top / world, right: (left + width) / world, bottom: (top + height) / world }
}

/** The pixel of a position on the canvas. */
export function toCanvas({ left, top, zoom }: Frame, x: number, y: number): [x: number, y: number] {
  const world = worldWidth({ zoom })
  return [x * world - left, y * world - top]
}

/** Pixels per metre in the middle of the frame. */
export function pixelsPerMetre(frame: Frame): number {
  const y = (frame.top + frame.height / 2) / worldWidth(frame)
  return (worldWidth(frame) * Math.cosh(Math.PI * (1 - 2 * y))) / 40_075_017
}

/** Adds a line to the path, skipping points on the same pixel as the previous one. */
export function tracePath(context: Context, { points }: MapLine, frame: Frame): void {
  const world = worldWidth(frame)
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  for (let index = 0; index < points.length; index += 2) {
    const x = (points[index] as number) * world - frame.left
    const y = (points[index + 1] as number) * world - frame.top
    if (index === 0) context.moveTo(x, y)
    else if (Math.abs(x - lastX) + Math.abs(y - lastY) < 0.7 && index < points.length - 2) continue
    else context.lineTo(x, y)
    lastX = x
    lastY = y
  }
}

/** The frame with so many pixels more at each side, in whole pixels. */
export function widenedFrame({ left, top, width, height, zoom }: Frame, right: number, down: number): Frame {
  return {
    left: Math.floor(left - right),
    top: Math.floor(top - down),
    width: Math.ceil(width + 2 * right),
    height: Math.ceil(height + 2 * down),
    zoom,
  }
}
