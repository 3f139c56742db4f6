import { LineSymbolizer, type PaintRule, PolygonSymbolizer } from 'protomaps-leaflet'
import { type Colours, mixColours } from './colours.ts'

type Props = { kind?: string; brunnel?: string }
type Only = (props: Props) => boolean

const GROUND = ['commercial', 'sand', 'wood', 'grass', 'park', 'school', 'hospital', 'pitch'] as const
const BORDERS = { sido: 1.4, sgg: 1, dong: 0.8 } as const
/** Zoom from which small kinds of streets are drawn. */
const FIRST_ZOOM: Partial<Record<StreetKind, number>> = { service: 14, pedestrian: 14, minor: 13 }
const METRO_MIX = 0.2

/** How the layers of korea/tools/map are painted, the lowest first. */
export function paintRules(colours: Colours): PaintRule[] {
  const isOpen: Only = ({ brunnel }) => brunnel !== 'tunnel'
  const isTunnel: Only = ({ brunnel }) => brunnel === 'tunnel'
  const isBridge: Only = ({ brunnel }) => brunnel === 'bridge'
  return [
    ...(['abroad', 'land'] as const).map((kind) => shape('land', kind, colours[kind])),
    ...GROUND.map((kind) => shape('ground', kind, colours[kind])),
    { dataLayer: 'water', symbolizer: new PolygonSymbolizer({ fill: colours.water }) },
    line(
      'rivers',
      () => true,
      colours.water,
      (zoom) => Math.min(6, 0.35 * (zoom - 7)),
    ),
    buildings(colours),
    ...(['dong', 'sgg', 'sido'] as const).map((kind) =>
      line(
        'borders',
        (props) => props.kind === kind,
        colours[kind],
        () => BORDERS[kind],
      ),
    ),
    ...streetKinds.map((kind) =>
      dashed(kind, isTunnel, colours.tunnelCase, (zoom) => streetWidth(kind, zoom) + 1.2, 14),
    ),
    ...streetKinds.map((kind) => street(kind, isTunnel, colours.tunnel, streetWidth, 14)),
    ...(['path', 'track'] as const).map((kind) =>
      dashed(kind, isOpen, colours.path, (zoom) => streetWidth(kind, zoom), kind === 'path' ? 15 : 14),
    ),
    line(
      'streets',
      ({ kind }) => kind === 'pier',
      colours.minor,
      (zoom) => (zoom < 16 ? 1 : 3),
      14,
    ),
    ...streetKinds.map((kind) => street(kind, isOpen, caseOf(kind, colours), casedWidth)),
    ...streetKinds.map((kind) => street(kind, isOpen, fillOf(kind, colours), streetWidth)),
    line('streets', ({ kind, brunnel }) => kind === 'rail' && brunnel !== 'tunnel', colours.rail, railWidth, 11),
    ...streetKinds.flatMap((kind) => [
      street(kind, isBridge, caseOf(kind, colours), casedWidth, 14),
      street(kind, isBridge, fillOf(kind, colours), streetWidth, 14),
    ]),
    line('streets', ({ kind, brunnel }) => kind === 'rail' && brunnel === 'bridge', colours.rail, railWidth, 14),
    line(
      'metro',
      () => true,
      colours.halo,
      (zoom) => metroWidth(zoom) + 1.6,
    ),
    metro(colours),
    { dataLayer: 'stations', minzoom: 12, symbolizer: stationDots(colours) },
    { dataLayer: 'spots', minzoom: 14, filter: (_zoom, { props }) => isLandmark(props), symbolizer: spotDots(colours) },
  ]
}

function isLandmark({ kind }: Props): boolean {
  return kind === 'market' || kind === 'sight'
}

const railWidth = (zoom: number) => (zoom < 15 ? 0.8 : 1.4)
const metroWidth = (zoom: number) => [1.2, 1.6, 2.1, 2.6, 3.3, 3.8, 4.4, 5][Math.max(0, Math.min(17, zoom) - 10)] ?? 5

function shape(dataLayer: string, kind: string, fill: string): PaintRule {
  return { dataLayer, filter: (_zoom, { props }) => props.kind === kind, symbolizer: new PolygonSymbolizer({ fill }) }
}

function line(dataLayer: string, only: Only, color: string, width: (zoom: number) => number, minzoom = 0): PaintRule {
  const symbolizer = new LineSymbolizer({ color, width, lineCap: 'round', lineJoin: 'round' })
  return { dataLayer, minzoom, filter: (_zoom, { props }) => only(props as Props), symbolizer }
}

function street(
  kind: StreetKind,
  only: Only,
  color: string,
  width: (kind: StreetKind, zoom: number) => number,
  minzoom = FIRST_ZOOM[kind] ?? 0,
): PaintRule {
  const rule = line(
    'streets',
    (props) => props.kind === kind && only(props),
    color,
    (zoom) => width(kind, zoom),
    minzoom,
  )
  return { ...rule, filter: (zoom, { props }) => props.kind === kind && only(props as Props) && width(kind, zoom) > 0 }
}

