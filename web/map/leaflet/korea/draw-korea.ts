import { drawLabels } from './draw-labels.ts'
import { drawLand } from './draw-land.ts'
import { drawMetro } from './draw-metro.ts'
import { type Frame, place } from './frame.ts'
import { dotsOf, labelsOf, MARK, segmentsOf } from './labels.ts'
import type { Palette } from './palette.ts'
import { type Measure, type PlacedLabel, placeLabels, type Rect } from './place-labels.ts'
import type { Ground } from './store.ts'

type Drawing = {
  frame: Frame
  ground: Ground
  colours: Palette
  measure: Measure
  /** Where markers stand: no name lies under one. */
  obstacles: readonly Rect[]
}

/** Draws all of a frame; returns the names that found room. */
export function drawKorea(context: CanvasRenderingContext2D, drawing: Drawing): PlacedLabel[] {
  const { frame, ground, colours, measure, obstacles } = drawing
  drawLand(context, frame, ground, colours)
  if (ground.metro) drawMetro(context, frame, ground.metro, colours)
  if (frame.zoom >= 14) drawMarks(context, drawing)
  const labels = placeLabels(
    labelsOf(frame, ground),
    measure,
    [...obstacles, ...dotsOf(frame, ground)],
    segmentsOf(frame, ground),
  )
  drawLabels(context, labels, colours)
  return labels
}

function drawMarks(context: CanvasRenderingContext2D, { frame, ground, colours }: Drawing): void {
  for (const kind of ['market', 'sight'] as const) {
    context.fillStyle = colours[kind]
    context.beginPath()
    for (const { x, y } of ground.places.flatMap((places) => places[kind])) {
      const [left, top] = place(frame, x, y)
      context.moveTo(left + MARK, top)
      context.arc(left, top, MARK, 0, 2 * Math.PI)
    }
    context.fill()
  }
}
