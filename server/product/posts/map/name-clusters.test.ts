import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { defaultSources, saveSource } from '../../places/import/sources.ts'
import { writeAreas } from '../../places/import/write-rows.ts'
import { nameClusters, presentCluster } from './clusters.ts'
import { mercatorLatitude, parseMapView } from './view.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})

afterAll(() => database.drop())

const korea = { south: 33, north: 38.7, west: 125, east: 131 }
const places = {
  망원동: [37.556, 126.905],
  전주: [35.82, 127.12],
  세종: [36.5, 127.26],
  울릉도: [37.5, 130.86],
  도쿄: [35.68, 139.69],
} as const

async function namesAt(zoom: number): Promise<(string | null)[]> {
  const clusters = Object.values(places).map(([lat, lng]) =>
    presentCluster({
      count: 3,
      x: lng,
      y: mercatorLatitude(lat),
      box: { west: lng, east: lng, south: mercatorLatitude(lat), north: mercatorLatitude(lat) },
      postId: null,
    }),
  )
  const named = await nameClusters(database.db, clusters, parseMapView({ ...korea, zoom }, null))
  return named.map(({ area }) => area ?? null)
}

const provinces = ['서울특별시', '전북특별자치도', '세종특별자치시', '경상북도', null]

test('without an import areas are named to the 시군구', async () => {
  expect(await namesAt(7)).toEqual(provinces)
  expect(await namesAt(11)).toEqual(['마포구', '전주시', '세종시', '울릉군', null])
  expect(await namesAt(15)).toEqual(['마포구', '전주시', '세종시', '울릉군', null])
})

test('with the centres of 동 a number is named by its 동 from close by', async () => {
  const sourceId = await saveSource(database.db, { key: 'areas', ...defaultSources.gazetteer })
  const area = (address: string, lat: number, lng: number, level = 3) => ({
    key: address,
    level,
    address,
    legalAddress: null,
    code: null,
    lat,
    lng,
    rings: [],
  })
  const areas = [
    area('서울특별시 마포구 망원동', 37.556, 126.902),
    area('서울특별시 마포구 망원1동', 37.556, 126.905, 4),
    area('서울특별시 영등포구 양평동', 37.54, 126.895),
    area('전북특별자치도 전주시 완산구 교동', 35.815, 127.155),
    area('세종특별자치시 나성동', 36.49, 127.26),
    area('경상북도 울릉군 울릉읍', 37.49, 130.9),
  ]
  await writeAreas(database.db, sourceId, areas, () => {})
  expect(await namesAt(7)).toEqual(provinces)
  expect(await namesAt(11)).toEqual(['마포구', '전주시 완산구', '세종시', '울릉군', null])
  expect(await namesAt(15)).toEqual(['망원동', '교동', '나성동', '울릉읍', null])
})
