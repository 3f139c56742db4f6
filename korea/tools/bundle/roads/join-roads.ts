import type { Position } from '../../../../rules/position.ts'
import {
  type Box,
  boxOf,
  type Line,
  lengthOf,
  metres,
  project,
} from '../../../../server/product/places/roads/geometry.ts'

/** A road: all lines of one name that belong together, and the longest way from end to end. */
export type Road = { name: string; line: Line; length: number }

/** Ends this close are one point: lines are cut at the edges of tiles. */
const SAME_POINT = 15

/** Gaps that are bridged: squares and crossings of a large road, a yard of a small one. */
const GAP_OF_ROAD = 450
const GAP_OF_ALLEY = 120

/** Lines this close are carriageways of one road. */
const BESIDE = 40

type Edge = { to: number; length: number; line: Line | null }

/** Joins the lines of one name into roads. */
export function joinRoads(name: string, lines: readonly Line[]): Road[] {
  const graph = new Graph()
  for (const line of splitBesideEnds(lines.filter((one) => one.length > 1))) graph.add(line)
  graph.link()
  graph.bridge(name.endsWith('길') ? GAP_OF_ALLEY : GAP_OF_ROAD)
  return graph.components().map((nodes) => {
    const line = graph.longestWay(nodes)
    return { name, line, length: lengthOf(line) }
  })
}

/** Cuts each line where another one ends beside it, so that the two can be connected there. */
function splitBesideEnds(lines: readonly Line[]): Line[] {
  const boxes = lines.map(boxOf)
  return lines.flatMap((line, index) => {
    const cuts: number[] = []
    const length = lengthOf(line)
    for (const [other, one] of lines.entries()) {
      if (other === index || !touch(boxes[index] as Box, boxes[other] as Box)) continue
      for (const end of [one[0], one.at(-1)]) {
        if (!end) continue
        const { away, along } = project(line, end)
        if (away <= BESIDE && along > SAME_POINT && along < length - SAME_POINT) cuts.push(along)
      }
    }
    return cutAt(line, cuts)
  })
}

/** Half a thousandth of a degree is farther than `BESIDE`. */
const MARGIN = 0.0005

function touch(a: Box, b: Box): boolean {
  const isBeside = a.west <= b.east + MARGIN && b.west <= a.east + MARGIN
  return isBeside && a.south <= b.north + MARGIN && b.south <= a.north + MARGIN
}

function cutAt(line: Line, cuts: readonly number[]): Line[] {
  const parts: Position[][] = []
  let part = [line[0] as Position]
  let before = 0
  const sorted = cuts.toSorted((a, b) => a - b).filter((cut, index, all) => cut - (all[index - 1] ?? 0) > SAME_POINT)
  for (const [index, point] of line.entries()) {
    if (index === 0) continue
    const from = line[index - 1] as Position
    const length = metres(from, point)
    for (let cut = sorted[0]; cut !== undefined && cut <= before + length; cut = sorted[0]) {
      sorted.shift()
      const share = length === 0 ? 0 : (cut - before) / length
      const at = { lat: from.lat + (point.lat - from.lat) * share, lng: from.lng + (point.lng - from.lng) * share }
      parts.push([...part, at])
      part = [at]
    }
    part.push(point)
    before += length
  }
  return [...parts, part]
}

class Graph {
  readonly points: Position[] = []
  readonly edges: Edge[][] = []
  readonly #grid = new Map<string, number[]>()

  add(line: Line): void {
    const [a, b] = [this.#nodeAt(line[0] as Position), this.#nodeAt(line.at(-1) as Position)]
    const length = lengthOf(line)
    this.#connect(a, b, length, line)
  }

  #connect(a: number, b: number, length: number, line: Line | null): void {
    this.edges[a]?.push({ to: b, length, line })
    this.edges[b]?.push({ to: a, length, line: line?.toReversed() ?? null })
  }

