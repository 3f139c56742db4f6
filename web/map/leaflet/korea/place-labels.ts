import type { PlaceKind } from '#rules/korea-map.ts'
import type { Rect } from '../../rect.ts'
import { RectIndex, type Segment, SegmentIndex } from './spatial-index.ts'

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
export type Avoided = {
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
  { obstacles, dots, lines }: Avoided,
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
