import type { PlaceKind } from '#rules/korea-map.ts'

/** In pixels of a canvas. */
export type Rect = { left: number; top: number; right: number; bottom: number }
export type Segment = readonly [x: number, y: number, toX: number, toY: number]

export type LabelStyle = 'sido' | 'sgg' | 'dong' | 'station' | 'change' | PlaceKind | 'sea' | 'island'

export type Label = {
  text: string
  style: LabelStyle
  /** The point that it labels. */
  x: number
  y: number
  /** Distance from that point to a label beside it; 0 for a label on it. */
  offset: number
  /** Free pixels around it; 2 by default. */
  padding?: number
  /** Least pixels to the same name elsewhere; `SAME_NAME_DISTANCE` by default. */
  apart?: number
  /** Names a wide area: it may stand farther from its point, and over dots if there is no other room. */
  isWide?: boolean
}

/** What labels must not cover, or only if necessary. */
export type Taken = {
  /** Markers, and the map's controls: names never overlap them. */
  obstacles: readonly Rect[]
  /** Stations: covered only by the names of wide areas. */
  dots: readonly Rect[]
  /** Metro lines: covered as little as possible. */
  lines: readonly Segment[]
}

/** A label that has room, and its box. */
export type PlacedLabel = Label & { box: Rect }
export type Measure = (text: string, style: LabelStyle) => { width: number; height: number }

const PADDING = 2
/** The same name is not repeated within this distance: a station has one name for all lines. */
export const SAME_NAME_DISTANCE = 450

/**
 * Places labels in order of importance: never over another label or an obstacle, and at the free place that covers the
 * fewest dots and lines. Labels without room are left out.
 */
export function placeLabels(
  labels: readonly Label[],
  measure: Measure,
  { obstacles, dots, lines }: Taken,
): PlacedLabel[] {
  const taken = new RectIndex(obstacles)
  const ground = { dots: new RectIndex(dots), lines: new SegmentIndex(lines) }
  const placed: PlacedLabel[] = []
  const written = new Map<string, PlacedLabel[]>()
  for (const label of labels) {
    // An area and a station in it may share a name; each is written.
    const key = `${label.offset > 0} ${label.text}`
    const others = written.get(key) ?? []
    const apart = label.apart ?? SAME_NAME_DISTANCE
    if (others.some(({ x, y }) => Math.hypot(x - label.x, y - label.y) < apart)) continue
    const box = freeBox(label, measure(label.text, label.style), taken, ground)
    if (!box) continue
    taken.add(widened(box, label.padding ?? PADDING))
    const found = { ...label, box }
    placed.push(found)
    written.set(key, [...others, found])
  }
  return placed
}

function freeBox(
  label: Label,
  size: { width: number; height: number },
  taken: RectIndex,
  { dots, lines }: { dots: RectIndex; lines: SegmentIndex },
): Rect | null {
  let best: { box: Rect; cost: number } | null = null
  const boxes = label.offset > 0 ? boxesBeside(label, size) : boxesOn(label, size)
  for (const [order, box] of boxes.entries()) {
    if (taken.isHit(widened(box, label.padding ?? PADDING))) continue
    const covered = dots.countIn(box)
    if (covered > 0 && !label.isWide) continue
    // A later place is only worth it if it covers fewer dots and lines.
    const cost = DOT_COST * covered + lines.countIn(widened(box, LINE_ROOM)) + order * ORDER_COST
    if (!best || cost < best.cost) best = { box, cost }
    if (cost === 0) break
  }
  return best?.box ?? null
}

/** Half the width of a line, in pixels. */
const LINE_ROOM = 2

/** What a covered dot and a later place count for; a covered line counts 1. */
const DOT_COST = 3
const ORDER_COST = 0.25

/** Right, left, below, above, then the corners. */
function boxesBeside({ x, y, offset }: Label, { width, height }: { width: number; height: number }): Rect[] {
  const corners = [
    [x + offset, y - height / 2],
    [x - offset - width, y - height / 2],
    [x - width / 2, y + offset],
    [x - width / 2, y - offset - height],
    [x + offset * 0.7, y + offset * 0.4],
    [x + offset * 0.7, y - offset * 0.4 - height],
    [x - offset * 0.7 - width, y + offset * 0.4],
    [x - offset * 0.7 - width, y - offset * 0.4 - height],
  ] as const
  return corners.map(([left, top]) => rectAt(left, top, width, height))
}

/** Centred on the point, or moved by some lines or part of its width. */
function boxesOn({ x, y, isWide }: Label, { width, height }: { width: number; height: number }): Rect[] {
  const steps = [0, -1, 1, -1.8, 1.8, ...(isWide ? [-2.6, 2.6] : [])]
  const sides = [0, -0.5, 0.5, ...(isWide ? [-0.9, 0.9] : [])]
  return steps.flatMap((down) =>
    sides.map((right) => rectAt(x + right * width - width / 2, y + down * height - height / 2, width, height)),
  )
}

function rectAt(left: number, top: number, width: number, height: number): Rect {
  return { left, top, right: left + width, bottom: top + height }
}

function widened({ left, top, right, bottom }: Rect, by: number): Rect {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}

export function doOverlap(one: Rect, other: Rect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}

/** Width of the cells of the spatial index, in pixels. */
const CELL = 64

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

class RectIndex {
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

class SegmentIndex {
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
