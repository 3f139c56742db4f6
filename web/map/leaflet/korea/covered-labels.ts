import { doOverlap, type Rect } from '../../rect.ts'
import type { Frame } from './frame.ts'
import type { PlacedLabel } from './place-labels.ts'

/** Boxes over a view as boxes on a frame of the same zoom. */
export function onFrame(boxes: readonly Rect[], view: Frame, frame: Frame): Rect[] {
  const [right, down] = [view.left - frame.left, view.top - frame.top]
  return boxes.map((box) => ({
    left: box.left + right,
    top: box.top + down,
    right: box.right + right,
    bottom: box.bottom + down,
  }))
}

/** Whether a name lies under one of the boxes. */
export function isCovered(labels: readonly PlacedLabel[], boxes: readonly Rect[]): boolean {
  return labels.some(({ box }) => boxes.some((other) => doOverlap(box, other)))
}
