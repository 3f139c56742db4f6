import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { Topology } from 'topojson-specification'
import { cleanLine } from '../../../rules/text.ts'
import { parseRoads } from '../../../server/product/places/bundle/load-bundle.ts'
import { decodePolyline, lengthOf, metres } from '../../../server/product/places/roads/geometry.ts'
import { locateNumber, type NumberedRoad, type Radius } from '../../../server/product/places/roads/numbers.ts'
import { areaFinder } from './roads/districts.ts'

/** A shop as one of the lists tells it. */
type Shop = {
  name: string
  branch: string
  kind: string
  /** Null until its address is located. */
  at: { lat: number; lng: number } | null
  /** Road and number: '월드컵로13길 5'; empty if unknown. */
  address: string
  register: Register
}

/** The lists with the month they are of, which rules/shop-registers.ts names. */
const registers = [
  'semas-2026-05',
  'semas-2025-05',
  'osm-2021-08',
  'goodprice-2025-09',
  'localdata-2026-02',
  'foodsafety-2026-04',
] as const
type Register = (typeof registers)[number]

/** Two shops of one name are the same within this many metres. */
const SAME = 100

/** OpenStreetMap's kinds of places to eat and drink; others are left out. */
const osmKinds: Readonly<Record<string, string>> = {
  restaurant: '음식점',
  cafe: '카페',
  coffee: '카페',
  tea: '찻집',
  fast_food: '패스트푸드',
  bakery: '빵집',
  pastry: '빵집',
  confectionery: '과자점',
  chocolate: '초콜릿',
  ice_cream: '아이스크림',
  pub: '술집',
  bar: '술집',
  biergarten: '술집',
  food_court: '푸드코트',
  deli: '음식점',
}

/** Kinds of the registers that say nothing about the food. */
const VAGUE = /^(?:기타|일반음식점|기타외식업|정비업|세차업|체력단련업|교육)?$/

/**
 * The text of shops.tsv: places to eat, joined from the lists in the folder. The first line lists the kinds, the second the 동,
 * the third the lists. Then one shop a line, from south to north: name, branch, index of its kind, latitude and longitude in
 * steps of 0.00001 degrees from the line before, index of its 동, road and number, for an estimated position within how many
 * metres the shop probably is ('-' for anywhere on its road), and the index of the newest list that has it.
 */
export function bundleShops(folder: string, borders: Topology, roads: string): string {
  const dongAt = areaFinder(borders, 'emd')
  const locate = addressLocator(roads)
  const read = (file: string) =>
    parse<Record<string, string>>(gunzipSync(readFileSync(path.join(folder, file))), {
      columns: true,
      relaxQuotes: true,
    } as never)
  const found: Shop[] = [
    ...read('shops-daejeon-semas-2026.csv.gz').map((row) => withPosition(row, row.kind, 'semas-2026-05')),
    ...read('shops-seoul-cafes-semas.csv.gz').map((row) => withPosition(row, row.kind, 'semas-2025-05')),
    ...read('shops-korea-osm-2021.csv.gz').flatMap((row) => {
      const kind = osmKinds[row.kind ?? '']
      return kind === undefined ? [] : [withPosition(row, kind, 'osm-2021-08')]
    }),
    ...read('shops-korea-goodprice-2025.csv.gz').map((row) => withAddress(row, 'goodprice-2025-09')),
    ...read('shops-korea-by-address.csv.gz').map((row) =>
      withAddress(row, row.source === 'model' ? 'localdata-2026-02' : 'foodsafety-2026-04'),
    ),
  ]
  const shops = join(found, locate).map((shop) => ({ ...shop, dong: dongAt(shop.at) ?? '' }))
  const kinds = [...new Set(shops.map(({ kind }) => kind))].sort()
  const dongs = [...new Set(shops.map(({ dong }) => dong))].sort()
  let [lat, lng] = [0, 0]
  const rows = shops
    .sort((a, b) => a.at.lat - b.at.lat || a.at.lng - b.at.lng || (a.name < b.name ? -1 : 1))
    .map(({ name, branch, kind, at, dong, address, reach, register }) => {
      const [y, x] = [Math.round(at.lat * 1e5), Math.round(at.lng * 1e5)]
      const of = [kinds.indexOf(kind), y - lat, x - lng, dongs.indexOf(dong)]
      const row = [name, branch, ...of, address, reach, registers.indexOf(register)]
      ;[lat, lng] = [y, x]
      return row.join('\t')
    })
  return `${[kinds, dongs, registers].map((head) => head.join('\t')).join('\n')}\n${rows.join('\n')}\n`
}

