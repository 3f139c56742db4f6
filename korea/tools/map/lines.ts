/** Lines and rings in Web Mercator; the world has width 1. A ring's last point equals its first. */
export type Point = readonly [x: number, y: number]
export type Line = Point[]

/** A rectangle in Web Mercator. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** A position in Web Mercator; the world has width 1. */
export function toWorld(lat: number, lng: number): [x: number, y: number] {
  const radians = (lat * Math.PI) / 180
  return [(lng + 180) / 360, 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)]
}

/** The inverse, in steps of 0.00001 degrees. */
export function toDegrees([x, y]: Point): { lat: number; lng: number } {
  const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const lat = (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90
  return { lat: rounded(lat), lng: rounded(x * 360 - 180) }
}

/** Simplifies a line: drops points within `tolerance` of it (Douglas and Peucker). Its ends stay. */
export function simplify(line: Line, tolerance: number): Line {
  if (tolerance === 0 || line.length < 3) return line
  const isKept = new Uint8Array(line.length)
  isKept[0] = isKept[line.length - 1] = 1
  const parts: [number, number][] = [[0, line.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part
    const { index, distance } = farthest(line, from, to)
    if (distance <= tolerance) continue
    isKept[index] = 1
    parts.push([from, index], [index, to])
  }
  return line.filter((_point, index) => isKept[index])
}

function farthest(line: Line, from: number, to: number): { index: number; distance: number } {
  let found = { index: from, distance: 0 }
  for (let index = from + 1; index < to; index++) {
    const distance = distanceToSegment(line[index] as Point, line[from] as Point, line[to] as Point)
    if (distance > found.distance) found = { index, distance }
  }
  return found
}

function distanceToSegment([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [right, down] = [toX - fromX, toY - fromY]
  const length = right * right + down * down
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * right + (y - fromY) * down) / length))
  return Math.hypot(x - fromX - part * right, y - fromY - part * down)
}

/** Joins lines at their common ends where there is no choice and no loop. */
export function joinLines(lines: readonly Line[]): Line[] {
  const keyOf = ([x, y]: Point) => `${x},${y}`
  const ends = new Map<string, Set<Line>>()
  const endsOf = (line: Line) => [line[0], line.at(-1)].map((end) => keyOf(end as Point))
  const register = (line: Line) => {
    for (const key of endsOf(line)) ends.set(key, (ends.get(key) ?? new Set()).add(line))
  }
  const forget = (line: Line) => {
    for (const key of endsOf(line)) ends.get(key)?.delete(line)
  }
  const left = new Set(lines)
  for (const line of lines) register(line)
  for (const key of [...ends.keys()]) {
    const meeting = [...(ends.get(key) ?? [])]
    const [one, other] = meeting
    if (meeting.length !== 2 || !one || !other) continue
    const first = keyOf(one.at(-1) as Point) === key ? one : one.toReversed()
    const second = keyOf(other[0] as Point) === key ? other : other.toReversed()
    for (const line of meeting) {
      forget(line)
      left.delete(line)
    }
    const joined = [...first, ...second.slice(1)]
    left.add(joined)
    register(joined)
  }
  return [...left]
}

export function isClosed(line: Line): boolean {
  const [first, last] = [line[0], line.at(-1)]
  return Boolean(first && last && first[0] === last[0] && first[1] === last[1])
}

export function areaOf(ring: Line): number {
  return Math.abs(signedArea(ring))
}

/** Positive for a ring that runs clockwise on a map. */
export function signedArea(ring: Line): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[index + 1] ?? (ring[0] as Point)
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
}
