import type { Area } from '../bundle/sources.ts'
import { areaOf, type Line, type Point, toWorld } from './lines.ts'
import type { Borders } from './read-bundle.ts'

/** A name and where it stands. */
export type NamedPoint = { name: string; at: Point }

type Label = readonly [name: string, lat: number, lng: number]

/** Short names at good positions, most important first: the centre of 경기 would be in Seoul. */
const SIDO: readonly Label[] = [
  ['서울', 37.56, 126.99],
  ['부산', 35.18, 129.05],
  ['제주', 33.38, 126.55],
  ['강원', 37.75, 128.3],
  ['경기', 37.2, 127.33],
  ['충북', 36.85, 127.82],
  ['충남', 36.5, 126.75],
  ['경북', 36.4, 128.8],
  ['전북', 35.72, 127.1],
  ['경남', 35.33, 128.1],
  ['전남', 34.85, 126.95],
  ['대구', 35.85, 128.57],
  ['대전', 36.33, 127.4],
  ['광주', 35.16, 126.83],
  ['인천', 37.46, 126.65],
  ['울산', 35.55, 129.26],
  ['세종', 36.55, 127.26],
]
const ISLANDS: readonly Label[] = [
  ['울릉도', 37.5, 130.86],
  ['독도', 37.24, 131.87],
  ['백령도', 37.96, 124.67],
]
const SEAS: readonly Label[] = [
  ['동해', 38.1, 130.4],
  ['서해', 36.2, 124.9],
  ['남해', 33.95, 128.4],
]

const named = ([name, lat, lng]: Label): NamedPoint => ({ name, at: toWorld(lat, lng) })

export const sidoNames = SIDO.map(named)
export const islandNames = ISLANDS.map(named)
export const seaNames = SEAS.map(named)

/** 시군구 by their own name, separate from the districts of cities that are not a 시도. */
export function sggNames(areas: readonly Area[]): { sgg: NamedPoint[]; cityDistricts: NamedPoint[] } {
  const districts = areas.filter(([level]) => level === 2)
  const pick = (words: number) =>
    districts
      .filter(([, address]) => address.split(' ').length === words)
      .map(([, address, lat, lng]) => named([address.split(' ').at(-1) ?? '', lat, lng]))
  return { sgg: pick(2), cityDistricts: pick(3) }
}

/** Names of 동, 읍 and 면 at their centres. */
export function dongNames({ arcs, objects }: Borders, areas: readonly Area[]): NamedPoint[] {
  const known = new Set(areas.filter(([level]) => level === 3).map(([, address]) => address))
  return objects.emd.geometries.flatMap((shape) => {
    const rings =
      shape.type === 'Polygon'
        ? [shape.arcs[0]]
        : shape.type === 'MultiPolygon'
          ? shape.arcs.map(([outer]) => outer)
          : []
    const lines = rings.map((ring) => ringOf(ring ?? [], arcs))
    const [largest] = lines.toSorted((one, other) => areaOf(other) - areaOf(one))
    return largest
      ? [{ name: shortName((shape.properties as { a?: string } | undefined)?.a ?? '', known), at: middleOf(largest) }]
      : []
  })
}

/** '신사제2동' becomes 신사2동, but 거제2동 is a part of 거제동. */
export function shortName(address: string, knownAreas: ReadonlySet<string>): string {
  const words = address.split(' ')
  const name = words.pop() ?? ''
  const numbered = /^(.+)제(\d.*동)$/.exec(name)
  if (!numbered || knownAreas.has([...words, `${numbered[1]}제동`].join(' '))) return name
  return `${numbered[1]}${numbered[2]}`
}

function ringOf(indexes: readonly number[], arcs: readonly Line[]): Line {
  return indexes.flatMap((index) => (index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])).slice(1))
}

/** Number of lines across a shape that are tried for its centre. */
const TRIES = 9

/** A point well inside: the middle of the widest of several lines across the shape, preferring central ones. */
export function middleOf(ring: Line): Point {
  const ys = ring.map(([, y]) => y)
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  let best = { room: 0, at: ring[0] as Point }
  for (let step = 1; step <= TRIES; step++) {
    const y = top + ((bottom - top) * step) / (TRIES + 1)
    const centrality = 1 - Math.abs(step / (TRIES + 1) - 0.5)
    const crossings = crossingsAt(ring, y)
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const [from, to] = [crossings[index] as number, crossings[index + 1] as number]
      const room = (to - from) * centrality
      if (room > best.room) best = { room, at: [(from + to) / 2, y] }
    }
  }
  return best.at
}

function crossingsAt(ring: Line, y: number): number[] {
  return ring
    .flatMap(([x, at], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length] as Point
      return at > y !== nextY > y ? [x + ((y - at) / (nextY - at)) * (nextX - x)] : []
    })
    .toSorted((one, other) => one - other)
}
