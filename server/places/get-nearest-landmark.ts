import type { Landmark, QueryGetNearestLandmarkArgs } from '#contract/schema.gen.ts'
import { landmarkKind, positionSchema } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import type { OperationContext } from '../context.ts'
import { checkInput } from '../errors.ts'
import { nearestLandmarks } from './get-landmark.ts'

/** A station this near, in metres, says more than a market or a sight that is nearer: people know where stations are. */
const NEAR_STATION = 1000

/** Nobody would describe a place by a landmark farther away than this, in metres. */
const FARTHEST = 3000

/** The one by which people would describe a position; null if none is near. @throws {AppError} BAD_USER_INPUT */
export async function getNearestLandmark(
  { db }: OperationContext,
  args: QueryGetNearestLandmarkArgs,
): Promise<Landmark | null> {
  const position = checkInput(positionSchema, args)
  const nearest = await nearestLandmarks(db, position)
  const landmarks = nearest
    .map((row) => ({ ...row, distance: Math.round(metresBetween(position, row)) }))
    .filter(({ distance }) => distance <= FARTHEST)
  const station = landmarks.find(
    ({ category, distance }) => landmarkKind(category) === 'station' && distance <= NEAR_STATION,
  )
  const found = station ?? landmarks[0]
  if (!found) return null
  const { name, lat, lng, distance } = found
  return { name, position: { lat, lng }, distance }
}
