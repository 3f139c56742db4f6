import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostSite, refusal, startPostSite } from '#tests/post-site.ts'
import { loadBundle } from './bundle/load-bundle.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite()
  await loadBundle(site.db)
})

afterAll(() => site.close())

async function named(keyword: string): Promise<string[]> {
  const landmarks = await site.api.suggestLandmarks({ keyword })
  return landmarks.filter((landmark) => landmark.named).map(({ name, area }) => `${name} ${area}`)
}

async function offered(keyword: string): Promise<string[]> {
  return (await site.api.suggestLandmarks({ keyword })).map(({ name }) => name)
}

test('a station, market or sight is named by its whole name, without its ending, by consonants, or by a popular name', async () => {
  for (const keyword of ['홍대입구역', '홍대입구', '홍대', 'ㅎㄷㅇㄱ', '홍대 입구역', '서울 홍대입구역', '홍대 맛집'])
    expect(await named(keyword), keyword).toEqual(['홍대입구역 서울 마포구'])
  expect(await named('광장시장')).toEqual(['광장시장 서울 종로구'])
  expect(await named('강남')).toEqual(['강남역 서울 강남구'])
  expect((await named('중앙시장')).length).toBeGreaterThan(1)
})

test('an area, food and half a name name none, but half a name is completed', async () => {
  for (const keyword of ['망원동', '서울', '마포구', '국수', '파스타', '홍', 'ㄱㄴ', ' ', '없는곳'])
    expect(await named(keyword), keyword).toEqual([])
  expect(await named('홍대입')).toEqual([])
  expect(await offered('홍대입')).toEqual(['홍대입구역'])
  expect(await offered('광장시')).toEqual(['광장시장'])
  expect(await offered('ㄱㄴ')).toEqual([])
  expect(await refusal(site.api.suggestLandmarks({ keyword: '가'.repeat(101) }))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})

test('a post at a market, whose name it does not have, is found near the market', async () => {
  const author = await site.person()
  const id = await site.post({ author, title: '육회', contents: '고소해요', lat: 37.5702, lng: 126.9998 })
  await site.post({ author, title: '먼 집', contents: '멀어요', lat: 35.1, lng: 129 })
  expect((await site.api.as(author).getSearchPosts({ keyword: '광장시장' })).data).toEqual([])
  const [market] = await site.api.suggestLandmarks({ keyword: '광장시장' })
  const { data } = await site.api.as(author).getPosts({ filter: 'near', ...market?.position })
  expect(data[0]?.id).toBe(id)
})

test('a landmark is known by its exact name at its position only', async () => {
  const [station] = await site.api.suggestLandmarks({ keyword: '홍대입구역' })
  const { lat = 0, lng = 0 } = station?.position ?? {}
  // As rounded in addresses of pages.
  const rounded = { lat: Number(lat.toFixed(3)), lng: Number(lng.toFixed(3)) }
  expect(await site.api.getLandmark({ name: '홍대입구역', ...rounded })).toMatchObject({
    name: '홍대입구역',
    kind: 'station',
    area: '서울 마포구',
  })
  for (const name of ['홍대', '당첨을 축하해요', '강남역', '']) {
    expect(await site.api.getLandmark({ name, ...rounded }), name).toBeNull()
  }
  expect(await site.api.getLandmark({ name: '홍대입구역', lat: lat + 0.01, lng })).toBeNull()
  expect(await refusal(site.api.getLandmark({ name: '홍대입구역', lat: 91, lng: 0 }))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})
