import { type Box, doTouch, LAND_OVERLAP, tileKindAt } from '#rules/korea-map.ts'
import type { Context } from './canvas.ts'
import type { MapLine } from './decode.ts'
import type { Land } from './files.ts'
import { boxOf, type Frame, pixelsPerMetre, toCanvas, tracePath } from './frame.ts'
import type { Palette } from './palette.ts'
import type { MapData } from './store.ts'

/** From this zoom only the exact lines of rivers are drawn. */
const EXACT_RIVERS = 11
const MIN_RIVER_WIDTH = 1.2

/** Draws sea, land, rivers and borders. */
export function drawLand(context: Context, frame: Frame, ground: MapData, colours: Palette): void {
  const view = boxOf(frame)
  context.fillStyle = colours.water
  context.fillRect(0, 0, frame.width, frame.height)
  const neighbours = (ground.base?.neighbours ?? []).filter((line) => doTouch(line, view))
  fill(context, frame, neighbours, colours.neighbour, colours.coast)
  const isWhole = !tileKindAt(frame.zoom)
  if (ground.whole && (isWhole || !ground.isComplete)) {
    drawWhole(context, frame, ground.whole, colours)
    if (!isWhole) clearSquares(context, frame, ground, neighbours, colours)
  }
  for (const { content } of ground.squares) fill(context, frame, content.land, colours.land)
  drawCoasts(context, frame, ground, colours)
  const squares = ground.squares.map(({ content }) => content)
  drawLines(context, frame, isWhole && ground.whole ? [ground.whole] : squares, ground, colours)
}

function drawWhole(context: Context, frame: Frame, { land }: Land, colours: Palette): void {
  const view = boxOf(frame)
  const seen = land.filter((line) => doTouch(line, view))
  fill(context, frame, seen, colours.land, colours.coast)
}

/** Clears the coarse land below the squares that are loaded. */
function clearSquares(
  context: Context,
  frame: Frame,
  { squares }: MapData,
  neighbours: MapLine[],
  colours: Palette,
): void {
  if (squares.length === 0) return
  context.save()
  context.beginPath()
  for (const { left, top, right, bottom } of squares) {
    const [x, y] = toCanvas(frame, left, top)
    const [farX, farY] = toCanvas(frame, right, bottom)
    context.rect(x, y, farX - x, farY - y)
  }
  context.clip()
  context.fillStyle = colours.water
  context.fillRect(0, 0, frame.width, frame.height)
  fill(context, frame, neighbours, colours.neighbour, colours.coast)
  context.restore()
}

function fill(context: Context, frame: Frame, rings: readonly MapLine[], colour: string, edge?: string): void {
  context.beginPath()
  for (const ring of rings) {
    tracePath(context, ring, frame)
    context.closePath()
  }
  context.fillStyle = colour
  context.fill('evenodd')
  if (!edge) return
  context.strokeStyle = edge
  context.lineWidth = 1
  context.stroke()
}

/** Draws the outlines of the land, without the sides along which the squares were cut. */
function drawCoasts(context: Context, frame: Frame, { squares }: MapData, { coast }: Palette): void {
  context.strokeStyle = coast
  context.lineWidth = 1
  context.beginPath()
  for (const { left, top, right, bottom, content } of squares) {
    const by = (right - left) * LAND_OVERLAP
    const cut = { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
    for (const { points } of content.land) traceUncut(context, points, cut, frame)
  }
  context.stroke()
}

function traceUncut(context: Context, points: Float64Array, cut: Box, frame: Frame): void {
  const near = (cut.right - cut.left) * 1e-6
  const isCut = (one: number, other: number, ...sides: number[]) =>
    sides.some((side) => Math.abs(one - side) < near && Math.abs(other - side) < near)
  const last = points.length - 2
  const at = (index: number): [number, number] => [points[index] as number, points[index + 1] as number]
  let [beforeX, beforeY] = at(last)
  context.moveTo(...toCanvas(frame, beforeX, beforeY))
  for (let index = 0; index <= last; index += 2) {
    const [x, y] = at(index)
    if (isCut(x, beforeX, cut.left, cut.right) || isCut(y, beforeY, cut.top, cut.bottom))
      context.moveTo(...toCanvas(frame, x, y))
    else context.lineTo(...toCanvas(frame, x, y))
    beforeX = x
    beforeY = y
  }
}

function drawLines(context: Context, frame: Frame, lands: readonly Land[], ground: MapData, colours: Palette): void {
  drawRivers(context, frame, ground, colours)
  const { zoom } = frame
  const bordersOf = (kind: keyof Land['borders']) => lands.flatMap(({ borders }) => borders[kind])
  if (zoom >= 12) stroke(context, frame, bordersOf('dong'), { colour: colours.dong, width: zoom >= 14 ? 1.2 : 0.8 })
  if (zoom >= 9) {
    const dash = zoom >= 15 || zoom < 10 ? [] : [5, 3]
    stroke(context, frame, bordersOf('sgg'), { colour: colours.sgg, width: zoom < 11 ? 0.8 : 1.4, dash })
  }
  stroke(context, frame, bordersOf('sido'), { colour: colours.sido, width: zoom < 9 ? 0.9 : 1.6 })
}

type Pen = { colour: string; width: number; dash?: number[] }

function stroke(context: Context, frame: Frame, lines: readonly MapLine[], { colour, width, dash = [] }: Pen): void {
  const view = boxOf(frame)
  context.beginPath()
  for (const line of lines) if (doTouch(line, view)) tracePath(context, line, frame)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.lineWidth = width
  context.strokeStyle = colour
  context.setLineDash(dash)
  context.stroke()
  context.setLineDash([])
}

function drawRivers(context: Context, frame: Frame, { base }: MapData, { water }: Palette): void {
  const metre = pixelsPerMetre(frame)
  for (const { width, far, lines } of base?.rivers ?? []) {
    if (far && frame.zoom >= EXACT_RIVERS) continue
    stroke(context, frame, lines, { colour: water, width: Math.max(MIN_RIVER_WIDTH, width * metre) })
  }
}
