import { sql } from 'kysely'
import type {
  Landmark,
  NamedLandmark,
  QueryGetLandmarkArgs,
  QueryGetNearestLandmarkArgs,
} from '#contract/schema.gen.ts'
import { foldText } from '#rules/normal-form.ts'
import { landmarkKind, landmarkSchema, positionSchema, samePlaceMetres } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { checkInput } from '../../platform/errors.ts'
import { shortAreaName, splitAreaNames } from './address.ts'
import { isLandmark } from './find-places.ts'

const COMPARED = 20

/** The landmark of this name near a position, which URLs round to some 100 metres. @throws {AppError} BAD_USER_INPUT */
export async function getLandmark({ db }: OperationContext, args: QueryGetLandmarkArgs): Promise<NamedLandmark | null> {
  const { name, ...position } = checkInput(landmarkSchema, args)
  const nearest = await nearestLandmarks(db, position)
  const found = nearest.find(
    (row) => foldText(row.name) === name && metresBetween(position, row) <= samePlaceMetres.venue,
  )
  return found ? presentLandmark(found, true) : null
}

type Row = Readonly<{ name: string; category: string | null; address: string; lat: number; lng: number }>

/** Landmarks around a position, the nearest first. */
async function nearestLandmarks(db: Queryable, { lat, lng }: Position): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select name, category, coalesce(road_address, address, '') as address, lat, lng from places
    where ${isLandmark}
    order by map_point(lat, lng) <-> map_point(${lat}, ${lng}) limit ${sql.lit(COMPARED)}`.execute(db)
  return rows
}

/** A landmark for the API; `named` tells whether a keyword names it, rather than only the beginning of its name. */
export function presentLandmark({ name, category, address, lat, lng }: Row, named: boolean): NamedLandmark | null {
  const kind = landmarkKind(category)
  if (!kind) return null
  const { province, district } = splitAreaNames(address)
  const area = [shortAreaName(province), district].filter(Boolean).join(' ')
  return { name, kind, area, position: { lat, lng }, named }
}

/** Metres within which a station is preferred to a nearer market or sight: people know stations. */
const NEAR_STATION = 1000

/** Metres beyond which a landmark does not describe a place. */
const FARTHEST = 3000

/** The landmark by which a position is described; null if none is near. @throws {AppError} BAD_USER_INPUT */
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
