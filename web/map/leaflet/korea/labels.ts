import { placeKinds } from '#rules/korea-map.ts'
import type { Rect } from '../../rect.ts'
import type { MapName } from './decode.ts'
import { dotOf, pixelsOf, stationsIn } from './draw-metro.ts'
import { createDongFinder } from './find-dong.ts'
import { type Frame, toCanvas, worldWidth } from './frame.ts'
import { type Label, type LabelStyle, SAME_NAME_DISTANCE } from './place-labels.ts'
import type { Segment } from './spatial-index.ts'
import type { MapData } from './store.ts'

/** Markets and sights are drawn from this zoom. */
export const MARK_ZOOM = 14

/** Lowest and highest zoom of each kind of name. */
const ZOOMS = {
  sea: [5, 8],
  island: [6, 10],
  sido: [5, 9],
  sgg: [8, 16],
  cityDistrict: [11, 16],
  dongSparse: [10, 12],
  dongAgain: [14, 19],
  dong: [13, 15],
  station: [12, 19],
  change: [12, 19],
  mark: [MARK_ZOOM, 19],
} as const

/** All names that could be drawn, most important first. */
export function labelsOf(frame: Frame, { base, metro, squares, places }: MapData): Label[] {
  const { zoom } = frame
  const isWritten = (kind: keyof typeof ZOOMS) => zoom >= ZOOMS[kind][0] && zoom <= ZOOMS[kind][1]
  const on = (
    kind: keyof typeof ZOOMS,
    style: LabelStyle,
    names: readonly MapName[] = [],
    more: Partial<Label> = {},
  ) =>
    isWritten(kind)
      ? namesIn(names, frame).map(({ name, x, y }): Label => ({ text: name, style, x, y, offset: 0, ...more }))
      : []
  const stations = isWritten('station') && metro ? stationsIn(metro.stations, frame) : []
  // Near by, lines are wide and leave a station at a sharp angle.
  const room = zoom < 15 ? 4 : 8
  const beside = (isChange: boolean) =>
    stations
      .filter(({ lines }) => lines > 1 === isChange)
      .map((station): Label => {
        const [x, y] = toCanvas(frame, station.x, station.y)
        return { text: station.name, style: isChange ? 'change' : 'station', x, y, offset: dotOf(station, zoom) + room }
      })
  // Near by, stations have names of their own, and a district's name over a dot would look like one of them.
  const isWide = zoom < ZOOMS.station[0]
  // At low zoom a city shows its own name and not those of its districts.
  const sgg = base?.names.sgg.filter(({ name }) => zoom >= 10 || !name.endsWith('구'))
  const dongs = squares.flatMap(({ content }) => content.dongNames)
  const again = isWritten('dongAgain') ? repeatedDongLabels(frame, squares) : []
  const marks = placeKinds.flatMap((kind) => {
    const names = places.flatMap((one) => one[kind])
    return on('mark', kind, names, { offset: MARK_RADIUS + 3 })
  })
  return [
    ...on('sido', 'sido', base?.names.sido),
    ...on('sgg', 'sgg', sgg, { padding: zoom < 10 ? 5 : 3, isWide }),
    ...on('cityDistrict', 'sgg', base?.names.cityDistrict, { isWide }),
    ...on('island', 'island', base?.names.island),
    ...on('sea', 'sea', base?.names.sea),
    ...beside(true),
    ...on('dong', 'dong', dongs, { padding: 4 }),
    ...again,
    ...beside(false),
    ...marks,
    ...on('dongSparse', 'dong', dongs, { padding: 14 }),
  ]
}

/** Pixels between the points that are named after their 동, whose centre may be far outside the view. */
const REPEAT_DISTANCE = 260
/** From this zoom a 동 is wider than a phone's map, so its name is repeated more closely where the map is narrow. */
const CLOSE_ZOOM = 16

function repeatedDongLabels(frame: Frame, squares: MapData['squares']): Label[] {
  const find = createDongFinder(squares.map(({ content }) => content))
  const world = worldWidth(frame)
  // What is painted is wider than the view (painter.ts): twice as wide on a phone, a third wider on a desktop.
  const apart = frame.zoom < CLOSE_ZOOM ? {} : { apart: Math.min(SAME_NAME_DISTANCE, frame.width / 3) }
  return gridLines(frame.left, frame.width).flatMap((left) =>
    gridLines(frame.top, frame.height).flatMap((top): Label[] => {
      const text = find(left / world, top / world)
      return text
        ? [{ text, style: 'dong', x: left - frame.left, y: top - frame.top, offset: 0, padding: 4, ...apart }]
        : []
    }),
  )
}

/** A fixed grid of the world, so that names stay in place while the map moves. */
function gridLines(from: number, length: number): number[] {
  const first = Math.ceil(from / REPEAT_DISTANCE)
  const count = Math.ceil((from + length) / REPEAT_DISTANCE) - first
  return Array.from({ length: count }, (_, step) => (first + step) * REPEAT_DISTANCE)
}

/** Radius of the dot of a market or sight. */
export const MARK_RADIUS = 2.5

function namesIn(names: readonly MapName[], frame: Frame): MapName[] {
  return names.flatMap(({ name, x, y }) => {
    const [left, top] = toCanvas(frame, x, y)
    const isSeen = left >= 0 && left <= frame.width && top >= 0 && top <= frame.height
    return isSeen ? [{ name, x: left, y: top }] : []
  })
}

/** Boxes of the stations' dots, which names must not cover. */
export function dotsOf(frame: Frame, { metro }: MapData): Rect[] {
  return stationsIn(metro?.stations ?? [], frame).flatMap((station) => {
    const radius = dotOf(station, frame.zoom)
    const [x, y] = toCanvas(frame, station.x, station.y)
    return radius > 0 ? [{ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }] : []
  })
}

/** The visible segments of the metro lines. */
export function segmentsOf(frame: Frame, { metro }: MapData): Segment[] {
  return (metro?.routes ?? []).flatMap((route) => {
    const stops = pixelsOf(route, frame)
    return stops.flatMap(([x, y], index): Segment[] => {
      const before = stops[index - 1]
      if (!before) return []
      const segment: Segment = [...before, x, y]
      return isNear(segment, frame) ? [segment] : []
    })
  })
}

function isNear([x, y, toX, toY]: Segment, { width, height }: Frame): boolean {
  return Math.max(x, toX) >= 0 && Math.min(x, toX) <= width && Math.max(y, toY) >= 0 && Math.min(y, toY) <= height
}