type Row = Record<string, string>

function withPosition({ name = '', branch = '', lat, lon }: Row, kind: string | undefined, register: Register): Shop {
  return {
    ...tidyName(name, branch),
    kind: kind ?? '',
    at: { lat: Number(lat), lng: Number(lon) },
    address: '',
    register,
  }
}

function withAddress({ name = '', kind = '', road_address: address = '' }: Row, register: Register): Shop {
  return { ...tidyName(name, ''), kind: VAGUE.test(kind) ? '' : cleanLine(kind), at: null, address, register }
}

/** '2026-05' of 'semas-2026-05'. */
const monthOf = (register: Register) => register.slice(-7)

/** '대성횟집 (Daeseong Fish Restaurant)' without the translation, '통큰갈비 구리수택점' as a name and a branch. */
function tidyName(written: string, given: string): { name: string; branch: string } {
  const name = cleanLine(written.replace(/\s*\([^)]*\)?/g, '').replaceAll('\t', ' '))
  const match = given === '' ? /^(.{2,}) (\S{1,12}점)$/.exec(name) : null
  return { name: match?.[1] ?? name, branch: match?.[2] ?? cleanLine(given) }
}

/** `reach` is '' for a known position. */
type Located = Shop & { at: { lat: number; lng: number }; reach: string }

/** Joins shops of one name that are near each other. Those with only an address are located by it. */
function join(shops: readonly Shop[], locate: (address: string) => Location | null): Located[] {
  const byName = new Map<string, Located[]>()
  for (const shop of shops) {
    const estimate = shop.at ? null : locate(shop.address)
    const at = shop.at ?? estimate
    if (!at || shop.name.length < 2) continue
    const key = `${shop.name}${shop.branch}`.replaceAll(' ', '').toLowerCase()
    const others = byName.get(key) ?? []
    const near = estimate ? (estimate.radius ?? 400) + SAME : SAME
    const same = others.find((other) => metres(other.at, at) <= near)
    if (same) {
      same.address ||= estimate?.address ?? ''
      if (same.kind === '' || same.kind === '음식점') same.kind = shop.kind || same.kind
      if (monthOf(shop.register) > monthOf(same.register)) same.register = shop.register
    } else {
      const reach = estimate ? String(estimate.radius ?? '-') : ''
      others.push({ ...shop, at: { lat: at.lat, lng: at.lng }, address: estimate?.address ?? '', reach })
      byName.set(key, others)
    }
  }
  return [...byName.values()].flat().map((shop) => ({ ...shop, kind: shop.kind || '음식점' }))
}

/** Where an address probably is, and its last part: '월드컵로13길 5-1'. */
type Location = { lat: number; lng: number; radius: Radius; address: string }

/** What follows the 시군구, without spaces: '월드컵로13길5-1', '진접읍금강로1586'. */
const ON_ROAD = /^(?:[가-힣]+[읍면])?([가-힣A-Za-z0-9·.]+?(?:로|길))(?:지하)?((\d+)(?:-\d+)?)(?![\d가-힣]*길)/

/** Locates addresses, written with or without spaces, by the text of roads.tsv. */
function addressLocator(roadsText: string): (address: string) => Location | null {
  const roads = parseRoads(roadsText)
  const byName = Map.groupBy(roads, ({ name }) => name)
  const districts = [...new Set(roads.flatMap((road) => road.districts))].sort((a, b) => b.length - a.length)
  return (written) => {
    const address = written.replace(/\(.*$/, '').replaceAll(' ', '')
    const district = districts.find((one) => address.startsWith(one.replaceAll(' ', '')))
    const match = district && ON_ROAD.exec(address.slice(district.replaceAll(' ', '').length))
    if (!match) return null
    const [, name = '', number = '', main] = match
    const [road, ...others] = (byName.get(name) ?? [])
      .filter((one) => one.districts.includes(district))
      .map((row): NumberedRoad => ({ ...row, line: decodePolyline(row.line) }))
      .toSorted((a, b) => lengthOf(b.line) - lengthOf(a.line))
    if (!road) return null
    const { radius, lat, lng } = locateNumber(road, Number(main))
    return { lat, lng, radius: others.length > 0 ? null : radius, address: `${name} ${number}` }
  }
}
