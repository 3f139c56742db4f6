import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { placeText } from '../place-text.ts'

/** A place as given by a source. */
export type NewPlace = Readonly<{
  /** The source's own id of it. */
  key: string
  name: string
  branch: string | null
  category: string | null
  roadAddress: string | null
  address: string | null
  /** Other search terms, separated by commas: a station's lines. */
  tags: string | null
  /** The searchable name of the area. */
  area: string
  lat: number
  lng: number
}>

/** Adds new places and updates existing ones of the source; unchanged rows are not written again. */
export async function writePlaces(db: Queryable, sourceId: number, places: readonly NewPlace[]): Promise<void> {
  if (places.length === 0) return
  const rows = [...new Map(places.map((place) => [place.key, place])).values()].map((place) => ({
    ...place,
    ...placeText(place),
  }))
  await sql`
    insert into places
      (source_id, source_key, name, branch, category, tags, road_address, address, lat, lng, normal, grams)
    select ${sourceId}, key, name, branch, category, tags, "roadAddress", address, lat, lng, normal, grams
    from json_to_recordset(${JSON.stringify(rows)}) as row(key text, name text, branch text, category text,
      tags text, "roadAddress" text, address text, lat double precision, lng double precision, normal text, grams text[])
    on conflict (source_id, source_key) do update set name = excluded.name, branch = excluded.branch,
      category = excluded.category, tags = excluded.tags, road_address = excluded.road_address, address = excluded.address,
      lat = excluded.lat, lng = excluded.lng, normal = excluded.normal, grams = excluded.grams
    where (places.name, places.branch, places.category, places.road_address, places.address, places.lat, places.lng,
      places.normal) is distinct from (excluded.name, excluded.branch, excluded.category, excluded.road_address,
      excluded.address, excluded.lat, excluded.lng, excluded.normal)`.execute(db)
}
