import { distanceLabel } from './location-text.ts'
import { metresBetween, type Position } from './position.ts'

/** Directions clockwise from north, each an eighth of the circle. */
const COMPASS = ['북', '북동', '동', '남동', '남', '남서', '서', '북서'] as const

/** '북동쪽'. */
function directionLabel(from: Position, to: Position): string {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  const eighths = Math.round((Math.atan2(east, to.lat - from.lat) / Math.PI) * 4)
  return `${COMPASS[(eighths + COMPASS.length) % COMPASS.length]}쪽`
}

/** '망원역에서 북동쪽으로 350m', '망원역에서 10m 이내'. `step` as for `distanceLabel`. */
export function bearingLabel(known: Position & { name: string }, to: Position, step: number): string {
  const metres = metresBetween(known, to)
  const direction = metres < step ? '' : `${directionLabel(known, to)}으로 `
  return `${known.name}에서 ${direction}${distanceLabel(metres, step)}`
}
