import type { Line, Point } from './lines.ts'
import type { Street } from './streets.ts'

/** In Web Mercator, about the latitude of Korea. */
const METRE = 1 / 32_000_000
/** Points of different tracks this near to each other are connected, at a cost. */
const GAP = 30 * METRE
const GAP_COST = 5
const STEP = 40 * METRE
/** A station lies this near to its tracks. */
const STATION = 500 * METRE
/** A course longer than this many times the straight one belongs to another line. */
const DETOUR = 1.8
const RAILS = new Set(['rail', 'subway', 'light_rail', 'monorail'])

type Node = { at: Point; next: Map<Node, number> }

/** Tracks as a graph, in which the course of a metro line is found. */
export class RailNetwork {
  private readonly cells = new Map<string, Node[]>()

  constructor(streets: readonly Street[]) {
    for (const { line } of streets.filter(({ kind }) => RAILS.has(kind))) {
      let before: Node | null = null
      for (const at of dense(line)) {
        const node: Node = this.nodeAt(at)
        if (before && before !== node) connect(before, node, distance(before.at, at))
        before = node
      }
      for (const end of [line[0], line.at(-1)] as Point[]) {
        const node = this.nodeAt(end)
        for (const near of this.near(end, GAP))
          if (near !== node) connect(node, near, GAP_COST * distance(near.at, end))
      }
    }
  }

  /** The course through these stops in order, and where on it each stop lies. */
  courseThrough(stops: readonly Point[]): { line: Line; stops: Point[] } {
    let from: Node | null = null
    const line: Line = []
    const reached: Point[] = []
    for (const [index, stop] of stops.entries()) {
      const before = stops[index - 1]
      const path = before ? this.pathOn(from, before, stop) : null
      if (path) {
        if (!from && line.length > 0) reached[index - 1] = line[line.length - 1] = (path[0] as Node).at
        line.push(...path.map(({ at }) => at))
        from = path.at(-1) as Node
      } else {
        line.push(stop)
        from = null
      }
      reached.push(line.at(-1) as Point)
    }
    return { line, stops: reached }
  }

  /** A path that goes on from where the line has come, or else from any track at the stop before. */
  private pathOn(from: Node | null, before: Point, stop: Point): Node[] | null {
    return (from && this.pathTo([from], before, stop)) ?? this.pathTo(this.near(before, STATION), before, stop)
  }

  /** The shortest path from one of the nodes to one beside the stop; its end's distance from the stop counts twice. */
  private pathTo(starts: readonly Node[], before: Point, stop: Point): Node[] | null {
    const farthest = DETOUR * distance(before, stop) + 2 * STATION
    const costs = new Map(starts.map((node) => [node, 2 * distance(node.at, before)]))
    const previous = new Map<Node, Node>()
    const open = new Set(starts)
    const done = new Set<Node>()
    let best: { node: Node; cost: number } | null = null
    while (open.size > 0) {
      let node: Node | undefined
      for (const one of open) if (!node || (costs.get(one) as number) < (costs.get(node) as number)) node = one
      if (!node) break
      open.delete(node)
      done.add(node)
      const cost = costs.get(node) as number
      if (cost > farthest || (best && cost > best.cost)) break
      const away = distance(node.at, stop)
      if (away < STATION && (!best || cost + 2 * away < best.cost)) best = { node, cost: cost + 2 * away }
      for (const [next, length] of node.next) {
        if (done.has(next) || cost + length >= (costs.get(next) ?? Number.POSITIVE_INFINITY)) continue
        costs.set(next, cost + length)
        previous.set(next, node)
        open.add(next)
      }
    }
    return best && pathBackFrom(best.node, previous)
  }

  private nodeAt(at: Point): Node {
    const cell = this.cell(at)
    const known = cell.find((node) => distance(node.at, at) < METRE)
    if (known) return known
    const node: Node = { at, next: new Map() }
    cell.push(node)
    return node
  }

  private near(at: Point, within: number): Node[] {
    const reach = Math.ceil(within / GAP)
    const steps = Array.from({ length: 2 * reach + 1 }, (_, index) => (index - reach) * GAP)
    return steps
      .flatMap((x) => steps.flatMap((y) => this.cells.get(keyOf([at[0] + x, at[1] + y])) ?? []))
      .filter((node) => distance(node.at, at) <= within)
  }

  private cell(at: Point): Node[] {
    const key = keyOf(at)
    const cell = this.cells.get(key) ?? []
    this.cells.set(key, cell)
    return cell
  }
}

/** The line with a point at least every `STEP`, so that an end beside it finds one. */
function dense(line: Line): Line {
  return line.flatMap((to, index) => {
    const from = line[index - 1]
    if (!from) return [to]
    const steps = Math.ceil(distance(from, to) / STEP)
    return Array.from({ length: steps }, (_, step): Point => {
      const part = (step + 1) / steps
      return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]
    })
  })
}

function keyOf([x, y]: Point): string {
  return `${Math.floor(x / GAP)},${Math.floor(y / GAP)}`
}

function connect(one: Node, other: Node, length: number): void {
  one.next.set(other, Math.min(length, one.next.get(other) ?? length))
  other.next.set(one, Math.min(length, other.next.get(one) ?? length))
}

function pathBackFrom(end: Node, previous: ReadonlyMap<Node, Node>): Node[] {
  const path = [end]
  for (let node = previous.get(end); node; node = previous.get(node)) path.unshift(node)
  return path
}

function distance([x, y]: Point, [otherX, otherY]: Point): number {
  return Math.hypot(x - otherX, y - otherY)
}
