import { afterAll, beforeAll, expect, test } from 'vitest'
import { importQuietly, shopLine, someGazetteer, somePlaces, writeJsonFile, writeShopFile } from '#tests/place-files.ts'
import { type PostSite, refusal, startPostSite } from '#tests/post-site.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite()
})

afterAll(async () => {
  await site.close()
})

async function found(keyword: string, near: { lat?: number; lng?: number } = {}) {
  const places = await site.api.searchPlaces({ keyword, ...near })
  return places.map(({ place_name, source }) => `${place_name} ${source}`)
}

test('without imports the built-in list answers, by name and by initial consonants', async () => {
  expect(await found('해운대')).toEqual(['해운대구 built-in'])
  expect(await found('ㅎㅇㄷ')).toEqual(['해운대구 built-in'])
  expect(await found('수원 장안')).toEqual(['장안구 built-in'])
  expect(await found('경남 고성')).toEqual(['고성군 built-in'])
  expect(await found('없는곳')).toEqual([])
})

test.each([
  ['Café Ｂ１', 'cafe b1'],
  ['ｃａｆｅ B1', 'CAFÉ Ｂ１'],
  ['T‑bone 하우스', 'tbone하우스'],
  ['스뫼르 smørrebrød', 'smorrebrod'],
  ['Œuf 식당', 'oeuf'],
  ['Mom’s 식탁', "mom's 식탁"],
])('the place of a post called %s is found as %s', async (place_name, keyword) => {
  await site.post({ place_name, address: '서울 마포구 숭문길 24', lat: 37.55, lng: 126.95 })
  expect(await found(keyword)).toContain(`${place_name} posts`)
  await site.db.deleteFrom('posts').execute()
})

