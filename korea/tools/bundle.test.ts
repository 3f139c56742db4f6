import { readdirSync, readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { metresBetween, type Position } from '../../rules/position.ts'
import { parseShops } from '../../server/product/places/bundle/load-bundle.ts'
import { readBoundaries } from '../../server/product/places/import/boundaries.ts'
import { centreOf } from '../../server/product/places/names/centres.ts'
import { missingStations } from './bundle/missing-stations.ts'
import { type Area, type MetroLine, type Place, readRows } from './bundle/sources.ts'

const unpack = (name: string) => gunzipSync(readFileSync(`korea/${name}.gz`)).toString()
const areas = readRows<Area>(unpack('areas.json'))
const places = readRows<Place>(unpack('places.json'))
const lines: MetroLine[] = JSON.parse(readFileSync('korea/metro-lines.json', 'utf8'))
const allStations = places.filter(([, category]) => category === '지하철역')
/** For the others only trains are known, not the line. */
const stations = allStations.filter(([, , , , , names]) => names !== '철도')

test('the bundle contains the promised areas, stations, markets, sights and borders', () => {
  const topology = JSON.parse(unpack('borders.topo.json'))
  const faults: string[] = []
  const borders = readBoundaries(topology, (_index, reason) => faults.push(reason))

  expect(areas).toHaveLength(6892)
  expect(stations).toHaveLength(837 + missingStations.length)
  expect(allStations.length - stations.length).toBeGreaterThanOrEqual(140)
  expect(places.filter(([, category]) => category === '전통시장')).toHaveLength(1372)
  expect(places.filter(([, category]) => category.startsWith('관광')).length).toBeGreaterThanOrEqual(960)
  expect(topology.objects.sido.geometries).toHaveLength(17)
  expect(topology.objects.sgg.geometries).toHaveLength(250)
  expect(topology.objects.emd.geometries).toHaveLength(3504)
  expect(borders.reduce((sum, { rings }) => sum + rings.length, 0)).toBeGreaterThan(3504)
  expect(faults).toEqual([])
})

test('areas, places and their names are about a megabyte, roads, shops and villages at most six', () => {
  const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + statSync(`korea/${name}`).size, 0)
  const files = readdirSync('korea', { withFileTypes: true }).filter((file) => file.isFile())
  const names = files.map((file) => file.name).filter((name) => !/^(?:centres|roads|shops|towns|villages)/.test(name))
  expect(sizeOf(names)).toBeGreaterThan(100_000)
  expect(sizeOf(names)).toBeLessThanOrEqual(1_080_000)
  const others = ['centres.tsv.gz', 'roads.tsv.gz', 'shops.tsv.gz', 'towns.tsv.gz', 'villages.tsv.gz']
  expect(sizeOf(others)).toBeLessThanOrEqual(6_000_000)
})

test('most places to eat of an area are around its centre, not around the middle of its borders', () => {
  const shops = parseShops(unpack('shops.tsv')).filter(({ address }) => address !== null)
  const middles = new Map(areas.map(([, address, lat, lng]) => [address, { lat, lng }]))
  const near = (address: string, at: Position) =>
    shops.filter((shop) => `${shop.address} `.startsWith(`${address} `) && metresBetween(shop, at) < 1000).length
  for (const [, address] of areas.filter(([level, name]) => level === 2 && /군$/.test(name))) {
    const middle = middles.get(address) ?? { lat: 0, lng: 0 }
    const centre = centreOf({ address, ...middle })
    expect([address, near(address, centre)]).toEqual([address, Math.max(near(address, centre), near(address, middle))])
    expect([address, near(address, centre)]).not.toEqual([address, 0])
  }
  const ofGurye = centreOf({ address: '전라남도 구례군', ...(middles.get('전라남도 구례군') ?? { lat: 0, lng: 0 }) })
  expect(metresBetween(ofGurye, { lat: 35.2025, lng: 127.4627 })).toBeLessThan(1500)
  expect(centreOf({ address: '전라남도 없는군', lat: 35, lng: 127 })).toEqual({ lat: 35, lng: 127 })
})

test.each([
  ['조치원역', '세종특별자치시'],
  ['후포항', '경상북도 울진군'],
  ['세화해수욕장', '제주특별자치도 제주시'],
  ['인천종합터미널', '인천광역시 미추홀구'],
])('%s lies in %s, also beyond the coast of the borders and where a name has changed', (name, district) => {
  expect(places.filter((place) => place[0] === name).map(([, , address]) => address)).toEqual([district])
})

test('every station of a line is on one of its routes, and every name on a route is a station', () => {
  const known = new Set(stations.map(([name]) => name))
  for (const line of lines) {
    const onRoutes = new Set(line.routes.flatMap((route) => route.split(' ').map((name) => `${name}역`)))
    const ofLine = stations.filter(([, , , , , names]) => names.split(',').includes(line.name)).map(([name]) => name)
    expect(ofLine.filter((name) => !onRoutes.has(name))).toEqual([])
    expect([...onRoutes].filter((name) => !known.has(name))).toEqual([])
  }
})

test('stations of one line lie near each other', () => {
  const far = stations.filter(([name, , , lat, lng, names]) =>
    names.split(',').some((line) => {
      const others = stations.filter((other) => other[0] !== name && other[5].split(',').includes(line))
      return Math.min(...others.map((other) => metresBetween({ lat, lng }, { lat: other[3], lng: other[4] }))) > 15_000
    }),
  )
  expect(far).toEqual([])
})

/** The data have no position of these stations, so only the borders can tell whether one is wrong. */
test('every station that was placed by hand lies in the 동 or 시군구 of its address, or at most 100 metres outside', () => {
  const borders = readBoundaries(JSON.parse(unpack('borders.topo.json')), () => {})
  const district = (address: string) => address.slice(0, address.lastIndexOf(' '))
  const astray = missingStations.filter(([, , address, lat, lng]) => {
    const ofDong = borders.filter((area) => [area.legalAddress, area.address].includes(address))
    const around = ofDong.length > 0 ? ofDong : borders.filter((area) => district(area.address) === district(address))
    return !around.some(({ rings }) => rings.some(({ points }) => metresOutside({ lat, lng }, points) <= 100))
  })
  expect(astray).toEqual([])
})

/** Metres from a position to a ring of longitudes and latitudes; 0 inside. */
function metresOutside({ lat, lng }: { lat: number; lng: number }, ring: readonly (readonly number[])[]): number {
  const east = Math.cos((lat * Math.PI) / 180)
  const points = ring.map(([x = 0, y = 0]): [number, number] => [(x - lng) * east, y - lat])
  const edges = points.map((to, index) => [points.at(index - 1) ?? to, to] as const)
  const isInside =
    edges.filter(([[x, y], [toX, toY]]) => y > 0 !== toY > 0 && x + ((toX - x) * -y) / (toY - y) > 0).length % 2 === 1
  if (isInside) return 0
  const away = edges.map(([[x, y], [toX, toY]]) => {
    const [dx, dy] = [toX - x, toY - y]
    const along = Math.max(0, Math.min(1, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)))
    return Math.hypot(x + along * dx, y + along * dy)
  })
  return Math.min(...away) * METRES_PER_DEGREE
}

const METRES_PER_DEGREE = 111_195
