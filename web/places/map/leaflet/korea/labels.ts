import type { LabelRule } from 'protomaps-leaflet'

type Symbolizer = LabelRule['symbolizer']
type Layout = Parameters<Symbolizer['place']>[0]
type Label = NonNullable<ReturnType<Symbolizer['place']>>[number]
type Point = Label['anchor']

export type TextLook = { font: (zoom: number) => string; color: string; halo: string; haloWidth: number }

/** Pixels within which an equal name is not repeated. */
const EQUAL_NAME_DISTANCE = 80
/** Pixels around a name in which no other name stands. */
const LABEL_PADDING = 3

/** Distance in pixels that a label moves away from a marker on its point. */
const ASIDE = 30
/**
 * Larger distances in pixels, because markers are larger between two whole zooms. Where all of Korea is small, much farther
 * away would be another place.
 */
const FARTHER = 44
const FARTHER_IN_KOREA = 38
const KOREA_ZOOM = 6

/** Draws a name on its point, or beside a dot of the radius `beside`. `isMoved`: it may move aside for a marker. */
export function pointLabel(look: TextLook, beside?: (zoom: number) => number, isMoved = false): Symbolizer {
  return {
    place(layout, geometry, { props }) {
      const at = geometry[0]?.[0]
      const name = props.name
      if (!at || typeof name !== 'string') return
      const { width, height, font } = measure(layout, name, look)
      const away = beside?.(layout.zoom)
      const steps: [x: number, y: number][] =
        away === undefined
          ? [[-width / 2, -height / 2], ...(isMoved ? besideMarker(layout.zoom, width, height) : [])]
          : around(away, width, height)
      const labels = steps.map(([x, y]) => textLabel(at, { x, y, width, height }, name, font, look))
      const free = labels.find((label) => !layout.index.labelCollides(label, layout.order))
      return free && [free]
    },
  }
}

/** The upper left corners of a text to the right, left, below and above a point. */
function around(away: number, width: number, height: number): [x: number, y: number][] {
  return [
    [away, -height / 2],
    [-away - width, -height / 2],
    [-width / 2, away],
    [-width / 2, -away - height],
  ]
}

/**
 * Corners of a text beside a marker, the preferred first: rather farther to the right or left than below, where the map's
 * credits are.
 */
function besideMarker(zoom: number, width: number, height: number): [x: number, y: number][] {
  const near = around(ASIDE, width, height)
  const far = around(zoom <= KOREA_ZOOM ? FARTHER_IN_KOREA : FARTHER, width, height)
  return [...near.slice(0, 2), ...far.slice(0, 2), ...near.slice(2), ...far.slice(2)]
}

type Box = { x: number; y: number; width: number; height: number }

function textLabel(at: Point, { x, y, width, height }: Box, name: string, font: string, look: TextLook): Label {
  const box = {
    minX: at.x + x - LABEL_PADDING,
    minY: at.y + y - LABEL_PADDING,
    maxX: at.x + x + width + LABEL_PADDING,
    maxY: at.y + y + height + LABEL_PADDING,
  }
  const draw = (context: CanvasRenderingContext2D) => {
    prepare(context, font, look)
    context.textBaseline = 'middle'
    context.strokeText(name, x, y + height / 2)
    context.fillText(name, x, y + height / 2)
  }
  return { anchor: at, bboxes: [box], draw, deduplicationKey: name, deduplicationDistance: EQUAL_NAME_DISTANCE }
}

function measure({ scratch, zoom }: Layout, name: string, look: TextLook) {
  const font = look.font(zoom)
  scratch.font = font
  const height = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '12')
  return { font, width: scratch.measureText(name).width, height }
}

function prepare(context: CanvasRenderingContext2D, font: string, { color, halo, haloWidth }: TextLook): void {
  context.globalAlpha = 1
  context.font = font
  context.lineJoin = 'round'
  context.lineWidth = haloWidth
  context.strokeStyle = halo
  context.fillStyle = color
}

type Letter = { text: string; width: number }
/** A letter, the position of its middle, and its angle in radians. */
type Placed = { text: string; x: number; y: number; angle: number }

const DEGREE = Math.PI / 180
const MAX_STEP = 16 * DEGREE
const MAX_TURN = 46 * DEGREE
/** Pixels by which a line must at least be longer than its name. */
const SPARE = 4

