import type { Position } from '#rules/position.ts'

export type Line = readonly Position[]

const METRES_PER_DEGREE = 111_195

/** Distance in metres on a plane, exact to a few centimetres along a road. */
export function metres(a: Position, b: Position): number {
  const east = (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(b.lat - a.lat, east) * METRES_PER_DEGREE
}

/** Length of a line in metres. */
export function lengthOf(line: Line): number {
  return line.reduce((sum, point, index) => sum + (index === 0 ? 0 : metres(line[index - 1] as Position, point)), 0)
}

/** The point of a line nearest to a position: metres between the two, metres from the start of the line, and the position's side. */
export type Projection = Readonly<{
  away: number
  along: number
  isLeft: boolean
}>

export function project(line: Line, point: Position): Projection {
  const scale = Math.cos((point.lat * Math.PI) / 180)
  let nearest: Projection = { away: Number.POSITIVE_INFINITY, along: 0, isLeft: false }
  let before = 0
  for (let index = 1; index < line.length; index++) {
    const [a, b] = [line[index - 1] as Position, line[index] as Position]
    const [dx, dy] = [(b.lng - a.lng) * scale, b.lat - a.lat]
    const [px, py] = [(point.lng - a.lng) * scale, point.lat - a.lat]
    const square = dx * dx + dy * dy
    const share = square === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / square))
    const away = Math.hypot(px - share * dx, py - share * dy) * METRES_PER_DEGREE
    const length = Math.sqrt(square) * METRES_PER_DEGREE
    if (away < nearest.away) nearest = { away, along: before + share * length, isLeft: dx * py - dy * px > 0 }
    before += length
  }
  return nearest
}

/** Decodes the encoded polyline format of precision 5. */
export function decodePolyline(text: string): Position[] {
  const points: Position[] = []
  let [lat, lng, index] = [0, 0, 0]
  const next = () => {
    let [value, shift, byte] = [0, 0, 0]
    do {
      byte = text.charCodeAt(index++) - 63
      value |= (byte & 31) << shift
      shift += 5
    } while (byte >= 32)
    return value & 1 ? ~(value >> 1) : value >> 1
  }
  while (index < text.length) {
    lat += next()
    lng += next()
    points.push({ lat: lat / 1e5, lng: lng / 1e5 })
  }
  return points
}

export function encodePolyline(line: Line): string {
  let [text, lat, lng] = ['', 0, 0]
  const write = (difference: number) => {
    let value = difference < 0 ? ~(difference << 1) : difference << 1
    for (; value >= 32; value >>= 5) text += String.fromCharCode((32 | (value & 31)) + 63)
    text += String.fromCharCode(value + 63)
  }
  for (const point of line) {
    const [y, x] = [Math.round(point.lat * 1e5), Math.round(point.lng * 1e5)]
    write(y - lat)
    write(x - lng)
    ;[lat, lng] = [y, x]
  }
  return text
}

/** Leaves out points that are at most `tolerance` metres from the resulting line (Douglas–Peucker). */
export function simplify(line: Line, tolerance: number): Position[] {
  if (line.length < 3) return [...line]
  const [first, last] = [line[0] as Position, line.at(-1) as Position]
  let [farthest, index] = [tolerance, 0]
  for (let at = 1; at < line.length - 1; at++) {
    const { away } = project([first, last], line[at] as Position)
    if (away > farthest) [farthest, index] = [away, at]
  }
  if (index === 0) return [first, last]
  return [...simplify(line.slice(0, index + 1), tolerance).slice(0, -1), ...simplify(line.slice(index), tolerance)]
}

export type Box = Readonly<{ south: number; west: number; north: number; east: number }>

export function boxOf(line: Line): Box {
  const [lats, lngs] = [line.map(({ lat }) => lat), line.map(({ lng }) => lng)]
  return { south: Math.min(...lats), west: Math.min(...lngs), north: Math.max(...lats), east: Math.max(...lngs) }
}

/** The point `along` metres from the start of a line and `left` metres to its left. */
export function pointAt(line: Line, along: number, left = 0): Position {
  let before = 0
  for (let index = 1; index < line.length; index++) {
    const [a, b] = [line[index - 1] as Position, line[index] as Position]
    const length = metres(a, b)
    if (before + length >= along || index === line.length - 1) {
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, (along - before) / length))
      const scale = Math.cos((a.lat * Math.PI) / 180)
      const [north, east] = [b.lat - a.lat, (b.lng - a.lng) * scale]
      const degrees = left / METRES_PER_DEGREE / (Math.hypot(north, east) || 1)
      return {
        lat: a.lat + north * share + east * degrees,
        lng: a.lng + (b.lng - a.lng) * share - (north * degrees) / scale,
      }
    }
    before += length
  }
  return line[0] as Position
}
