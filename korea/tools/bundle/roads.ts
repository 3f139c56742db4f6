import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Topology } from 'topojson-specification'
import type { Position } from '../../../rules/position.ts'
import { cityOf } from '../../../server/product/places/roads/find-road.ts'
import { decodePolyline, encodePolyline, type Line, simplify } from '../../../server/product/places/roads/geometry.ts'
import { cutRoad } from './roads/cut-roads.ts'
import { areaFinder } from './roads/districts.ts'
import { joinRoads } from './roads/join-roads.ts'
import { type KnownAddress, type NumberedRoad, numberRoads } from './roads/number-roads.ts'
import type { Place } from './sources.ts'

/** Lines that carry a name but no addresses. */
const NO_ADDRESSES = /^(?:rail|subway|light_rail|monorail|tram|station|narrow_gauge|pier|motorway)$/

/** A line keeps its course to this many metres. */
const TOLERANCE = 5

/**
 * The text of roads.tsv: all roads by whose names addresses are made, with what tells where a number is. The first line
 * lists the 시군구. Then one road a line: name, indexes of its 시군구, its line as an encoded polyline from the first number to
 * the last, how its start was found (j, o, p, c), metres from its parent road, and its known points as number:metres.
 */
export function bundleRoads(folder: string, borders: Topology, places: readonly Place[]): string {
  const districtAt = areaFinder(borders, 'sgg')
  const roads = readStreets(path.join(folder, 'streets-korea.tsv.xz')).flatMap(([name, lines]) =>
    joinRoads(name, lines).flatMap((road) => cutRoad(road, districtAt)),
  )
  const known = knownAddresses(places, districtAt)
  const numbered = numberRoads(roads, ({ districts: [district = ''], name }) => known.get(keyOf(district, name)) ?? [])
  const districts = [...new Set(numbered.flatMap((road) => road.districts))].sort()
  const indexes = new Map(districts.map((district, index) => [district, index]))
  const rows = numbered.map((road) =>
    writeRow(
      road,
      road.districts.map((district) => indexes.get(district) ?? 0),
    ),
  )
  return `${districts.join('\t')}\n${rows.sort().join('\n')}\n`
}

function writeRow({ name, line, start, gap, known }: NumberedRoad, districts: readonly number[]): string {
  const points = known.map(([number, along]) => `${number}:${Math.round(along)}`).join(' ')
  const distance = gap === null ? '' : Math.round(gap)
  return [name, districts.join(' '), encodePolyline(simplify(line, TOLERANCE)), start[0], distance, points].join('\t')
}

/** Lines by the name of their road. The program `xz` is in Debian's package xz-utils. */
function readStreets(file: string): [name: string, lines: Line[]][] {
  const rows = execFileSync('xz', ['-dc', file], { maxBuffer: 2 ** 30 })
    .toString()
    .split('\n')
  const lines = new Map<string, Line[]>()
  for (const row of rows) {
    const [kind = '', , written = '', line = ''] = row.split('\t')
    const name = written.replaceAll(' ', '')
    if (!/(?:로|길)$/.test(name) || NO_ADDRESSES.test(kind)) continue
    const others = lines.get(name)
    if (others) others.push(decodePolyline(line))
    else lines.set(name, [decodePolyline(line)])
  }
  return [...lines]
}

/** Stations, markets and sights whose address has a number on a road, by city and road. */
function knownAddresses(
  places: readonly Place[],
  districtAt: (position: Position) => string | null,
): Map<string, KnownAddress[]> {
  const known = new Map<string, KnownAddress[]>()
  for (const [, , address, lat, lng] of places) {
    const match = /\s(\S+(?:로|길))\s(?:지하\s?)?(\d+)/.exec(address)
    const district = match && districtAt({ lat, lng })
    if (!match || !district) continue
    const [, road = '', number] = match
    const key = keyOf(district, road)
    known.set(key, [...(known.get(key) ?? []), { road, number: Number(number), lat, lng }])
  }
  return known
}

function keyOf(district: string, road: string): string {
  return `${cityOf(district)} ${road}`
}
