import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTime } from './shared.ts'

export interface PlaceTables {
  place_sources: {
    id: Generated<number>
    key: string
    /** Shown on every map that shows something from this source. */
    attribution: string
    url: string | null
    places: Generated<number>
    areas: Generated<number>
    imported_at: Date | null
    /** Bundled with the project; an operator's own imports rank first. */
    is_bundled: Generated<boolean>
  }

  place_imports: {
    source_id: number
    fingerprint: string
    done_bytes: Generated<number>
    done_lines: Generated<number>
    imported: Generated<number>
    passed_over: Generated<number>
    malformed: Generated<number>
    started_at: DatabaseTime
    finished_at: ColumnType<Date | null, never, Date | null>
  }

  places: {
    id: Generated<number>
    source_id: number
    source_key: string
    name: string
    branch: string | null
    category: string | null
    tags: string | null
    road_address: string | null
    address: string | null
    lat: number
    lng: number
    /** The position was estimated from the address. */
    is_estimated: Generated<boolean>
    /** Name, then category and area, normalised. */
    normal: string
    grams: string[]
  }

  place_areas: {
    id: Generated<number>
    source_id: number
    source_key: string
    /** 1 시도, 2 시군구, 3 법정동, 4 행정동 */
    level: number
    name: string
    address: string
    /** Address of the 법정동 that contains a 행정동, if there is exactly one. */
    legal_address: string | null
    code: string | null
    lat: number
    lng: number
    normal: string
    grams: string[]
  }

  place_rings: {
    area_id: number
    is_hole: boolean
    ring: string
  }

  roads: {
    id: Generated<number>
    source_id: number
    name: string
    districts: string[]
    /** Encoded polyline of precision 5, from the first number to the last. */
    line: string
    /** How the end with the first number was found, the surest first. */
    start: 'junctions' | 'order' | 'parent' | 'compass'
    gap: number | null
    /** Known numbers, each followed by its metres along the line. */
    known: number[]
    box: string
  }

  place_lookups: {
    provider: string
    query: string
    answer: unknown
    fetched_at: DatabaseTime
  }

  place_lookup_turns: {
    provider: string
    next_at: Date
  }
}
