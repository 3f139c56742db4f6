import { type MetroFile, WHOLE_BITS } from '#rules/korea-map.ts'
import type { MapName } from './decode.ts'

export type Station = MapName & {
  /** Number of lines that stop here. */
  lines: number
}
export type Route = { color: string; stops: Station[] }
export type Metro = { stations: Station[]; routes: Route[] }

/** Decodes the metro's file: stations with their number of lines, and routes through them. */
export function readMetro({ stations, lines }: MetroFile): Metro {
  let [right, down] = [0, 0]
  const known = stations.map(([name, x, y]): Station => {
    right += x
    down += y
    return { name, x: right / 2 ** WHOLE_BITS, y: down / 2 ** WHOLE_BITS, lines: 0 }
  })
  const routes = lines.flatMap(({ color, routes }) => {
    const stops = routes.map((route) => route.flatMap((index) => known[index] ?? []))
    for (const station of new Set(stops.flat())) station.lines += 1
    return stops.map((route) => ({ color, stops: route }))
  })
  return { stations: known, routes }
}
