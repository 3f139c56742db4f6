/** Buttons, scale and credits over a map (map-box.tsx and Leaflet's own). */
const CONTROLS = '.map-tool, .map-again, .map-credits, .leaflet-control-scale-line'

/** The boxes of what lies over a map, in pixels from its upper left corner. */
export function controlBoxes(map: HTMLElement): Rect[] {
  return [...(map.parentElement?.querySelectorAll(CONTROLS) ?? [])].map((control) => boxIn(map, control))
}

/** The box of an element, in pixels from the upper left corner of a map. */
export function boxIn(map: HTMLElement, element: Element): Rect {
  const { left, top } = map.getBoundingClientRect()
  const box = element.getBoundingClientRect()
  return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }
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

/** A box in pixels, of a map or of a canvas. */
export type Rect = { left: number; top: number; right: number; bottom: number }

export function doOverlap(one: Rect, other: Rect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}
