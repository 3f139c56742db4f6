import { gzipSync } from 'node:zlib'
import { type Box, placeTilesAt, squareFile, squaresIn, tileKindAt, toWorld, wholeFilesAt } from '#rules/korea-map.ts'
import { boxOf, type Frame, worldWidth } from '#web/map/leaflet/korea/frame.ts'

/** Views that people look at: the largest cities and the coasts with the most islands. */
const cities = {
  서울: [37.55, 126.99],
  강남: [37.5, 127.05],
  인천: [37.45, 126.7],
  부산: [35.16, 129.06],
  대구: [35.87, 128.6],
  대전: [36.35, 127.38],
  광주: [35.16, 126.85],
  목포: [34.6, 126.2],
  여수: [34.7, 127.7],
  통영: [34.8, 128.4],
  제주: [33.45, 126.55],
} as const

const WIDE = { width: 1280, height: 736 }

/** The map of a wide window over each city at every zoom. */
export const views = Object.entries(cities).flatMap(([city, [lat, lng]]) =>
  Array.from({ length: 13 }, (_, step) => {
    const zoom = 5 + step
    const frame = frameAround(lat, lng, zoom, WIDE)
    return { city, zoom, frame, box: boxOf(frame) }
  }),
)

export function frameAround(lat: number, lng: number, zoom: number, size: { width: number; height: number }): Frame {
  const [x, y] = toWorld(lat, lng).map((part) => part * worldWidth({ zoom })) as [number, number]
  return { left: x - size.width / 2, top: y - size.height / 2, ...size, zoom }
}

/** The position of a point in Web Mercator; the world has width 1. */
export function toDegrees(x: number, y: number): { lat: number; lng: number } {
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lng: x * 360 - 180 }
}

/** Gzipped bytes of each file. */
export function gzippedSizes(files: ReadonlyMap<string, string>): Map<string, number> {
  return new Map([...files].map(([name, content]) => [name, gzipSync(content, { level: 9 }).length]))
}

/** Bytes loaded by a view of this box. */
export function bytesOfView(sizes: ReadonlyMap<string, number>, box: Box, zoom: number): number {
  const squares = [tileKindAt(zoom), placeTilesAt(zoom)].flatMap((kind) =>
    kind ? squaresIn(box, kind.zoom).map(({ x, y }) => squareFile(kind, x, y)) : [],
  )
  return [...wholeFilesAt(zoom), ...squares].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
}
