import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importQuietly, type Shop, shopLine, writeShopFile } from '#tests/place-files.ts'
import { type Person, type PostSite, refusal, somePost, startPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

let site: PostSite
// Shared answers may be a second old.
let reader: Person

const YEOKSAM = { lat: 37.4999, lng: 127.0374 }
const JEONJU = { lat: 35.8242, lng: 127.148 }
const GURYE = { lat: 35.2025, lng: 127.4627 }
const WIMI = { lat: 33.2738, lng: 126.6603 }
/** With hundreds of cafés nearer than its places of other kinds. */
const GANGNEUNG = { lat: 37.7684, lng: 128.8777 }

const [GUKBAP, CAFE, WESTERN, JAPANESE] = ['국/탕/찌개류', '카페', '파스타/스테이크', '일식 회/초밥']

const at = ({ lat, lng }: typeof YEOKSAM, name: string, kind = GUKBAP, north = 0): Shop => ({
  상호명: name,
  상권업종소분류명: kind,
  위도: String(lat + north * 0.001),
  경도: String(lng),
})

beforeAll(async () => {
  site = await startPostSite({ places: true, env: unlimited })
  const shops = [
    { ...at(YEOKSAM, '할매집', GUKBAP, 1), 지번주소: '서울특별시 강남구 역삼1동' },
    { ...at(YEOKSAM, '역전국밥', GUKBAP, 3), 지번주소: '서울특별시 강남구 역삼동 825-1' },
    { ...at(YEOKSAM, '봄봄', CAFE, 0.5), 지번주소: '지하상가 1층' },
    at(YEOKSAM, '면면', WESTERN, 2),
    at(YEOKSAM, '바다', JAPANESE, 2.5),
    at(JEONJU, '한국집', GUKBAP, 1),
    at(JEONJU, '가족비빔밥', GUKBAP, 4),
    at(GURYE, '산들', CAFE, 1),
    at(GURYE, '구례식당', GUKBAP, 0.2),
    at(WIMI, '위미국수 본점', '국수/칼국수', 9),
    at(WIMI, '항구국수', '국수/칼국수', 1),
    at(WIMI, '바다죽', '음식점', 2),
  ]
  const cafes = Array.from({ length: 400 }, (_, n) => at(GANGNEUNG, `찻집 ${n}`, CAFE, n * 0.01))
  const beyond = [
    at(GANGNEUNG, '솔방울', WESTERN, 60),
    at(GANGNEUNG, '파스타마루', WESTERN, 80),
    at(GANGNEUNG, '경포횟집', '음식점', 70),
    at(GANGNEUNG, '먼면면', WESTERN, 200),
    at(GANGNEUNG, '먼바다', JAPANESE, 200),
  ]
  shops.push(...cafes, ...beyond)
  const lines = shops.map((shop, index) => shopLine({ 상가업소번호: `around ${index}`, ...shop }))
  await importQuietly(site.db, await writeShopFile(lines))
})

afterAll(() => site.close())

beforeEach(async () => {
  await site.db.deleteFrom('posts').execute()
  reader = await site.person()
})

const ask = (keyword: string, args: object = {}) => site.api.as(reader).getSearchShops({ keyword, ...args })

const names = async (keyword: string, args: object = {}) => (await ask(keyword, args)).map(({ name }) => name)

test.each([
  ['역삼동 국밥', ['역전국밥', '할매집']],
  ['국밥 역삼동', ['역전국밥', '할매집']],
  ['역삼동국밥', ['역전국밥', '할매집']],
  ['역삼동 국밥집', ['역전국밥', '할매집']],
  ['역삼동 근처 국밥 맛집 추천', ['역전국밥', '할매집']],
  ['역삼동 카페', ['봄봄']],
  ['역삼동 파스타', ['면면']],
  ['역삼동 초밥', ['바다']],
  ['역삼동 한식', ['할매집', '역전국밥']],
  ['역삼동 맛집', ['봄봄', '할매집', '면면', '바다', '역전국밥']],
  ['역삼동 식당', ['봄봄', '할매집', '면면', '바다', '역전국밥']],
  ['역삼동', ['봄봄', '할매집', '면면', '바다', '역전국밥']],
  ['전주 비빔밥', ['가족비빔밥', '한국집']],
  ['전주비빔밥', ['가족비빔밥', '한국집']],
  ['구례 카페', ['산들']],
  // The shop of that name is farther away.
  ['위미 국수', ['위미국수 본점', '항구국수']],
  // A dish of one syllable ends a name.
  ['위미 죽', ['바다죽', '위미국수 본점', '항구국수']],
])('%s finds the shops around the place, those with the dish in their name first', async (keyword, found) => {
  expect(await names(keyword)).toEqual(found)
})

test('a shop on the map tells the smallest area that its record names', async () => {
  const [lat, lng] = [YEOKSAM.lat + 0.002, YEOKSAM.lng]
  const view = { south: lat - 0.005, north: lat + 0.005, west: lng - 0.005, east: lng + 0.005, zoom: 18 }
  const shops = await site.api.as(reader).getMapShops(view)
  const areas = Object.fromEntries(shops.map(({ name, area }) => [name, area]))
  expect(areas).toMatchObject({ 할매집: '역삼동', 역전국밥: '역삼동', 봄봄: null })
})

test('a kind of food and a dish are found behind hundreds of nearer places, within the area before beyond', async () => {
  expect(await names('강릉 파스타')).toEqual(['파스타마루', '솔방울'])
  expect(await names('강릉 양식')).toEqual(['솔방울', '파스타마루'])
  // Of many shops the list tells no kind, but their name does.
  expect(await names('강릉 횟집')).toEqual(['경포횟집'])
  expect(await names('파스타', GANGNEUNG)).toEqual(['파스타마루', '솔방울'])
  // Without one within ten kilometres the nearest beyond.
  expect(await names('강릉 초밥')).toEqual(['먼바다'])
})

test.each([
  ['only food', '국밥'],
  ['any place to eat', '맛집'],
  ['a place in the sea', '독도 국밥'],
  ['a dish that no shop there has', '위미 초밥'],
  ['a name beside a place', '역삼동 남영돈'],
  ['what public data do not tell', '역삼동 혼밥'],
])('%s finds none', async (_, keyword) => {
  expect(await names(keyword)).toEqual([])
})

test('food alone finds shops around a given position, and any place to eat none', async () => {
  expect(await names('국밥', YEOKSAM)).toEqual(['역전국밥', '할매집'])
  expect(await names('카페', GURYE)).toEqual(['산들'])
  expect(await names('맛집', YEOKSAM)).toEqual([])
  // The place of the keyword goes before the position.
  expect(await names('구례 카페', YEOKSAM)).toEqual(['산들'])
  expect(await names('국밥', { lat: 30, lng: 120 })).toEqual([])
  expect(await refusal(ask('국밥', { lat: 37 }))).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('each shop tells the place it is around and the food that its name has; a shop of that name tells none', async () => {
  expect(await ask('역삼동 국밥')).toMatchObject([
    { name: '역전국밥', around: { place: '역삼동', food: '국밥', lat: expect.any(Number) } },
    { name: '할매집', around: { place: '역삼동', food: null } },
  ])
  expect(await ask('위미 국수')).toMatchObject([
    { name: '위미국수 본점', around: { place: '위미' } },
    { name: '항구국수', around: { place: '위미' } },
  ])
  expect(await ask('국밥', YEOKSAM)).toMatchObject([{ around: { place: null, ...YEOKSAM } }, {}])
  expect((await ask('구례식당'))[0]).toMatchObject({ name: '구례식당', around: null })
  expect(await names('역삼동 국밥', { around: false })).toEqual([])
})

test('a shop with a post, and one that two members call gone, are left out', async () => {
  const author = await site.person()
  await site.api.as(author).addPost({ ...somePost, place_name: '역전국밥', ...YEOKSAM, lat: YEOKSAM.lat + 0.003 })
  reader = await site.person()
  expect(await names('역삼동 국밥')).toEqual(['할매집'])
  const [shop] = await ask('역삼동 국밥')
  for (const witness of [await site.person(), await site.person()]) {
    await sql`update accounts set created_at = now() - interval '2 days' where id = ${witness.accountId}`.execute(
      site.db,
    )
    await site.api.as(witness).tellShop({ id: shop?.id ?? '', word: 'gone', told: true })
  }
  reader = await site.person()
  expect(await names('역삼동 국밥')).toEqual([])
})
