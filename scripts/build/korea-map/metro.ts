import { type MetroFile, toWorld, WHOLE_BITS } from '#rules/korea-map.ts'
import { findStation } from '../../korea-bundle/find-station.ts'
import type { MetroLine, Place } from '../../korea-bundle/sources.ts'
import { encodePoint } from './encode.ts'

/**
 * Every line through its stations in order.
 * @throws {Error} when a line names a missing station
 */
export function metroOf(places: readonly Place[], lines: readonly MetroLine[]): MetroFile {
  const known = places.filter(([, category]) => category === '지하철역')
  const routesOf = ({ name, routes }: MetroLine) =>
    routes.map((route) => route.split(' ').map((stop) => findStation(known, name, stop)))
  const drawn = lines.map((line) => ({ name: line.name, color: line.color, routes: routesOf(line) }))
  // In the order of the lines, so that the steps between stations are small.
  const stations = [...new Set(drawn.flatMap(({ routes }) => routes.flat()))]
  return {
    stations: encodeStations(stations),
    lines: drawn.map((line) => ({
      ...line,
      routes: line.routes.map((route) => route.map((stop) => stations.indexOf(stop))),
    })),
  }
}

function encodeStations(stations: readonly Place[]): MetroFile['stations'] {
  let before: readonly [number, number] = [0, 0]
  return stations.map(([name, , , lat, lng]) => {
    const at = encodePoint(toWorld(lat, lng), { corner: [0, 0], bits: WHOLE_BITS })
    const steps = [at[0] - before[0], at[1] - before[1]] as const
    before = at
    return [name.replace(/역$/, ''), ...steps]
  })
}
