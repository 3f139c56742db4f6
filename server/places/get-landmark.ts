import { sql } from 'kysely'
import type { NamedLandmark, QueryGetLandmarkArgs } from '#contract/schema.gen.ts'
import { landmarkKind, landmarkSchema, samePlace } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { checkInput } from '../errors.ts'
import { areaName, areaNames } from './address.ts'
import { isLandmark } from './find-imported-places.ts'

const COMPARED = 20

/** URLs of pages round the position to some 100 metres. @throws {AppError} BAD_USER_INPUT */
export async function getLandmark({ db }: OperationContext, args: QueryGetLandmarkArgs): Promise<NamedLandmark | null> {
  const { name, ...position } = checkInput(landmarkSchema, args)
  const nearest = await nearestLandmarks(db, position)
  const found = nearest.find((row) => row.name === name && metresBetween(position, row) <= samePlace.venue)
  return found ? presentLandmark(found, true) : null
}

type Row = Readonly<{ name: string; category: string | null; address: string; lat: number; lng: number }>

/** The nearest first. */
export async function nearestLandmarks(db: Queryable, { lat, lng }: Position): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select name, category, coalesce(road_address, address, '') as address, lat, lng from places
    where ${isLandmark}
    order by map_point(lat, lng) <-> map_point(${lat}, ${lng}) limit ${sql.lit(COMPARED)}`.execute(db)
  return rows
}

export function presentLandmark({ name, category, address, lat, lng }: Row, named: boolean): NamedLandmark | null {
  const kind = landmarkKind(category)
  if (!kind) return null
  const { province, district } = areaNames(address)
  const area = [areaName(province), district].filter(Boolean).join(' ')
  return { name, kind, area, position: { lat, lng }, named }
}
