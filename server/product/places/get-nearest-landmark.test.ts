import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { landmarkKinds } from '#rules/places.ts'
import { importQuietly, writeJsonFile } from '#tests/place-files.ts'
import { type PostSite, refusal, startPostSite } from '#tests/post-site.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite()
})

beforeEach(() => sql`truncate place_sources cascade`.execute(site.db))

afterAll(() => site.close())

const fields = ['name', 'category', 'address', 'lat', 'lng', 'lines']
const address = '서울특별시 마포구'

const importLandmarks = async () =>
  importQuietly(
    site.db,
    await writeJsonFile('landmarks.json', {
      fields,
      rows: [
        ['망원역', '지하철역', address, 37.5561, 126.9101, '6호선'],
        ['망원시장', '전통시장', address, 37.5563, 126.9057],
        ['하늘공원', '관광지', address, 37.5678, 126.8853],
        ['망원식당', '한식', address, 37.5563, 126.9058],
      ],
    }),
  )

test('a position is described by its station, or else by the nearest market or sight', async () => {
  const nearest = async (lat: number, lng: number) => (await site.api.getNearestLandmark({ lat, lng }))?.name
  expect(await nearest(37.5561, 126.9101)).toBeUndefined()
  await importLandmarks()
  expect(await site.api.getNearestLandmark({ lat: 37.5563, lng: 126.9065 })).toEqual({
    name: '망원역',
    position: { lat: 37.5561, lng: 126.9101 },
    distance: 318,
  })
  expect(await nearest(37.5678, 126.8863)).toBe('하늘공원')
  expect(await nearest(37.5563, 126.895)).toBe('망원시장')
  expect(await nearest(37.6, 127.1)).toBeUndefined()
  expect(await refusal(site.api.getNearestLandmark({ lat: 91, lng: 0 }))).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('shops around do not hide a landmark', async () => {
  await importLandmarks()
  const rows = Array.from({ length: 3000 }, (_, n) => [`가게 ${n}`, '한식', address, 37.5561 + n * 1e-7, 126.9101])
  await importQuietly(site.db, await writeJsonFile('restaurants.json', { fields, rows }))
  expect((await site.api.getNearestLandmark({ lat: 37.5561, lng: 126.9101 }))?.name).toBe('망원역')
})

test('the index of landmarks lists the categories of the rule', async () => {
  const { rows } = await sql<{ name: string; condition: string }>`
    select indexrelid::regclass::text as name, pg_get_expr(indpred, indrelid) as condition from pg_index
    where indrelid = 'places'::regclass and indexrelid::regclass::text like 'places_landmark_%' order by name`.execute(
    site.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(['places_landmark_position'])
  for (const { condition } of rows) {
    const listed = [...condition.matchAll(/'([^']+)'::text/g)].map(([, category]) => category)
    expect(listed.toSorted()).toEqual([...landmarkKinds.keys()].toSorted())
  }
})