  #nodeAt(point: Position): number {
    const [row, column] = [Math.round(point.lat * 5000), Math.round(point.lng * 4000)]
    for (let y = row - 1; y <= row + 1; y++) {
      for (let x = column - 1; x <= column + 1; x++) {
        const found = this.#grid
          .get(`${y} ${x}`)
          ?.find((node) => metres(this.points[node] as Position, point) <= SAME_POINT)
        if (found !== undefined) return found
      }
    }
    const node = this.points.push(point) - 1
    this.edges.push([])
    const key = `${row} ${column}`
    this.#grid.set(key, [...(this.#grid.get(key) ?? []), node])
    return node
  }

  /** Connects the points that are beside each other on two carriageways. */
  link(): void {
    const order = this.points
      .map((_, index) => index)
      .sort((a, b) => (this.points[a]?.lat ?? 0) - (this.points[b]?.lat ?? 0))
    for (const [index, a] of order.entries()) {
      const at = this.points[a] as Position
      for (const b of order.slice(index + 1)) {
        const other = this.points[b] as Position
        if (other.lat - at.lat > MARGIN) break
        const length = metres(at, other)
        if (length <= BESIDE) this.#connect(a, b, length, null)
      }
    }
  }

  /** Connects components whose ends are at most `gap` metres apart, the nearest first. */
  bridge(gap: number): void {
    const component = new Int32Array(this.points.length)
    this.components().forEach((nodes, index) => {
      for (const node of nodes) component[node] = index
    })
    const order = this.points
      .map((_, index) => index)
      .sort((a, b) => (this.points[a]?.lat ?? 0) - (this.points[b]?.lat ?? 0))
    const gaps: { a: number; b: number; length: number }[] = []
    const reach = gap / 111_195
    for (let i = 0; i < order.length; i++) {
      const a = order[i] as number
      const at = this.points[a] as Position
      for (let j = i + 1; j < order.length; j++) {
        const b = order[j] as number
        const other = this.points[b] as Position
        if (other.lat - at.lat > reach) break
        if (component[a] === component[b]) continue
        const length = metres(at, other)
        if (length <= gap) gaps.push({ a, b, length })
      }
    }
    const parent = new Map<number, number>()
    const rootOf = (index: number): number => {
      const above = parent.get(index)
      return above === undefined ? index : rootOf(above)
    }
    for (const { a, b, length } of gaps.sort((one, other) => one.length - other.length)) {
      const [left, right] = [rootOf(component[a] as number), rootOf(component[b] as number)]
      if (left === right) continue
      parent.set(left, right)
      this.#connect(a, b, length, null)
    }
  }

  components(): number[][] {
    const seen = new Uint8Array(this.points.length)
    const found: number[][] = []
    for (let start = 0; start < this.points.length; start++) {
      if (seen[start]) continue
      const nodes = [start]
      seen[start] = 1
      for (let at = 0; at < nodes.length; at++) {
        for (const { to } of this.edges[nodes[at] as number] ?? []) {
          if (seen[to]) continue
          seen[to] = 1
          nodes.push(to)
        }
      }
      found.push(nodes)
    }
    return found
  }

  /** The way between the two nodes that are farthest from each other. */
  longestWay(nodes: readonly number[]): Line {
    const first = this.#ways(nodes[0] as number).farthest
    const { farthest, before } = this.#ways(first)
    const parts: Line[] = []
    for (let at = farthest; at !== first; ) {
      const step = before.get(at)
      if (!step) break
      const way = step.line ?? [this.points[step.from] as Position, this.points[at] as Position]
      parts.unshift(way)
      at = step.from
    }
    if (parts.length === 0) return this.#loop(nodes)
    return parts.flatMap((line, index) => (index === 0 ? [...line] : line.slice(1)))
  }

  /** A road that begins and ends at one node, such as a loop of one line. */
  #loop(nodes: readonly number[]): Line {
    const lines = nodes.flatMap((node) => this.edges[node] ?? []).flatMap(({ line }) => (line ? [line] : []))
    return lines.reduce((longest, line) => (lengthOf(line) > lengthOf(longest) ? line : longest), lines[0] ?? [])
  }

  /** Shortest ways from a node (Dijkstra). */
  #ways(start: number) {
    const distance = new Map([[start, 0]])
    const before = new Map<number, { from: number; line: Line | null }>()
    const open = new Set([start])
    let farthest = start
    const done = new Set<number>()
    while (open.size > 0) {
      let node = -1
      for (const candidate of open) {
        if (node === -1 || (distance.get(candidate) ?? 0) < (distance.get(node) ?? 0)) node = candidate
      }
      open.delete(node)
      done.add(node)
      const here = distance.get(node) ?? 0
      if (here > (distance.get(farthest) ?? 0)) farthest = node
      for (const { to, length, line } of this.edges[node] ?? []) {
        if (done.has(to) || here + length >= (distance.get(to) ?? Number.POSITIVE_INFINITY)) continue
        distance.set(to, here + length)
        before.set(to, { from: node, line })
        open.add(to)
      }
    }
    return { farthest, before }
  }
}