function dashed(kind: string, only: Only, color: string, width: (zoom: number) => number, minzoom: number): PaintRule {
  const symbolizer = new LineSymbolizer({ color, width, dash: [4, 3] })
  return {
    dataLayer: 'streets',
    minzoom,
    filter: (_zoom, { props }) => props.kind === kind && only(props as Props),
    symbolizer,
  }
}

function buildings({ building, outline }: Colours): PaintRule {
  const width = (zoom: number) => (zoom >= 16 ? 0.8 : 0)
  return {
    dataLayer: 'buildings',
    minzoom: 15,
    symbolizer: new PolygonSymbolizer({ fill: building, stroke: outline, width }),
  }
}

function metro({ metroMix }: Colours): PaintRule {
  const color = (_zoom: number, feature?: { props: object }) =>
    mixColours((feature?.props as { color?: string })?.color ?? '#888888', metroMix, METRO_MIX)
  const symbolizer = new LineSymbolizer({ color, width: metroWidth, lineJoin: 'round', perFeature: true })
  return { dataLayer: 'metro', symbolizer }
}

function fillOf(kind: StreetKind, colours: Colours): string {
  if (kind === 'trunk') return colours.motorway
  return colours[kind === 'tertiary' ? 'secondary' : kind]
}

function caseOf(kind: StreetKind, colours: Colours): string {
  if (kind === 'motorway' || kind === 'trunk') return colours.motorwayCase
  if (kind === 'primary') return colours.primaryCase
  return kind === 'secondary' || kind === 'tertiary' ? colours.secondaryCase : colours.minorCase
}

type Point = { x: number; y: number }
type DotProps = { color?: string; interchange?: boolean; kind?: string }

/** A ring in the colour of the metro line; dark at a station where people change lines. */
function stationDots({ halo, station, metroMix }: Colours): PaintRule['symbolizer'] {
  return {
    draw(context, geometry, zoom, { props }) {
      const { color = station, interchange } = props as DotProps
      const at = geometry[0]?.[0]
      if (!at) return
      dot(context, at, [2, 3.4, 4, 4.6, 5.2, 6][Math.min(17, zoom) - 12] ?? 6, halo)
      context.lineWidth = zoom < 14 ? 1.4 : 2
      context.strokeStyle = interchange ? station : mixColours(color, metroMix, METRO_MIX)
      context.stroke()
    },
  }
}

function spotDots(colours: Colours): PaintRule['symbolizer'] {
  return {
    draw(context, geometry, _zoom, { props }) {
      const at = geometry[0]?.[0]
      if (at) dot(context, at, 2.6, (props as DotProps).kind === 'market' ? colours.market : colours.sight)
    },
  }
}

function dot(context: CanvasRenderingContext2D, { x, y }: Point, radius: number, fill: string): void {
  context.globalAlpha = 1
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = fill
  context.fill()
}

/** Classes of streets that are drawn with a casing, the smallest first. */
const streetKinds = ['service', 'pedestrian', 'minor', 'tertiary', 'secondary', 'primary', 'trunk', 'motorway'] as const
type StreetKind = (typeof streetKinds)[number]

const WIDTHS: Record<StreetKind | 'track' | 'path', readonly number[]> = {
  motorway: [2.4, 3, 4.6, 7.5, 11, 16, 23],
  trunk: [2.2, 2.8, 4.4, 7, 10.5, 15.5, 22],
  primary: [1.8, 2.4, 4, 6.5, 10, 15, 21],
  secondary: [1.3, 1.9, 3.2, 5.4, 8.6, 13, 19],
  tertiary: [0.9, 1.4, 2.5, 4.4, 7.2, 11.5, 17],
  minor: [0, 0.7, 1.3, 2.7, 5, 8.5, 13],
  pedestrian: [0, 0.5, 1, 2.2, 4.2, 7, 11],
  service: [0, 0, 0.5, 1, 2.4, 4.4, 7],
  track: [0, 0, 0.5, 0.8, 1.2, 1.8, 2.4],
  path: [0, 0, 0.5, 0.7, 1, 1.4, 2],
}
const [FROM, TO] = [12, 18]
const isLarge = (kind: StreetKind) => streetKinds.indexOf(kind) >= streetKinds.indexOf('tertiary')

/** Width of a street in pixels; below the zooms of the table it halves with every two or three, above them it grows. */
function streetWidth(kind: keyof typeof WIDTHS, zoom: number): number {
  const widths = WIDTHS[kind]
  if (zoom < FROM) return Math.max(0.5, (widths[0] ?? 0) * 0.75 ** (FROM - zoom))
  return (widths[Math.min(zoom, TO) - FROM] ?? 0) * 1.4 ** Math.max(0, zoom - TO)
}

function casedWidth(kind: StreetKind, zoom: number): number {
  const width = streetWidth(kind, zoom)
  const side = sideOf(kind, zoom)
  return width > 0 && side > 0 ? width + 2 * side : 0
}

function sideOf(kind: StreetKind, zoom: number): number {
  if (zoom < 15) return isLarge(kind) && zoom >= 11 ? 0.6 : 0
  if (zoom === 15) return kind === 'service' ? 0 : isLarge(kind) ? 0.8 : 0.6
  if (kind === 'service') return 0.7
  return isLarge(kind) ? 1 : 0.8
}
