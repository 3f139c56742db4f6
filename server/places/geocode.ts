import { sql } from 'kysely'
import type { GeocodeResult, QueryGeocodeArgs } from '#contract/schema.gen.ts'
import { geocodeSchema, type Precision, precisionLabels } from '#rules/places.ts'
import type { Position } from '#rules/position.ts'
import { HOUSE_NUMBER } from '#rules/precision.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { checkInput } from '../errors.ts'
import { addressWords } from './address.ts'
import { findArea } from './areas/match-area.ts'

type Located = Position & Readonly<{ address: string; precision: Precision }>

/**
 * The position of the longest known part of an address, and its precision; null if no part is known.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function geocode(context: OperationContext, args: QueryGeocodeArgs): Promise<GeocodeResult | null> {
  const words = addressWords(checkInput(geocodeSchema, args).address)
  const located =
    (await findBuilding(context.db, words)) ??
    (await findRoad(context.db, words)) ??
    (await findArea(context.db, words))
  if (!located) return null
  return {
    position: { lat: located.lat, lng: located.lng },
    address_name: located.address,
    precision: located.precision,
    precision_label: precisionLabels[located.precision],
  }
}

const ROAD = /(?:로|길)$/

/** Any imported place in that building. */
async function findBuilding(db: Queryable, words: readonly string[]): Promise<Located | null> {
  const end = words.findIndex((word, index) => index > 0 && HOUSE_NUMBER.test(word))
  if (end === -1) return null
  const address = words
    .slice(0, end + 1)
    .join(' ')
    .replace(/번지$/, '')
  const { rows } = await sql<Position>`
    (select lat, lng from places where road_address collate "C" = ${address} limit 1)
    union all
    (select lat, lng from places where address collate "C" = ${address} limit 1)
    limit 1`.execute(db)
  return rows[0] ? { ...rows[0], address, precision: 'building' } : null
}

/** The imported place in the middle of the road: a road bends, so the mean may lie beside it. */
async function findRoad(db: Queryable, words: readonly string[]): Promise<Located | null> {
  const end = words.findIndex((word, index) => index > 0 && ROAD.test(word))
  if (end === -1) return null
  const address = words.slice(0, end + 1).join(' ')
  const { rows } = await sql<Position>`
    with on_road as materialized (
      select lat, lng, row_number() over (order by road_address collate "C") as place from (
        select lat, lng, road_address from places
        where road_address collate "C" > ${`${address} `} and road_address collate "C" < ${`${address}!`} limit 200
      ) listed
    )
    select lat, lng from on_road order by place offset (select count(*) / 2 from on_road) limit 1`.execute(db)
  return rows[0] ? { ...rows[0], address, precision: 'road' } : null
}
