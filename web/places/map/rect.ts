/** A box in pixels, of a map or of a canvas. */
export type Rect = { left: number; top: number; right: number; bottom: number }

export function doOverlap(one: Rect, other: Rect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}
