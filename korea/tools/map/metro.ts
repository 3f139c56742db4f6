import { findStation } from '../bundle/find-station.ts'
import type { Place } from '../bundle/sources.ts'
import { type Line, type Point, toWorld } from './lines.ts'
import { RailNetwork } from './rail-network.ts'
import type { Bundle } from './read-bundle.ts'
import type { Street } from './streets.ts'

export type Metro = {
  lines: { name: string; color: string; line: Line }[]
  stations: { name: string; at: Point; color: string; isInterchange: boolean }[]
}

/**
 * Every metro line along the tracks between its stations, or straight where the tracks are missing. Stations lie on the
 * line.
 * @throws {Error} when a line names a missing station
 */
export function metroOf({ places, lines }: Bundle, streets: readonly Street[]): Metro {
  const known = places.filter(([, category]) => category === '지하철역')
  const network = new RailNetwork(streets)
  const drawn: Metro['lines'] = []
  const stations = new Map<Place, { at: Point; colors: Set<string> }>()
  for (const { name, color, routes } of lines) {
    for (const route of routes) {
      const stops = route.split(' ').map((stop) => findStation(known, name, stop))
      const course = network.courseThrough(stops.map(([, , , lat, lng]) => toWorld(lat, lng)))
      drawn.push({ name, color, line: course.line })
      for (const [index, stop] of stops.entries()) {
        const station = stations.get(stop) ?? { at: course.stops[index] as Point, colors: new Set() }
        station.colors.add(color)
        stations.set(stop, station)
      }
    }
  }
  return { lines: drawn, stations: [...stations].map(([[name], { at, colors }]) => ({ name, at, ...ringOf(colors) })) }
}

function ringOf(colors: ReadonlySet<string>): { color: string; isInterchange: boolean } {
  return { color: [...colors][0] ?? '', isInterchange: colors.size > 1 }
}
