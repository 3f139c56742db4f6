import { placeKinds } from '#rules/korea-map.ts'
import type { Rect } from '../../rect.ts'
import type { Context } from './canvas.ts'
import { drawLabels } from './draw-labels.ts'
import { drawLand } from './draw-land.ts'
import { drawMetro } from './draw-metro.ts'
import { type Frame, toCanvas } from './frame.ts'
import { dotsOf, labelsOf, MARK_RADIUS, MARK_ZOOM, segmentsOf } from './labels.ts'
import type { Palette } from './palette.ts'
import { type Measure, type PlacedLabel, placeLabels } from './place-labels.ts'
import type { MapData } from './store.ts'

type DrawOptions = {
  frame: Frame
  ground: MapData
  colours: Palette
  measure: Measure
  /** Boxes of the markers and controls; names must not overlap them. */
  obstacles: readonly Rect[]
}

/** Draws a frame; returns the names that had room. */
export function drawKorea(context: Context, drawing: DrawOptions): PlacedLabel[] {
  const { frame, ground, colours, measure, obstacles } = drawing
  drawLand(context, frame, ground, colours)
  if (ground.metro) drawMetro(context, frame, ground.metro, colours)
  if (frame.zoom >= MARK_ZOOM) drawMarks(context, drawing)
  const taken = { obstacles, dots: dotsOf(frame, ground), lines: segmentsOf(frame, ground) }
  const labels = placeLabels(labelsOf(frame, ground), measure, taken)
  drawLabels(context, labels, colours)
  return labels
}

function drawMarks(context: Context, { frame, ground, colours }: DrawOptions): void {
  for (const kind of placeKinds) {
    context.fillStyle = colours[kind]
    context.beginPath()
    for (const { x, y } of ground.places.flatMap((places) => places[kind])) {
      const [left, top] = toCanvas(frame, x, y)
      context.moveTo(left + MARK_RADIUS, top)
      context.arc(left, top, MARK_RADIUS, 0, 2 * Math.PI)
    }
    context.fill()
  }
}
