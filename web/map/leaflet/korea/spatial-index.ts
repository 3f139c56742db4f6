import { doOverlap, type Rect } from '../../rect.ts'

/** In pixels of a canvas. */
export type Segment = readonly [x: number, y: number, toX: number, toY: number]

/** Width of the cells of the spatial index, in pixels. */
const CELL = 64

/** A grid of square cells, each with the items that touch it. */
class Cells<Item> {
  private readonly cells = new Map<number, Item[]>()

  add(item: Item, box: Rect): void {
    this.visit(box, (key) => {
      const items = this.cells.get(key)
      if (items) items.push(item)
      else this.cells.set(key, [item])
    })
  }

  some(box: Rect, isWanted: (item: Item) => boolean): boolean {
    let isFound = false
    this.visit(box, (key) => {
      isFound ||= this.cells.get(key)?.some(isWanted) ?? false
    })
    return isFound
  }

  all(box: Rect): Set<Item> {
    const found = new Set<Item>()
    this.visit(box, (key) => {
      for (const item of this.cells.get(key) ?? []) found.add(item)
    })
    return found
  }

  private visit({ left, top, right, bottom }: Rect, call: (key: number) => void): void {
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++)
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++) call(x * 100_003 + y)
  }
}

/** Boxes that are found by where they are. */
export class RectIndex {
  private readonly cells = new Cells<Rect>()

  constructor(rects: readonly Rect[]) {
    for (const rect of rects) this.add(rect)
  }

  add(rect: Rect): void {
    this.cells.add(rect, rect)
  }

  isHit(rect: Rect): boolean {
    return this.cells.some(rect, (other) => doOverlap(rect, other))
  }

  countIn(box: Rect): number {
    let count = 0
    for (const rect of this.cells.all(box)) if (doOverlap(rect, box)) count++
    return count
  }
}

/** Segments that are found by where they are. */
export class SegmentIndex {
  private readonly cells = new Cells<Segment>()

  constructor(segments: readonly Segment[]) {
    for (const segment of segments) {
      const [x, y, toX, toY] = segment
      this.cells.add(segment, {
        left: Math.min(x, toX),
        top: Math.min(y, toY),
        right: Math.max(x, toX),
        bottom: Math.max(y, toY),
      })
    }
  }

  countIn(box: Rect): number {
    let count = 0
    for (const segment of this.cells.all(box)) if (doesCross(segment, box)) count++
    return count
  }
}

/** Whether a segment has a point in the box (Liang and Barsky). */
function doesCross([x, y, toX, toY]: Segment, { left, top, right, bottom }: Rect): boolean {
  let [from, to] = [0, 1]
  for (const [step, room] of [
    [x - toX, x - left],
    [toX - x, right - x],
    [y - toY, y - top],
    [toY - y, bottom - y],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false
      continue
    }
    const part = room / step
    if (step < 0) from = Math.max(from, part)
    else to = Math.min(to, part)
  }
  return from <= to
}
