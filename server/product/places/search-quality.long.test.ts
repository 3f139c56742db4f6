import { afterAll, beforeAll, expect, test } from 'vitest'
import { importQuietly, someBoundaries, writeJsonFile } from '#tests/place-files.ts'
import { placeQueries } from '#tests/place-queries.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite({ places: true })
})

afterAll(() => site.close())

/** Rank of the wanted place in the results, from 1; Infinity if it is missing. */
async function rankOf({ keyword, names, address }: (typeof placeQueries)[number]): Promise<number> {
  const places = await site.api.searchPlaces({ keyword })
  const at = places.findIndex((place) => names.includes(place.place_name) && place.address_name.includes(address))
  return at === -1 ? Number.POSITIVE_INFINITY : at + 1
}

test('of two hundred usual keywords 95 % find the wanted place first, and 99 % among the first three', async () => {
  const ranks: { keyword: string; rank: number }[] = []
  for (const query of placeQueries) ranks.push({ keyword: query.keyword, rank: await rankOf(query) })
  const notFirst = ranks.filter(({ rank }) => rank > 1)
  const notAmongThree = ranks.filter(({ rank }) => rank > 3)

  expect(placeQueries.length).toBeGreaterThanOrEqual(200)
  expect(notFirst.length / ranks.length, JSON.stringify(notFirst)).toBeLessThanOrEqual(0.05)
  expect(notAmongThree.length / ranks.length, JSON.stringify(notAmongThree)).toBeLessThanOrEqual(0.01)
})

test('both places of one name are among the first, and an area ranks before the places in it', async () => {
  const names = async (keyword: string) =>
    (await site.api.searchPlaces({ keyword })).map(({ place_name, address_name }) => `${place_name} ${address_name}`)
  expect((await names('광주')).slice(0, 2)).toEqual(['광주광역시 광주광역시', '광주시 경기도 광주시'])
  expect((await names('마포구'))[0]).toBe('마포구 서울특별시 마포구')
})

test('what the operator imports wins over the bundle: names, addresses and borders', async () => {
  const mangwon = { lat: 37.5, lng: 126.8 }
  const area = [3, '서울특별시 마포구 망원동', mangwon.lat, mangwon.lng, '1144012300']
  const fields = ['level', 'address', 'lat', 'lng', 'code']
  await importQuietly(site.db, await writeJsonFile('own-areas.json', { fields, rows: [area] }))
  const station = ['망원역', '지하철역', '서울특별시 마포구 월드컵로 지하 77 (망원동)', 37.556, 126.91, '6호선']
  const placeFields = ['name', 'category', 'address', 'lat', 'lng', 'lines']
  await importQuietly(site.db, await writeJsonFile('own-places.json', { fields: placeFields, rows: [station] }))
  await importQuietly(site.db, await writeJsonFile('own-borders.topo.json', someBoundaries))

  const [named] = await site.api.searchPlaces({ keyword: '망원동' })
  expect(named).toMatchObject({ place_name: '망원동', position: mangwon, source: 'own-areas' })
  const [found] = await site.api.searchPlaces({ keyword: '망원역' })
  expect(found).toMatchObject({ place_name: '망원역', source: 'own-places' })
  const located = await site.api.geocode({ address: '서울 마포구 망원동 1' })
  expect(located).toMatchObject({ precision: 'dong', position: mangwon })
  const around = await site.api.reverseGeocode({ lat: 33.442, lng: 126.442 })
  expect(around?.address_name).toBe('제주특별자치도 제주시 외도동')
})

test('the own surroundings come before a name far away that begins with the word', async () => {
  const [first] = await site.api.searchPlaces({ keyword: '시장', lat: 33.51, lng: 126.52 })
  expect(first?.address_name).toContain('제주')
})
