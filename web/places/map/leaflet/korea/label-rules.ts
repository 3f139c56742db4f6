import type { LabelRule } from 'protomaps-leaflet'
import type { Colours } from './colours.ts'
import { lineLabel, pointLabel, type TextLook } from './labels.ts'

type Props = { kind?: string; name?: string; interchange?: boolean }
type Zooms = { from: number; to?: number }

const LARGE = ['motorway', 'trunk', 'primary']
const MIDDLE = ['secondary', 'tertiary']
const SMALL = ['minor', 'pedestrian']
const HUBS = ['university', 'terminal']

/**
 * Provinces around the large cities. Their names come after those of the cities, because where all of Korea is small not
 * every name has room.
 */
const PROVINCES = ['경기', '강원', '충북', '충남', '전북', '전남', '경북', '경남']

const isProvince = ({ name }: Props): boolean => PROVINCES.includes(name ?? '')

/** Rules for the names on the map, the most important first: a name that would overlap an earlier one is left out. */
export function labelRules(colours: Colours): LabelRule[] {
  const look = (weight: number, size: (zoom: number) => number, color: string, haloWidth = 3): TextLook => ({
    font: (zoom) => `${weight} ${size(zoom)}px ${colours.font}`,
    color,
    halo: colours.halo,
    haloWidth,
  })
  const { text, softText, waterText, sight, market } = colours
  const area = (kinds: readonly string[], zooms: Zooms, weight: number, size: (zoom: number) => number, color = text) =>
    rule(
      'areas',
      zooms,
      ({ kind = '' }) => kinds.includes(kind),
      pointLabel(look(weight, size, color), undefined, true),
    )
  const spot = (kinds: readonly string[], from: number, color: string) =>
    rule(
      'spots',
      { from },
      ({ kind = '' }) => kinds.includes(kind),
      pointLabel(
        look(500, () => 11, color),
        () => 6,
      ),
    )
  const street = (
    kinds: readonly string[],
    from: number,
    weight: number,
    size: (zoom: number) => number,
    distance: number,
  ) =>
    rule(
      'streets',
      { from },
      ({ kind = '', name = '' }) => kinds.includes(kind) && /\D/.test(name),
      lineLabel(look(weight, size, softText, 2.8), distance),
    )
  const station = pointLabel(
    look(600, (zoom) => Math.min(13.5, 11 + (zoom - 12) / 2), text),
    (zoom) => (zoom < 14 ? 6 : 9),
  )
  return [
    {
      ...area(['sido'], { from: 4, to: 8 }, 700, (zoom) => (zoom < 7 ? 12 : 14)),
      sort: (one, other) => Number(isProvince(one)) - Number(isProvince(other)),
    },
    rule('stations', { from: 12 }, ({ interchange }) => interchange === true, station),
    rule('stations', { from: 12 }, ({ interchange }) => !interchange, station),
    area(['sgg'], { from: 8, to: 14 }, 700, (zoom) => (zoom < 10 ? 12 : zoom < 12 ? 13 : 15)),
    area(['district'], { from: 10, to: 14 }, 600, (zoom) => (zoom < 12 ? 12 : 14)),
    area(['island'], { from: 6, to: 10 }, 600, () => 12),
    area(['sea'], { from: 5, to: 9 }, 500, () => 13, waterText),
    rule(
      'areas',
      { from: 10, to: 11 },
      ({ kind, name = '' }) => kind === 'dong' && /[읍면]$/.test(name),
      dong(look, text),
    ),
    rule('areas', { from: 12 }, ({ kind }) => kind === 'dong', dong(look, text)),
    rule(
      'rivers',
      { from: 12 },
      ({ kind }) => kind === 'river',
      lineLabel(
        look(500, () => 12, waterText),
        500,
      ),
    ),
    spot(['market'], 14, market),
    spot(['sight'], 14, sight),
    spot(HUBS, 15, softText),
    street(LARGE, 13, 600, (zoom) => (zoom < 15 ? 11 : zoom < 17 ? 12 : 13), 360),
    street(MIDDLE, 14, 500, (zoom) => (zoom < 16 ? 11 : 12), 260),
    spot(['park'], 15, sight),
    street(SMALL, 16, 500, (zoom) => (zoom < 17 ? 10.5 : 11.5), 260),
    spot(['school'], 16, softText),
    street(['service', 'path'], 17, 500, () => 10.5, 260),
    spot(['library', 'office'], 17, softText),
    rule(
      'rivers',
      { from: 14 },
      ({ kind }) => kind === 'stream',
      lineLabel(
        look(500, () => 11, waterText),
        400,
      ),
    ),
  ]
}

type Box = { minX: number; minY: number; maxX: number; maxY: number }

/**
 * Rule that reserves the boxes of the markers before any name is placed. It uses the layer `land`, without which a tile has
 * no names.
 */
export function obstacleRule(boxesAt: (zoom: number) => Box[]): LabelRule {
  const place = ({ zoom }: { zoom: number }) => {
    const bboxes = boxesAt(zoom)
    const [first] = bboxes
    return first && [{ anchor: { x: first.minX, y: first.minY }, bboxes, draw: () => {} }]
  }
  return { dataLayer: 'land', symbolizer: { place } } as unknown as LabelRule
}

function dong(look: (weight: number, size: (zoom: number) => number, color: string) => TextLook, color: string) {
  return pointLabel(look(600, (zoom) => Math.min(14.5, 12 + (zoom - 12) / 2), color))
}

function rule(
  dataLayer: string,
  { from, to }: Zooms,
  only: (props: Props) => boolean,
  symbolizer: LabelRule['symbolizer'],
): LabelRule {
  return {
    dataLayer,
    minzoom: from,
    ...(to !== undefined && { maxzoom: to }),
    filter: (_zoom, { props }) => only(props as Props),
    symbolizer,
  }
}

const MAX_SPOKEN_NAMES = 20

export const MAP_LABEL_WITHOUT_NAMES = '지도'

type Point = { x: number; y: number }

type Label = { name: string; at: Point; isStreet: boolean }

/** The names in view as a sentence, those of streets last, and the nearest to the middle first. */
export function namesInView(labels: Iterable<Label>, middle: Point): string {
  const away = ({ at }: Label) => Math.hypot(at.x - middle.x, at.y - middle.y)
  const sorted = [...labels].toSorted(
    (one, other) => Number(one.isStreet) - Number(other.isStreet) || away(one) - away(other),
  )
  const names = new Set(sorted.map(({ name }) => name))
  const spoken = [...names].slice(0, MAX_SPOKEN_NAMES)
  return spoken.length > 0 ? `지도에 보이는 곳: ${spoken.join(', ')}` : MAP_LABEL_WITHOUT_NAMES
}
