import { metresBetween } from '../../../rules/position.ts'
import { findStation } from './find-station.ts'
import { missingStations } from './missing-stations.ts'
import type { Area, MetroLine, Place } from './sources.ts'
import { tidyAddress } from './tidy-address.ts'

/** Farther than this, in metres, from the 동 or 시군구 of its address, a place is at the wrong position. */
const FAR_FROM_DONG = 15_000
const FAR_FROM_DISTRICT = 60_000

/** Company marks in a market's name, which people do not type. */
const COMPANY = /\(주\)|㈜/

/** Stations of Busan's line 1 in order; the data have their positions in reverse. */
const TURNED_AROUND = ['동매역', '장림역', '신장림역', '낫개역', '다대포항역', '다대포해수욕장역']

/** Stations at the position of another place, within the limits below; moved to the centre of their 동. */
const MISPLACED: readonly { name: string; dong: string }[] = [{ name: '화전역', dong: '경기도 고양시 덕양구 화전동' }]

/** Rows of the public data that confuse two stations of one name, or repeat another's position. */
const SWAPPED: readonly { name: string; lines: string; change: (row: Place, rows: readonly Place[]) => Place }[] = [
  {
    // The row of the Seoul station has the address and a line of the one in Busan.
    name: '교대역',
    lines: '동해선,서울 도시철도 2호선,서울 도시철도 3호선',
    change: ([name, category, , lat, lng]) => [
      name,
      category,
      '서울특별시 서초구 서초동',
      lat,
      lng,
      '서울 도시철도 2호선,서울 도시철도 3호선',
    ],
  },
  {
    name: '교대역',
    lines: '부산도시철도 1호선',
    change: ([name, category, address, lat, lng, lines]) => [name, category, address, lat, lng, `${lines},동해선`],
  },
]

/**
 * Corrects errors of the public data: missing stations, stations that are not listed at one of their lines, station names
 * with spaces, company marks, parts of lines under several names, addresses in other forms, and positions that contradict
 * the address, which move to the centre of their 동.
 * @returns the rows in the same order, followed by the missing stations, and a sentence for each corrected position or line
 */
export function correctPlaces(
  rows: readonly Place[],
  areas: readonly Area[],
  lines: readonly MetroLine[],
): { places: Place[]; corrections: string[] } {
  const corrections: string[] = []
  const lineNames = new Map(
    lines.flatMap(({ name, tags }) => [name, ...tags].map((tag): [string, string] => [tag, name])),
  )
  const seen = new Map<string, string>()
  const places = [...rows, ...missingStations].map((row): Place => {
    const mixedUp = SWAPPED.find(({ name, lines }) => row[0] === name && row[5] === lines)
    const [name, category, written, lat, lng, tags] = mixedUp ? mixedUp.change(row, rows) : row
    const address = tidyAddress(written)
    if (mixedUp) corrections.push(`${name}: lines ${tags}`)
    const isStation = category === '지하철역'
    const astray = knownMisplaced(name, rows, areas)
    if (astray) corrections.push(`${name}: moved to where it is`)
    // The text may name a 동 in a note.
    const located = { address: `${address} ${written}`, lat, lng }
    const position = astray ?? placeOnGround(located, areas, isStation && seen.has(`${lat},${lng}`))
    if (isStation) seen.set(`${lat},${lng}`, name)
    if (!astray && (position.lat !== lat || position.lng !== lng))
      corrections.push(`${name} (${address}): moved to its 동`)
    return [
      isStation ? stationName(name) : name.replace(COMPANY, '').trim(),
      category,
      address,
      position.lat,
      position.lng,
      isStation ? renameLines(name, tags, lineNames) : '',
    ]
  })
  return { places: withLinesOfRoutes(places, lines), corrections }
}

/** Stations with another name since the data were made. */
const RENAMED: ReadonlyMap<string, string> = new Map([['신길온천역', '능길역']])

function stationName(written: string): string {
  const name = written.replaceAll(' ', '')
  return RENAMED.get(name) ?? name
}

/** The data list a station where lines cross at some of its lines only. */
function withLinesOfRoutes(places: readonly Place[], lines: readonly MetroLine[]): Place[] {
  const stations = places.filter(([, category]) => category === '지하철역')
  const linesOf = new Map(stations.map((station) => [station, new Set(station[5].split(','))]))
  for (const { name, routes } of lines) {
    const stops = routes.flatMap((route) => route.split(' '))
    for (const stop of stops) linesOf.get(findStation(stations, name, stop))?.add(name)
  }
  return places.map((place) => {
    const [name, category, address, lat, lng] = place
    return [name, category, address, lat, lng, [...(linesOf.get(place) ?? [])].join(',')]
  })
}

/** Known right positions of such stations. */
function knownMisplaced(
  name: string,
  rows: readonly Place[],
  areas: readonly Area[],
): { lat: number; lng: number } | undefined {
  const order = TURNED_AROUND.indexOf(name)
  const row = order < 0 ? undefined : rows.find((other) => other[0] === TURNED_AROUND.at(-1 - order))
  if (row) return { lat: row[3], lng: row[4] }
  const dong = MISPLACED.find((station) => station.name === name)?.dong
  const area = areas.find(([, address]) => address === dong)
  return area && { lat: area[2], lng: area[3] }
}

type Located = { address: string; lat: number; lng: number }

/** The position, or the centre of the 동 in the address if the two are too far apart or the position is another's. */
function placeOnGround(place: Located, areas: readonly Area[], isRepeated: boolean): { lat: number; lng: number } {
  const words = place.address.split(/[\s()]+/)
  const inside = areas.filter(([level, address]) => level <= 3 && isAddressOf(address, words))
  const dong = inside.find(([level]) => level === 3)
  const area = dong ?? inside.find(([level]) => level === 2)
  if (!area) return place
  const center = { lat: area[2], lng: area[3] }
  const isFar = metresBetween(place, center) > (dong ? FAR_FROM_DONG : FAR_FROM_DISTRICT)
  return isFar || (isRepeated && dong) ? center : place
}

/** Whether the words start with the 시도 and 시군구 of the area and contain its 동 later. */
function isAddressOf(area: string, words: readonly string[]): boolean {
  const parts = area.split(' ')
  return parts.every((part, index) => (index < 2 ? words[index] === part : words.includes(part)))
}

function renameLines(station: string, tags: string, names: ReadonlyMap<string, string>): string {
  const renamed = tags.split(',').map((tag) => {
    const name = names.get(tag)
    if (!name) throw new Error(`${station}: korea/metro-lines.json does not know the line ${tag}.`)
    return name
  })
  return [...new Set(renamed)].join(',')
}
