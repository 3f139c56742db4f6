import type { MapCluster } from '#contract/schema.gen.ts'
import { type Box, latitudeOf } from './view.ts'

/** Posts at one place of the map; positions in degrees of longitude and Mercator latitude. */
export type PointGroup = Readonly<{
  count: number
  x: number
  y: number
  box: Box
  /** The post, if there is only one and it is known. */
  postId: number | null
}>

export type MapPoint = Readonly<{ id: number; x: number; y: number }>

/** Each point counts `weight` times. */
export function groupBySquare(points: readonly MapPoint[], square: number, weight: number): PointGroup[] {
  const squares = Map.groupBy(points, ({ x, y }) => `${Math.floor(x / square)} ${Math.floor(y / square)}`)
  return [...squares.values()].map((inside) => {
    const [only] = inside
    return {
      count: Math.max(1, Math.round(inside.length * weight)),
      x: mean(inside.map(({ x }) => x)),
      y: mean(inside.map(({ y }) => y)),
      box: inside.map(pointBox).reduce(boxAround),
      postId: inside.length === 1 && weight === 1 && only ? only.id : null,
    }
  })
}

/** Otherwise posts around the border of two squares would become two overlapping markers. */
export function mergeClose(gathered: readonly PointGroup[], apart: number): PointGroup[] {
  const kept: PointGroup[] = []
  for (const next of gathered.toSorted((a, b) => b.count - a.count)) {
    const index = kept.findIndex(({ x, y }) => Math.hypot(x - next.x, y - next.y) < apart)
    const near = kept[index]
    if (near) kept[index] = joined(near, next)
    else kept.push(next)
  }
  return kept
}

/** With bounds in degrees of latitude; the caller adds what the post tells, and the area. */
export function presentCluster({ count, x, y, box, postId }: PointGroup): MapCluster {
  return {
    lat: rounded(latitudeOf(y)),
    lng: rounded(x),
    count,
    south: rounded(latitudeOf(box.south)),
    west: rounded(box.west),
    north: rounded(latitudeOf(box.north)),
    east: rounded(box.east),
    id: postId === null ? null : String(postId),
    title: null,
    kind: null,
    image: null,
    area: null,
  }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

function joined(a: PointGroup, b: PointGroup): PointGroup {
  const count = a.count + b.count
  return {
    count,
    x: (a.x * a.count + b.x * b.count) / count,
    y: (a.y * a.count + b.y * b.count) / count,
    box: boxAround(a.box, b.box),
    postId: null,
  }
}

function pointBox({ x, y }: MapPoint): Box {
  return { west: x, east: x, south: y, north: y }
}

function boxAround(a: Box, b: Box): Box {
  return {
    west: Math.min(a.west, b.west),
    east: Math.max(a.east, b.east),
    south: Math.min(a.south, b.south),
    north: Math.max(a.north, b.north),
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
