import { doTouch } from '#rules/korea-map.ts'
import type { Context } from './canvas.ts'
import type { Metro, Route, Station } from './files.ts'
import { boxOf, type Frame, toCanvas } from './frame.ts'
import { mixColours, type Palette } from './palette.ts'

type Pixel = readonly [x: number, y: number]

/** From this zoom stations are dots. */
const DOT_ZOOM = 11
/** Widths of lines and radii of dots, by zoom; constant beyond the last. */
const SIZES = new Map([
  [10, { line: 1.4, dot: 0 }],
  [11, { line: 2, dot: 1.8 }],
  [12, { line: 3, dot: 2.6 }],
  [13, { line: 3.6, dot: 3.4 }],
  [14, { line: 4.4, dot: 4.2 }],
  [15, { line: 5, dot: 5 }],
])
const NEAREST = { line: 5.5, dot: 5.5 }

/** Draws the metro lines and the dots of their stations. */
export function drawMetro(context: Context, frame: Frame, metro: Metro, colours: Palette): void {
  const { line } = sizesAt(frame.zoom)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const [width, isCasing] of [
    [line + 1.6, true],
    [line, false],
  ] as const) {
    for (const route of metro.routes) {
      if (!isSeen(route, frame)) continue
      context.beginPath()
      traceRoute(context, pixelsOf(route, frame))
      context.lineWidth = width
      context.strokeStyle = isCasing ? colours.land : mixColours(route.color, colours.metroMix, 0.22)
      context.stroke()
    }
  }
  if (frame.zoom >= DOT_ZOOM) drawDots(context, frame, metro.stations, colours)
}

function sizesAt(zoom: number): { line: number; dot: number } {
  return SIZES.get(Math.max(10, Math.round(zoom))) ?? NEAREST
}

/** Radius of a station's dot; larger where lines meet. */
export function dotOf({ lines }: Station, zoom: number): number {
  const { dot } = sizesAt(zoom)
  return dot === 0 ? 0 : lines > 1 ? dot + 1.2 : dot
}

/** Draws the dots in one path per size. */
function drawDots(context: Context, frame: Frame, stations: readonly Station[], { station, halo }: Palette): void {
  const seen = stationsIn(stations, frame)
  for (const isChange of [false, true]) {
    context.beginPath()
    for (const one of seen) {
      if (one.lines > 1 !== isChange) continue
      const [x, y] = toCanvas(frame, one.x, one.y)
      const radius = dotOf(one, frame.zoom)
      context.moveTo(x + radius, y)
      context.arc(x, y, radius, 0, 2 * Math.PI)
    }
    context.fillStyle = halo
    context.fill()
    context.lineWidth = frame.zoom < 12 ? 1 : isChange ? 1.8 : 1.4
    context.strokeStyle = station
    context.stroke()
  }
}

/** The stations on the canvas. */
export function stationsIn(stations: readonly Station[], frame: Frame): Station[] {
  const view = boxOf(frame)
  return stations.filter(({ x, y }) => x >= view.left && x <= view.right && y >= view.top && y <= view.bottom)
}

function isSeen({ stops }: Route, frame: Frame): boolean {
  const [xs, ys] = [stops.map(({ x }) => x), stops.map(({ y }) => y)]
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  return doTouch(box, boxOf(frame))
}

export function pixelsOf({ stops }: Route, frame: Frame): Pixel[] {
  return stops.map(({ x, y }) => toCanvas(frame, x, y))
}

/** Length of a bend as a fraction of the way to the next station. */
const BEND_LENGTH = 0.3

/** A curve through all stops with round bends. */
function traceRoute(context: Context, stops: readonly Pixel[]): void {
  const isLoop = stops.length > 2 && isSame(stops[0], stops.at(-1))
  const at = (index: number): Pixel => {
    const last = stops.length - 1
    const wrapped = isLoop ? (index < 0 ? last - 1 : index > last ? 1 : index) : Math.max(0, Math.min(last, index))
    return stops[wrapped] as Pixel
  }
  for (const [index, stop] of stops.entries()) {
    if (index === 0) {
      context.moveTo(...stop)
      continue
    }
    const from = at(index - 1)
    const reach = BEND_LENGTH * Math.hypot(stop[0] - from[0], stop[1] - from[1])
    const [out, into] = [direction(at(index - 2), stop), direction(from, at(index + 1))]
    context.bezierCurveTo(
      from[0] + reach * out[0],
      from[1] + reach * out[1],
      stop[0] - reach * into[0],
      stop[1] - reach * into[1],
      ...stop,
    )
  }
}

function direction([x, y]: Pixel, [toX, toY]: Pixel): Pixel {
  const length = Math.hypot(toX - x, toY - y) || 1
  return [(toX - x) / length, (toY - y) / length]
}

function isSame(one: Pixel | undefined, other: Pixel | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1]
}