test('an empty keyword finds nothing, and an invalid one is refused', async () => {
  expect(await site.api.searchPlaces({ keyword: '  ' })).toEqual([])
  expect(await refusal(site.api.searchPlaces({ keyword: '가'.repeat(101) }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  expect(await refusal(site.api.searchPlaces({ keyword: '가', lat: 33 }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  expect(await refusal(site.api.searchPlaces({ keyword: '가', lat: 91, lng: 0 }))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})

test('stations and areas of that name come before names that start with it, and nothing is listed twice', async () => {
  const author = await site.person()
  const place = { place_name: '해운대곰장어', address: '부산 해운대구 구남로41번길 2', lat: 35.1614, lng: 129.1623 }
  await site.post({ author, ...place })
  await site.post({ author, ...place, title: '다시 감' })
  await site.post({
    author,
    title: '해운대 여행',
    place_name: '광안리횟집',
    address: '부산 수영구',
    lat: 35.15,
    lng: 129.11,
  })
  await importQuietly(site.db, await writeJsonFile('gazetteer.json', someGazetteer))
  await importQuietly(site.db, await writeJsonFile('places.json', somePlaces))

  expect(await found('해운대')).toEqual([
    '해운대역 places',
    '해운대구 gazetteer',
    '해운대해수욕장 places',
    '해운대곰장어 posts',
  ])
  expect(await found('ㅎㅇㄷ')).toEqual(await found('해운대'))
  expect(await found('노형동')).toEqual(['노형동 gazetteer'])
  expect(await found('부산 해운대')).toEqual(await found('해운대'))
})

test('results have an address, a kind, a distance and a rank', async () => {
  const [first, second] = await site.api.searchPlaces({ keyword: '해운대 지하철', lat: 35.16367, lng: 129.14891 })
  expect(first).toEqual({
    position: { lat: 35.16367, lng: 129.15891 },
    place_name: '해운대역',
    address_name: '부산광역시 해운대구 해운대로 지하 626',
    category: '지하철역 · 부산도시철도 2호선',
    precision: null,
    rate: 1,
    distance: 909,
    source: 'places',
  })
  expect(second).toBeUndefined()
})

test('an area says that its position is only its centre, also one that somebody posted as a place', async () => {
  await site.post({
    author: await site.person(),
    place_name: '아라동',
    address: '제주 제주시 아라동',
    lat: 33.4,
    lng: 126.5,
  })
  const precisions = async (keyword: string) =>
    (await site.api.searchPlaces({ keyword })).map(({ place_name, precision }) => `${place_name} ${precision}`)
  expect(await precisions('노형동')).toEqual(['노형동 dong'])
  expect(await precisions('제주시')).toContain('제주시 district')
  expect(await precisions('아라동')).toEqual(['아라동 dong'])
})

test.each(['utf-8', 'cp949'] as const)(
  'restaurants of a table in %s are found by half their name',
  async (encoding) => {
    const lines = [
      shopLine({ 상가업소번호: `${encoding}-1`, 상호명: `똠얌꿍식당${encoding}`, 지점명: '노형점' }),
      shopLine({ 상가업소번호: `${encoding}-2`, 상호명: `똠얌서점${encoding}`, 상권업종대분류명: '소매' }),
    ]
    await importQuietly(site.db, await writeShopFile(lines, encoding))
    expect(await found(`얌꿍식 ${encoding}`)).toEqual([`똠얌꿍식당${encoding} 노형점 shops`])
    expect(await found(`ㄸㅇㄲㅅㄷ ${encoding}`)).toEqual([`똠얌꿍식당${encoding} 노형점 shops`])
    expect(await found(`똠얌서점${encoding}`)).toEqual([])
  },
)

test('an exact name comes before a partial one, and a partial name before a kind of place or its area', async () => {
  const shops = [
    ['a', '소문난국수', '국수집'],
    ['b', '국수', '백반'],
    ['c', '다른이름', '국수'],
  ] as const
  const lines = shops.map(([key, name, kind]) =>
    shopLine({ 상가업소번호: key, 상호명: name, 상권업종소분류명: kind, 법정동명: '아라동' }),
  )
  await importQuietly(site.db, await writeShopFile(lines))
  expect(await found('국수')).toEqual(['국수 shops', '소문난국수 shops', '다른이름 shops'])
  expect(await found('국수 제주 아라동')).toHaveLength(3)
})

test('a shop of a chain is found by any name of the chain', async () => {
  await importQuietly(
    site.db,
    await writeShopFile([shopLine({ 상가업소번호: 'chain', 상호명: '맘스터치', 지점명: '노형점' })]),
  )
  for (const keyword of ['맘터', 'momstouch', '노형동 맘터', '맘터 노형점'])
    expect(await found(keyword), keyword).toContain('맘스터치 노형점 shops')
})

test('of equal results the nearest comes first', async () => {
  const lines = [33.4, 33.5, 33.3].map((lat, index) =>
    shopLine({ 상가업소번호: `near-${index}`, 상호명: '근처분식', 지점명: `${index}호점`, 위도: String(lat) }),
  )
  await importQuietly(site.db, await writeShopFile(lines))
  const near = { lat: 33.29, lng: 126.4769 }
  expect(await found('근처분식', near)).toEqual([
    '근처분식 2호점 shops',
    '근처분식 0호점 shops',
    '근처분식 1호점 shops',
  ])
})

test('percent signs, quotes and backslashes match only themselves', async () => {
  for (const keyword of ['%', '_', "' or 1=1--", '\\', '(', '[가']) expect(await found(keyword)).toEqual([])
})

test('a 동 is found by its name and beside other words, not for one longer word that begins like it', async () => {
  const rows = [
    [1, '경상북도', 36.4, 128.8, '4700000000'],
    [2, '경상북도 구미시', 36.12, 128.34, '4719000000'],
    [3, '경상북도 구미시 진미동', 36.1, 128.41, '4719061000'],
  ]
  const fields = ['level', 'address', 'lat', 'lng', 'code']
  await importQuietly(site.db, await writeJsonFile('areas-of-gumi.json', { fields, rows }))
  expect(await found('진미동')).toEqual(['진미동 areas-of-gumi'])
  expect(await found('진미동 냉면')).toEqual(['진미동 areas-of-gumi'])
  expect(await found('진미평양냉면')).toEqual([])
})
