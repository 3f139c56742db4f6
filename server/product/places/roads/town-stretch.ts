import { sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import type { BuildingNumber } from '../address.ts'
import { type Line, lengthOf, pointAt } from './geometry.ts'
import { type Estimate, locateNumber, type Road } from './numbers.ts'

/** The part of a road that lies in one 읍면동, `from` and `to` metres from its start: 괴산로 crosses a whole county, and '청천면 괴산로' one 면. */
export type Stretch = Readonly<{
  road: Road
  districts: string[]
  line: Line
  from: number
  to: number
}>

const MOST_SAMPLES = 300
const FEWEST_METRES = 40

type Sample = Position & Readonly<{ road: number; along: number }>

/** The longest stretch of these roads in the 읍면동 that was typed; null without one, or if its borders are not known. */
export async function stretchInTown(
  db: Queryable,
  roads: readonly Road[],
  towns: readonly string[],
): Promise<Stretch | null> {
  const town = towns.findLast((word) => /[읍면동가]$/.test(word))
  if (town === undefined || roads.length === 0) return null
  const addresses = [...new Set(roads.flatMap(({ districts }) => districts))].map((district) => `${district} ${town}`)
  const samples = roads.flatMap(({ line }, road) => samplesOf(line, road, roads.length))
  const given = JSON.stringify(samples.map(({ lat, lng }, index) => ({ index, lat, lng })))
  const { rows } = await sql<{ index: number }>`
    with town as materialized (
      select id from place_areas where address = any(${addresses}) or legal_address = any(${addresses})
    )
    select p.index from json_to_recordset(${given}) as p(index integer, lat float8, lng float8)
    where exists (select from place_rings r where r.area_id in (select id from town)
      and not r.is_hole and r.ring @> point(p.lng, p.lat))`.execute(db)
  const inside = new Set(rows.map(({ index }) => index))
  return longestRun(roads, samples, inside)
}

function samplesOf(line: Line, road: number, roads: number): Sample[] {
  const length = lengthOf(line)
  const step = Math.max(FEWEST_METRES, (length * roads) / MOST_SAMPLES)
  const count = Math.ceil(length / step)
  return Array.from({ length: count + 1 }, (_, index) => {
    const along = Math.min(length, index * step)
    return { ...pointAt(line, along), along, road }
  })
}

function longestRun(roads: readonly Road[], samples: readonly Sample[], inside: ReadonlySet<number>): Stretch | null {
  let best: Sample[] = []
  let run: Sample[] = []
  for (const [index, sample] of samples.entries()) {
    if (!inside.has(index)) run = []
    else run = run.at(-1)?.road === sample.road ? [...run, sample] : [sample]
    if (run.length > best.length) best = run
  }
  const [first, last] = [best[0], best.at(-1)]
  const road = first && roads[first.road]
  if (!first || !last || !road) return null
  const line = best.map(({ lat, lng }) => ({ lat, lng }))
  return { road, districts: road.districts, line, from: first.along, to: last.along }
}

/** Metres beyond the ends of a stretch in which a number still belongs to it: borders are of 2018, and simplified. */
const BESIDE = 300

/** The position of a number on the whole road, if that is in the stretch; else the middle of the stretch. */
export function locateInStretch({ road, line, from, to }: Stretch, number: BuildingNumber | null): Estimate {
  const middle = pointAt(line, lengthOf(line) / 2)
  if (number === null) return { ...middle, radius: null, along: (from + to) / 2 }
  const estimate = locateNumber(road, number.main)
  const isThere = estimate.along >= from - BESIDE && estimate.along <= to + BESIDE
  return isThere ? estimate : { ...middle, radius: Math.ceil((to - from) / 2 + BESIDE), along: (from + to) / 2 }
}
