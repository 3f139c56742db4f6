import { sql } from 'kysely'
import { PLACE_REACH } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Queryable } from '../../db/connect.ts'
import { fullName } from '../../places/place-text.ts'
import { venueName } from './venue-place.ts'

/** Number of imported places around a pin whose names are compared. */
const COMPARED = 40

/** An imported place; `key` is its source's permanent id. */
export type Shop = Position & Readonly<{ key: string }>

/** The nearest imported place of that name within `PLACE_REACH`; null when there is none. */
export async function findShop(db: Queryable, nameKey: string, at: Position): Promise<Shop | null> {
  const { rows } = await sql<Position & { source: string; source_key: string; name: string; branch: string | null }>`
    select s.key as source, p.source_key, p.name, p.branch, p.lat, p.lng from (
      select * from places order by map_point(lat, lng) <-> map_point(${at.lat}, ${at.lng}) limit ${sql.lit(COMPARED)}
    ) p join place_sources s on s.id = p.source_id
    order by map_point(p.lat, p.lng) <-> map_point(${at.lat}, ${at.lng})`.execute(db)
  const shop = rows.find(
    (row) => venueName(fullName(row.name, row.branch)) === nameKey && metresBetween(at, row) <= PLACE_REACH,
  )
  return shop ? { lat: shop.lat, lng: shop.lng, key: `${shop.source}/${shop.source_key}` } : null
}
