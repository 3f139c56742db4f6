import { metresBetween } from '../../../rules/position.ts'
import type { Place } from './sources.ts'

/**
 * The station of that name; of several, the one of the line, or the nearest to the line.
 * @throws {Error} when there is none
 */
export function findStation(stations: readonly Place[], line: string, stop: string): Place {
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
