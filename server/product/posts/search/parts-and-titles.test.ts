import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostSite, startPostSite } from '#tests/post-site.ts'

let site: PostSite

const titles = new Map<string, string>()

beforeAll(async () => {
  site = await startPostSite({ places: true })
  const liked = { title: '많이 좋아해요', contents: '쌀밥', address: '대전 중구 은행동', lat: 36.328, lng: 127.427 }
  for (const post of [
    { title: '행원소라', contents: '뿔소라', address: '제주 제주시 구좌읍', lat: 33.544, lng: 126.803 },
    // The newer post of the same 읍 is farther from the village.
    { title: '송당국수', contents: '국수', address: '제주 제주시 구좌읍', lat: 33.47, lng: 126.78 },
    // The middle of a 면, ten kilometres from its beach, and a nearer post of another 면.
    { title: '면사무소앞', contents: '해물라면', address: '제주 서귀포시 표선면', lat: 33.3724, lng: 126.7609 },
    { title: '신산라면', contents: '해물라면', address: '제주 서귀포시 성산읍', lat: 33.377, lng: 126.871 },
    { title: '동금집', contents: '삼천포에서 온 쥐치', address: '경남 사천시 동금동', lat: 34.93, lng: 128.07 },
    { title: '사남집', contents: '국밥', address: '경남 사천시 사남면', lat: 35.05, lng: 128.06 },
    { title: '능이집', contents: '버섯', address: '인천 서구 원당동', lat: 37.59, lng: 126.71 },
    { title: '어디 갈까', contents: '콩국수', address: '경기 파주시 조리읍', lat: 37.74, lng: 126.8 },
    {
      title: '만원상',
      contents: '백반',
      price: 'under_1' as const,
      address: '대구 중구 동인동1가',
      lat: 35.87,
      lng: 128.6,
    },
    {
      title: '고기 이야기',
      contents: '고기 고기',
      kind: 'other' as const,
      address: '대구 중구 동인동1가',
      lat: 35.87,
      lng: 128.6,
    },
    {
      title: '항정',
      contents: '항정살',
      kind: 'grill' as const,
      address: '대구 중구 동인동1가',
      lat: 35.87,
      lng: 128.6,
    },
    liked,
  ])
    titles.set(await site.post(post), post.title)
  const reader = await site.person()
  const [id = ''] = [...titles].find(([, title]) => title === liked.title) ?? []
  await site.api.as(reader).likePost({ id, isLike: true, jwt: reader.handle })
})

afterAll(() => site.close())

async function found(keyword: string, args: object = {}) {
  const { data, instead } = await site.api.getSearchPosts({ keyword, ...args })
  return [...(instead ? ['instead'] : []), ...data.map(({ id }) => titles.get(id))]
}

test('a village is the 읍 around it, what is near it first', async () => {
  expect(await found('제주 행원리 맛집')).toEqual(['행원소라', '송당국수'])
  const { areas } = await site.api.resolveKeyword({ keyword: '제주 행원리' })
  expect(areas.map(({ name, named }) => ({ name, named }))).toContainEqual({ name: '제주 제주시 구좌읍', named: true })
})

test('without a post around a landmark those of its 읍 or 면 answer, in any order and by page', async () => {
  expect(await found('표선해수욕장 라면')).toEqual(['면사무소앞'])
  expect(await found('표선해수욕장 라면', { filter: 'latest' })).toEqual(['면사무소앞'])
})

test('a former city is the new one, and posts with its name come first', async () => {
  expect(await found('삼천포시 맛집')).toEqual(['동금집', '사남집'])
})

test('the short name of a new district is the district', async () => {
  expect(await found('검단 맛집')).toEqual(['능이집'])
})

test('a title made of words of asking comes before what is asked for, on the first page of the best matches only', async () => {
  expect((await found('어디 갈까')).slice(0, 2)).toEqual(['어디 갈까', '많이 좋아해요'])
  expect((await found('어디갈까'))[0]).toBe('어디 갈까')
  expect((await found('어디 갈까')).filter((title) => title === '어디 갈까')).toHaveLength(1)
  expect((await found('어디 갈까', { filter: 'popular' }))[0]).toBe('많이 좋아해요')
  expect((await found('어디 갈까', { price: ['under_1'] }))[0]).toBe('만원상')
})

test('a keyword with a price is that filter, as on the page', async () => {
  for (const keyword of ['만원 이하 밥집', '만원 이하', '대구 만원 이하', '만원으로 먹을 수 있는 곳'])
    expect(await found(keyword), keyword).toEqual(['만원상'])
  expect(await found('만원 이하 맛집', { price: ['over_5'] })).toEqual([])
})

test('places of the kind of food that is asked for come before posts that have its word', async () => {
  expect(await found('고기 땡기는 날')).toEqual(['항정', '고기 이야기'])
})
