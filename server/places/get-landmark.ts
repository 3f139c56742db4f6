import { sql } from 'kysely'
import type { NamedLandmark, QueryGetLandmarkArgs } from '#contract/schema.gen.ts'
import { landmarkKind, landmarkSchema, samePlace } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import type { OperationContext } from '../context.ts'
import { checkInput } from '../errors.ts'
import { areaName, areaNames } from './address.ts'
import { isLandmark } from './find-imported-places.ts'

const COMPARED = 20

/** URLs of pages round the position to some 100 metres. @throws {AppError} BAD_USER_INPUT */
export async function getLandmark({ db }: OperationContext, args: QueryGetLandmarkArgs): Promise<NamedLandmark | null> {
  const { name, ...position } = checkInput(landmarkSchema, args)
  const { rows } = await sql<{ name: string; category: string; address: string; lat: number; lng: number }>`
    select name, category, coalesce(road_address, address, '') as address, lat, lng from places
    where ${isLandmark}
    order by map_point(lat, lng) <-> map_point(${position.lat}, ${position.lng}) limit ${sql.lit(COMPARED)}`.execute(db)
  const found = rows.find((row) => row.name === name && metresBetween(position, row) <= samePlace.venue)
  return found ? presentLandmark(found, true) : null
}

type Row = Readonly<{ name: string; category: string | null; address: string; lat: number; lng: number }>

export function presentLandmark({ name, category, address, lat, lng }: Row, named: boolean): NamedLandmark | null {
  const kind = landmarkKind(category)
  if (!kind) return null
  const { province, district } = areaNames(address)
  const area = [areaName(province), district].filter(Boolean).join(' ')
  return { name, kind, area, position: { lat, lng }, named }
}
