import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { boxOf, clipLine, clipRing } from './clip.ts'
import { type Box, joinLines, type Line, type Point, signedArea, simplify } from './lines.ts'

/** How far lines and shapes reach beyond a tile's edge, as a fraction of its width. */
const MARGIN = 1 / 64

export type Tags = Record<string, string | number | boolean>
type Kind = 'point' | 'line' | 'ring'
const TYPES = { point: 1, line: 2, ring: 3 } as const
type Feature = { kind: Kind; tags: Tags; parts: Line[] }
type Layers = Map<string, Map<string, Feature>>

/** In steps: how far a line may be from where it is, and the length of the shortest one. */
export type Detail = { tolerance: number; shortest: number }

/** The tiles of one zoom while they are filled. Features of a layer that have the same tags become one. */
export class TileSet {
  readonly zoom: number
  /** The width of a tile in steps. */
  readonly extent: number
  private readonly tiles = new Map<string, Layers>()

  constructor(zoom: number, extent: number) {
    this.zoom = zoom
    this.extent = extent
  }

  addresses(): string[] {
    return [...this.tiles.keys()]
  }

  /** Adds a line of the world to every tile that it crosses. */
  addLine(layer: string, tags: Tags, line: Line): void {
    this.forEachTile(boxOf(line), (x, y, box, isWhole) => {
      for (const part of isWhole ? [line] : clipLine(line, box))
        this.add(x, y, layer, 'line', tags, this.toSteps(part, x, y))
    })
  }

  /** Adds a closed ring of the world to every tile that it touches. */
  addRing(layer: string, tags: Tags, ring: Line): void {
    const split = (part: Line, zoom: number, x: number, y: number): void => {
      const box = boxOfTile(x, y, zoom)
      const inside = clipRing(part, box)
      if (inside.length < 3) return
      if (zoom === this.zoom) this.add(x, y, layer, 'ring', tags, clockwise(this.toSteps(inside, x, y)))
      else for (const right of [0, 1]) for (const down of [0, 1]) split(inside, zoom + 1, 2 * x + right, 2 * y + down)
    }
    split(ring, 0, 0, 0)
  }

  addPoint(layer: string, tags: Tags, at: Point): void {
    const [x, y] = at.map((value) => Math.floor(value * 2 ** this.zoom)) as [number, number]
    this.add(x, y, layer, 'point', tags, this.toSteps([at], x, y))
  }

  /** Adds a point that is drawn as a dot, to every tile into which the dot may reach. */
  addDot(layer: string, tags: Tags, at: Point): void {
    const [left, top] = at
    this.forEachTile({ left, top, right: left, bottom: top }, (x, y) =>
      this.add(x, y, layer, 'point', tags, this.toSteps([at], x, y)),
    )
  }

  /** Adds a part whose points are steps of that tile. */
  add(x: number, y: number, layer: string, kind: Kind, tags: Tags, part: Line): void {
    const layers = getOrMake(this.tiles, `${x}/${y}`, (): Layers => new Map())
    const features = getOrMake(layers, layer, () => new Map<string, Feature>())
    // One point is one label.
    const key = kind === 'point' ? `${features.size}` : JSON.stringify(tags)
    getOrMake(features, key, () => ({ kind, tags, parts: [] as Line[] })).parts.push(part)
  }

  /**
   * The tile in the format of https://github.com/mapbox/vector-tile-spec.
   * @param detailOf how exact the lines of a feature are
   */
  encode(address: string, detailOf: (layer: string, tags: Tags) => Detail): Uint8Array {
    const layers = [...(this.tiles.get(address) ?? [])].map(([name, features]) => {
      const made = [...features.values()].flatMap((feature) => {
        const geometry = partsOf(feature, detailOf(name, feature.tags), this.extent / 2)
        return geometry.length === 0 ? [] : [{ type: TYPES[feature.kind], geometry, tags: feature.tags }]
      })
      return [name, { features: made }]
    })
    return fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: this.extent })
  }

  private toSteps(line: Line, x: number, y: number): Line {
    const size = 2 ** this.zoom
    return line.map((point) => [
      Math.round((point[0] * size - x) * this.extent),
      Math.round((point[1] * size - y) * this.extent),
    ])
  }

  private forEachTile(
    { left, top, right, bottom }: Box,
    visit: (x: number, y: number, box: Box, isWhole: boolean) => void,
  ): void {
    const [size, margin] = [2 ** this.zoom, MARGIN]
    const [fromX, toX] = [Math.floor(left * size - margin), Math.floor(right * size + margin)]
    const [fromY, toY] = [Math.floor(top * size - margin), Math.floor(bottom * size + margin)]
    const isWhole = fromX === toX && fromY === toY
    for (let x = fromX; x <= toX; x++)
      for (let y = fromY; y <= toY; y++) visit(x, y, boxOfTile(x, y, this.zoom), isWhole)
  }
}

function boxOfTile(x: number, y: number, zoom: number): Box {
  const [size, margin] = [2 ** zoom, MARGIN]
  return {
    left: (x - margin) / size,
    top: (y - margin) / size,
    right: (x + 1 + margin) / size,
    bottom: (y + 1 + margin) / size,
  }
}

function partsOf({ kind, parts }: Feature, { tolerance, shortest }: Detail, middle: number): unknown[] {
  if (kind === 'point') return parts.flat()
  if (kind === 'ring')
    return parts.map((ring) => closed(simplify(closed(ring), tolerance))).filter(({ length }) => length > 3)
  return joinLines(meetInMiddle(parts, middle))
    .map((line) => simplify(withoutRepeats(line), tolerance))
    .filter((line) => line.length > 1 && lengthOf(line) >= shortest)
}

/** Ends that were cut at the middle of the tile differ by a step or two: the later takes the place of the earlier. */
function meetInMiddle(lines: readonly Line[], middle: number): Line[] {
  const known: Point[] = []
  const meet = (point: Point): Point => {
    if (point[0] !== middle && point[1] !== middle) return point
    const near = known.find(([x, y]) => Math.hypot(x - point[0], y - point[1]) <= 3)
    if (!near) known.push(point)
    return near ?? point
  }
  return lines.map((line) => [meet(line[0] as Point), ...line.slice(1, -1), meet(line.at(-1) as Point)])
}

function withoutRepeats(line: Line): Line {
  return line.filter(([x, y], index) => index === 0 || x !== line[index - 1]?.[0] || y !== line[index - 1]?.[1])
}

function lengthOf(line: Line): number {
  return line.slice(1).reduce((sum, [x, y], index) => {
    const [fromX, fromY] = line[index] as Point
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)
}

function closed(ring: Line): Line {
  const [first, last] = [ring[0] as Point, ring.at(-1) as Point]
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first]
}

/** Outer rings have a positive area in a tile, whose y grows downwards. */
function clockwise(ring: Line): Line {
  return signedArea(ring) < 0 ? ring.toReversed() : ring
}

function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known) return known
  const made = make()
  map.set(key, made)
  return made
}
