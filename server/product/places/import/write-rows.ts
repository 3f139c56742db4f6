import { sql } from 'kysely'
import { foldAddress } from '#rules/normal-form.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { placeText, searchText } from '../../search/search-text.ts'
import { addressWords, areaSearchText } from '../address.ts'
import { fullName } from '../found-place.ts'

export type NewPlace = Readonly<{
  key: string
  name: string
  branch: string | null
  category: string | null
  roadAddress: string | null
  address: string | null
  tags: string | null
  area: string
  lat: number
  lng: number
  isEstimated?: boolean
  /** Name and month of the public list that a bundled shop comes from. */
  register?: string | null
}>

export async function writePlaces(db: Queryable, sourceId: number, places: readonly NewPlace[]): Promise<void> {
  if (places.length === 0) return
  const rows = [...new Map(places.map((place) => [place.key, place])).values()].map((place) => ({
    ...place,
    roadAddress: place.roadAddress && foldAddress(place.roadAddress),
    address: place.address && foldAddress(place.address),
    ...placeText(fullName(place.name, place.branch), [place.category ?? '', place.area, place.tags ?? '']),
  }))
  await sql`
    insert into places
      (source_id, source_key, name, branch, category, tags, road_address, address, lat, lng, is_estimated, register,
        normal, grams)
    select ${sourceId}, key, name, branch, category, tags, "roadAddress", address, lat, lng,
      coalesce("isEstimated", false), register, normal, grams
    from json_to_recordset(${JSON.stringify(rows)}) as row(key text, name text, branch text, category text,
      tags text, "roadAddress" text, address text, lat double precision, lng double precision,
      "isEstimated" boolean, register text, normal text, grams text[])
    on conflict (source_id, source_key) do update set name = excluded.name, branch = excluded.branch,
      category = excluded.category, tags = excluded.tags, road_address = excluded.road_address, address = excluded.address,
      lat = excluded.lat, lng = excluded.lng, normal = excluded.normal, grams = excluded.grams
    where (places.name, places.branch, places.category, places.road_address, places.address, places.lat, places.lng,
      places.normal) is distinct from (excluded.name, excluded.branch, excluded.category, excluded.road_address,
      excluded.address, excluded.lat, excluded.lng, excluded.normal)`.execute(db)
}

/** The outline of a polygon, or a hole in it, without repeating the first point at the end. */
export type Ring = Readonly<{ isHole: boolean; points: readonly (readonly [lng: number, lat: number])[] }>

export type NewArea = Readonly<{
  key: string
  level: number
  address: string
  legalAddress: string | null
  code: string | null
  lat: number
  lng: number
  rings: readonly Ring[]
}>

const BATCH = 1000

export async function writeAreas(
  db: Queryable,
  sourceId: number,
  areas: readonly NewArea[],
  onRows: (written: number) => void,
): Promise<void> {
  for (let from = 0; from < areas.length; from += BATCH) {
    await writeBatch(db, sourceId, areas.slice(from, from + BATCH))
    onRows(Math.min(areas.length, from + BATCH))
  }
}

async function writeBatch(db: Queryable, sourceId: number, areas: readonly NewArea[]): Promise<void> {
  const rows = areas.map((area) => {
    const words = addressWords(area.address)
    return {
      ...area,
      ...searchText([areaSearchText(words)]),
      name: words.at(-1),
      rings: area.rings.map(({ isHole, points }) => ({ isHole, ring: `(${points.map((at) => `(${at})`)})` })),
    }
  })
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}) as row(key text, level int, name text, address text,
        "legalAddress" text, code text, lat double precision, lng double precision, normal text, grams text[], rings json)
    ), written as (
      insert into place_areas
        (source_id, source_key, level, name, address, legal_address, code, lat, lng, normal, grams)
      select ${sourceId}, key, level, name, address, "legalAddress", code, lat, lng, normal, grams from given
      returning id, source_key
    )
    insert into place_rings (area_id, is_hole, ring)
    select written.id, ring."isHole", ring.ring::polygon
    from given join written on written.source_key = given.key,
      json_to_recordset(given.rings) as ring("isHole" boolean, ring text)`.execute(db)
}
