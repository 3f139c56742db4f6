import { sql } from 'kysely'
import { PLACE_REACH } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Queryable } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { fullName } from '../../places/place-text.ts'
import { type VenuePlace, venueName } from './venue-place.ts'

/** Number of imported places around a pin whose names are compared. */
const COMPARED = 40

/** An imported place; `key` is its source's permanent id. */
export type Shop = Position & Readonly<{ key: string }>

type Row = Position & { n: number; source: string; source_key: string; name: string; branch: string | null }

/** For each place the nearest imported place of its name within `PLACE_REACH`; null if there is none. */
export async function findShops(
  db: Queryable,
  places: readonly Pick<VenuePlace, 'nameKey' | 'at'>[],
): Promise<(Shop | null)[]> {
  if (places.every(({ at }) => at === null)) return places.map(() => null)
  const { rows } = await sql<Row>`${prepared}
    select w.n, s.key as source, p.source_key, p.name, p.branch, p.lat, p.lng
    from unnest(${places.map(({ at }) => at?.lat ?? null)}::float8[], ${places.map(({ at }) => at?.lng ?? null)}::float8[])
      with ordinality w (lat, lng, n)
    cross join lateral (
      select *, map_point(lat, lng) <-> map_point(w.lat, w.lng) as away from places
      order by map_point(lat, lng) <-> map_point(w.lat, w.lng) limit ${sql.lit(COMPARED)}
    ) p
    join place_sources s on s.id = p.source_id
    where w.lat is not null
    order by w.n, p.away`.execute(db)
  const around = Map.groupBy(rows, ({ n }) => n - 1)
  return places.map(({ nameKey, at }, index) => {
    const shop = around
      .get(index)
      ?.find(
        (row) => venueName(fullName(row.name, row.branch)) === nameKey && at && metresBetween(at, row) <= PLACE_REACH,
      )
    return shop ? { lat: shop.lat, lng: shop.lng, key: `${shop.source}/${shop.source_key}` } : null
  })
}
