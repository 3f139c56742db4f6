import type { MapLine, MapName } from './decode.ts'
import type { Land } from './files.ts'

type Border = readonly [x: number, y: number, toX: number, toY: number]

/** About four kilometres, as a fraction of the world's width; larger areas have other labels nearby. */
const MAX_DISTANCE = 4000 / 32_000_000
/** Number of corners tried. */
const CORNERS_TRIED = 12

/**
 * Finds the 동 of a position from borders and names alone: the one whose name can be reached without crossing a border,
 * straight or around one corner. Null if there is none.
 */
export function createDongFinder(lands: readonly Land[]): (x: number, y: number) => string | null {
  const borders = lands.flatMap(({ borders: { dong, sgg, sido }, land }) =>
    [...dong, ...sgg, ...sido, ...land].flatMap(segmentsOf),
  )
  const names = lands.flatMap(({ dongNames }) => dongNames)
  return (x, y) => {
    const near = names
      .map((name) => ({ name, away: Math.hypot(name.x - x, name.y - y) }))
      .filter(({ away }) => away < MAX_DISTANCE)
      .toSorted((one, other) => one.away - other.away)
    const between = borders.filter((border) => isWithin(border, x, y))
    const isOpen = (from: Position, to: Position) => !between.some((border) => doCross(border, from, to))
    for (const { name, away } of near) {
      if (
        isOpen([x, y], [name.x, name.y]) ||
        corners(x, y, name, away).some((turn) => isOpen([x, y], turn) && isOpen(turn, [name.x, name.y]))
      )
        return name.name
    }
    return null
  }
}

type Position = readonly [x: number, y: number]

/** Points in a circle around the middle of the way. */
function corners(x: number, y: number, name: MapName, away: number): Position[] {
  const middle = [(x + name.x) / 2, (y + name.y) / 2] as const
  return Array.from({ length: CORNERS_TRIED }, (_, turn): Position => {
    const angle = (turn * 2 * Math.PI) / CORNERS_TRIED
    return [middle[0] + 0.5 * away * Math.cos(angle), middle[1] + 0.5 * away * Math.sin(angle)]
  })
}

function segmentsOf({ points }: MapLine): Border[] {
  const segments: Border[] = []
  for (let index = 2; index < points.length; index += 2)
    segments.push([points[index - 2], points[index - 1], points[index], points[index + 1]] as unknown as Border)
  return segments
}

function isWithin([fromX, fromY, toX, toY]: Border, x: number, y: number): boolean {
  const reach = 2 * MAX_DISTANCE
  return (
    Math.min(fromX, toX) < x + reach &&
    Math.max(fromX, toX) > x - reach &&
    Math.min(fromY, toY) < y + reach &&
    Math.max(fromY, toY) > y - reach
  )
}

function doCross([ax, ay, bx, by]: Border, [cx, cy]: Position, [dx, dy]: Position): boolean {
  const side = (px: number, py: number, qx: number, qy: number, rx: number, ry: number) =>
    Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px))
  return (
    side(ax, ay, bx, by, cx, cy) !== side(ax, ay, bx, by, dx, dy) &&
    side(cx, cy, dx, dy, ax, ay) !== side(cx, cy, dx, dy, bx, by)
  )
}