/** A name along a line, each letter turned with it and upright, repeated after `distance` pixels. */
export function lineLabel(look: TextLook, distance: number): Symbolizer {
  return {
    place({ scratch, zoom, index, order }, lines, { props }) {
      const name = props.name
      if (typeof name !== 'string' || name === '') return
      const font = look.font(zoom)
      scratch.font = font
      const letters = [...name].map((text) => ({ text, width: scratch.measureText(text).width }))
      const length = letters.reduce((sum, { width }) => sum + width, 0)
      const size = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '11')
      const labels: Label[] = []
      for (const line of lines) {
        const along = distancesOf(line)
        const total = along.at(-1) ?? 0
        if (total < length + SPARE) continue
        const count = Math.max(1, Math.floor(total / distance))
        for (let step = 0; step < count; step++) {
          const placed = placeNear(line, along, ((step + 0.5) * total) / count, letters, length)
          const label = placed && labelOf(placed, name, size, font, look, distance)
          if (label && !index.labelCollides(label, order)) labels.push(label)
        }
      }
      return labels
    },
  }
}

/** Places the letters of a name along a line: around `middle` or, if that is too bent or too short, beside it. */
function placeNear(line: Point[], along: number[], middle: number, letters: Letter[], length: number): Placed[] | null {
  const total = along.at(-1) ?? 0
  for (const shift of [0, 0.5, -0.5, 1, -1]) {
    const start = middle + shift * length - length / 2
    if (start < 0 || start + length > total) continue
    const placed = placeLetters(line, along, start, letters, length)
    if (placed) return placed
  }
  return null
}

function placeLetters(
  line: Point[],
  along: number[],
  start: number,
  letters: Letter[],
  length: number,
): Placed[] | null {
  const [first, last] = [pointAt(line, along, start), pointAt(line, along, start + length)]
  const isReversed = first.x > last.x
  const placed: Placed[] = []
  let at = 0
  for (const { text, width } of letters) {
    const middle = at + width / 2
    const { x, y, angle } = pointAt(line, along, isReversed ? start + length - middle : start + middle)
    placed.push({ text, x, y, angle: isReversed ? angle + Math.PI : angle })
    at += width
  }
  return isSmooth(placed) ? placed : null
}

function isSmooth(placed: readonly Placed[]): boolean {
  const turn = (one: Placed, other: Placed) => {
    const difference = other.angle - one.angle
    return Math.abs(Math.atan2(Math.sin(difference), Math.cos(difference)))
  }
  const [first] = placed
  return placed.every(
    (letter, index) =>
      index === 0 ||
      (turn(placed[index - 1] as Placed, letter) <= MAX_STEP && turn(first as Placed, letter) <= MAX_TURN),
  )
}

function labelOf(
  placed: readonly Placed[],
  name: string,
  size: number,
  font: string,
  look: TextLook,
  distance: number,
): Label {
  const middle = placed[Math.floor(placed.length / 2)] as Placed
  const half = size / 2 + 2
  const draw = (context: CanvasRenderingContext2D) => {
    prepare(context, font, look)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    for (const paint of ['strokeText', 'fillText'] as const) {
      for (const { text, x, y, angle } of placed) {
        context.save()
        context.translate(x - middle.x, y - middle.y)
        context.rotate(angle)
        context[paint](text, 0, 0)
        context.restore()
      }
    }
  }
  return {
    anchor: { x: middle.x, y: middle.y, dist: distanceTo(middle) } as unknown as Point,
    bboxes: placed.map(({ x, y }) => ({ minX: x - half, minY: y - half, maxX: x + half, maxY: y + half })),
    draw,
    deduplicationKey: name,
    deduplicationDistance: distance * 0.8,
  }
}

/** Makes the method of an anchor by which the renderer finds equal names that are too near. */
function distanceTo(from: { x: number; y: number }) {
  return ({ x, y }: { x: number; y: number }) => Math.hypot(x - from.x, y - from.y)
}

function distancesOf(line: readonly Point[]): number[] {
  let sum = 0
  return line.map(({ x, y }, index) => {
    const before = line[index - 1]
    if (before) sum += Math.hypot(x - before.x, y - before.y)
    return sum
  })
}

function pointAt(
  line: readonly Point[],
  along: readonly number[],
  distance: number,
): { x: number; y: number; angle: number } {
  let index = 1
  while (index < line.length - 1 && (along[index] ?? 0) < distance) index++
  const [from, to] = [line[index - 1] as Point, line[index] as Point]
  const length = (along[index] ?? 0) - (along[index - 1] ?? 0)
  const part = length === 0 ? 0 : (distance - (along[index - 1] ?? 0)) / length
  return {
    x: from.x + part * (to.x - from.x),
    y: from.y + part * (to.y - from.y),
    angle: Math.atan2(to.y - from.y, to.x - from.x),
  }
}
