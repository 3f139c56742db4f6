import type { Position } from '../../../../rules/position.ts'
import { project } from '../../../../server/product/places/roads/geometry.ts'
import type { CityRoad } from './cut-roads.ts'

/** How the end at which the numbers of a road begin was found, the surest first. */
export type Start = 'junctions' | 'order' | 'parent' | 'compass'

/** A road whose line begins where its numbers begin. */
export type NumberedRoad = CityRoad & {
  start: Start
  /** Metres from the start to the parent road; null without one. */
  gap: number | null
  /** Known points: the number of a side road that is a distance, and its metres along this one. */
  known: (readonly [number: number, along: number])[]
}

/** '월드컵로13길' branches off '월드컵로'; '중앙로12번길' does so 120 m from its start. */
const CHILD = /^(.+?(?:로|길))(\d+)(번?)(?:[가-하])?길$/

/** A side road starts at most this far from its parent, in metres. */
const TOUCHES = 60
const PARENT_REACH = 300

type Child = { number: number; isDistance: boolean; along: number }

/** A building whose position is known, on the road of its address. */
export type KnownAddress = Position & Readonly<{ road: string; number: number }>

/** A known building is at most this far from the line of its road, in metres. */
const BESIDE_ROAD = 80

/** Decides for each road where its numbers begin. `addresses` of each road must be in the same city. */
export function numberRoads(
  roads: readonly CityRoad[],
  addressesOf: (road: CityRoad) => readonly KnownAddress[],
): NumberedRoad[] {
  const byName = Map.groupBy(roads, ({ name }) => name)
  const children = new Map<CityRoad, Child[]>()
  const parents = new Map<CityRoad, { gap: number; isReversed: boolean }>()
  for (const road of roads) {
    const match = CHILD.exec(road.name)
    const parent = match && nearest(byName.get(match[1] as string) ?? [], road)
    if (!match || !parent) continue
    parents.set(road, parent)
    if (parent.gap > TOUCHES) continue
    const child = { number: Number(match[2]), isDistance: match[3] === '번', along: parent.along }
    children.set(parent.road, [...(children.get(parent.road) ?? []), child])
  }
  return roads.map((road) => {
    const known = addressesOf(road).flatMap(({ number, ...position }): Child[] => {
      const { away, along } = project(road.line, position)
      return away > BESIDE_ROAD ? [] : [{ number, isDistance: true, along }]
    })
    return orient(road, [...(children.get(road) ?? []), ...known], parents.get(road) ?? null)
  })
}

/** Nearest road, and the end of `road` that touches it. */
function nearest(candidates: readonly CityRoad[], { line }: CityRoad) {
  const [first, last] = [line[0] as Position, line.at(-1) as Position]
  let best: { road: CityRoad; gap: number; along: number; isReversed: boolean } | null = null
  for (const road of candidates) {
    // Most candidates are in other cities.
    if (Math.abs((road.line[0] as Position).lat - first.lat) > 0.5) continue
    const [fromFirst, fromLast] = [project(road.line, first), project(road.line, last)]
    const isReversed = fromLast.away < fromFirst.away
    const { away, along } = isReversed ? fromLast : fromFirst
    if (away <= PARENT_REACH && away < (best?.gap ?? Number.POSITIVE_INFINITY))
      best = { road, gap: away, along, isReversed }
  }
  return best
}

function orient(
  road: CityRoad,
  children: readonly Child[],
  parent: { gap: number; isReversed: boolean } | null,
): NumberedRoad {
  const [forwards, backwards] = [false, true].map((isReversed) => knownPoints(road, children, isReversed))
  const difference = score(forwards) - score(backwards)
  const order = rankCorrelation(children)
  let start: Start
  let isReversed: boolean
  if (difference !== 0) {
    start = 'junctions'
    isReversed = difference < 0
  } else if (Math.abs(order) >= 1) {
    start = 'order'
    isReversed = order < 0
  } else if (parent) {
    start = 'parent'
    isReversed = parent.isReversed
  } else {
    start = 'compass'
    isReversed = runsBackwards(road)
  }
  return {
    ...road,
    line: isReversed ? road.line.toReversed() : road.line,
    start,
    gap: parent && parent.isReversed === isReversed ? parent.gap : null,
    known: start === 'junctions' ? ((isReversed ? backwards : forwards) ?? []) : [],
  }
}

type Known = readonly [number: number, along: number]

/** The side roads whose numbers are distances, as far as they agree with each other. */
function knownPoints({ length }: CityRoad, children: readonly Child[], isReversed: boolean): Known[] {
  const points = children
    .filter(({ isDistance }) => isDistance)
    .map(({ number, along }): Known => [number, isReversed ? length - along : along])
  const chain = rising(points)
  return chain.length > 1 ? chain : chain.filter(isNearItsNumber)
}

function isNearItsNumber([number, along]: Known): boolean {
  return Math.abs(along - number * 10) <= 60 + number * 2
}

/** How well the points fit numbers that begin at the start of the road. */
function score(points: readonly Known[] = []): number {
  return points.length + points.filter(isNearItsNumber).length
}

/** Pairs in the same order along the road and by number, minus pairs in the other order. */
function rankCorrelation(children: readonly Child[]): number {
  let sum = 0
  for (const [index, a] of children.entries()) {
    for (const b of children.slice(index + 1)) {
      if (Math.abs(a.along - b.along) > 20) sum += Math.sign((a.number - b.number) * (a.along - b.along))
    }
  }
  return sum
}

/** Numbers grow from west to east and from south to north. */
function runsBackwards({ line }: CityRoad): boolean {
  const [first, last] = [line[0] as Position, line.at(-1) as Position]
  const east = (last.lng - first.lng) * 0.8
  const north = last.lat - first.lat
  return Math.abs(east) > Math.abs(north) ? east < 0 : north < 0
}

/** The longest series of points whose numbers and distances both grow, at a believable rate. */
function rising(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const longest: { size: number; before: number }[] = []
  for (const [index, [number, along]] of sorted.entries()) {
    longest[index] = { size: 1, before: -1 }
    for (let other = 0; other < index; other++) {
      const [otherNumber, otherAlong] = sorted[other] as readonly [number, number]
      const steps = number - otherNumber
      const rate = (along - otherAlong) / steps
      const size = (longest[other]?.size ?? 0) + 1
      if (steps > 0 && rate >= 7 && rate <= 14 && size > (longest[index]?.size ?? 0))
        longest[index] = { size, before: other }
    }
  }
  const chosen: (readonly [number, number])[] = []
  let at = longest.reduce((best, { size }, index) => (size > (longest[best]?.size ?? 0) ? index : best), 0)
  while (at >= 0 && sorted[at]) {
    chosen.unshift(sorted[at] as readonly [number, number])
    at = longest[at]?.before ?? -1
  }
  return chosen
}
