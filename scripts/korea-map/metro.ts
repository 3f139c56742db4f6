import { type MetroFile, toWorld, WHOLE_BITS } from '#rules/korea-map.ts'
import { metresBetween } from '#rules/position.ts'
import type { MetroLine, Place } from '../korea/sources.ts'
import { encodePoint } from './encode.ts'

/** Stops of line 9 farther apart than this, in metres, have stations in between that the data lack: 김포공항 to 당산. */
const GAP = 6000
const LINES_WITH_GAPS: readonly string[] = ['9호선']

/**
 * Every line through its stations in order.
 * @throws {Error} when a line names a missing station
 */
export function metroOf(places: readonly Place[], lines: readonly MetroLine[]): MetroFile {
  const known = places.filter(([, category]) => category === '지하철역')
  const routesOf = ({ name, routes }: MetroLine) =>
    routes.flatMap((route) => {
      const stops = route.split(' ').map((stop) => findStation(known, name, stop))
      return LINES_WITH_GAPS.includes(name) ? splitAtGaps(stops) : [stops]
    })
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

/** Of several stations of that name the one of the line, or the nearest to the line. */
function findStation(stations: readonly Place[], line: string, stop: string): Place {
  const ofLine = stations.filter(([, , , , , lines]) => lines.split(',').includes(line))
  const named = stations.filter(([name]) => name === `${stop}역`)
  const away = (place: Place) => Math.min(...ofLine.map((other) => distanceBetween(place, other)))
  const found =
    named.find((place) => ofLine.includes(place)) ?? named.toSorted((one, other) => away(one) - away(other))[0]
  if (!found) throw new Error(`korea/metro-lines.json: ${line} has no station ${stop}.`)
  return found
}

function distanceBetween([, , , lat, lng]: Place, [, , , otherLat, otherLng]: Place): number {
  return metresBetween({ lat, lng }, { lat: otherLat, lng: otherLng })
}

/** A single station is not a piece. */
function splitAtGaps(stops: readonly Place[]): Place[][] {
  const pieces: Place[][] = [[]]
  stops.forEach((stop, index) => {
    const before = stops[index - 1]
    if (before && distanceBetween(before, stop) > GAP) pieces.push([])
    pieces.at(-1)?.push(stop)
  })
  return pieces.filter(({ length }) => length > 1)
}
