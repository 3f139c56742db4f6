import type { Frame } from './frame.ts'
import type { PlacedLabel } from './place-labels.ts'
import { doOverlap, type Rect } from './spatial-index.ts'

/** Buttons, scale and credits over a map (map-box.tsx and Leaflet's own). */
const CONTROLS = '.map-tool, .map-again, .map-credits, .leaflet-control-scale-line'

/** The boxes of what lies over a map, in pixels from its upper left corner. */
export function controlBoxes(map: HTMLElement): Rect[] {
  const { left, top } = map.getBoundingClientRect()
  return [...(map.parentElement?.querySelectorAll(CONTROLS) ?? [])].map((control) => {
    const box = control.getBoundingClientRect()
    return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }
  })
}

/** Calls `onChange` when something over a map appears, disappears or unfolds. Returns a function that stops it. */
export function watchControls(map: HTMLElement, onChange: () => void): () => void {
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => !map.contains(target))) onChange()
  })
  const around = map.parentElement
  if (around) observer.observe(around, { childList: true, subtree: true, attributeFilter: ['data-open'] })
  return () => observer.disconnect()
}

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
