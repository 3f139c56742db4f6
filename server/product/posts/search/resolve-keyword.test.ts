import { afterAll, beforeAll, expect, test } from 'vitest'
import { misspeltPlaces } from '#tests/misspelt-places.ts'
import { type PostSite, refusal, startPostSite } from '#tests/post-site.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite({ places: true })
  const author = await site.person()
  for (const address of [
    '서울 마포구 망원동 1',
    '서울 마포구 서교동 2',
    '서울 중구 명동 3',
    '부산 중구 중앙동 4',
    '울산 남구 삼산동 5',
  ])
    await site.post({ author, address })
})

afterAll(() => site.close())

const resolve = (keyword: string) => site.api.resolveKeyword({ keyword })
const areas = async (keyword: string) =>
  (await resolve(keyword)).areas.filter(({ named }) => named).map(({ path }) => path)
const landmarks = async (keyword: string) =>
  (await resolve(keyword)).landmarks.filter(({ named }) => named).map(({ name, area }) => `${name} ${area}`)
const begun = async (keyword: string) => {
  const { areas: some, landmarks: others } = await resolve(keyword)
  return [...some, ...others].filter(({ named }) => !named).map(({ name }) => name)
}

test('a landmark is named by its whole name, without its ending, by consonants, or by a by-name', async () => {
  for (const keyword of ['홍대입구역', '홍대입구', '홍대', 'ㅎㄷㅇㄱ', '홍대 입구역', '서울 홍대입구역', '홍대 맛집'])
    expect(await landmarks(keyword), keyword).toEqual(['홍대입구역 서울 마포구'])
  expect(await landmarks('광장시장')).toEqual(['광장시장 서울 종로구'])
  expect((await landmarks('강남'))[0]).toBe('강남역 서울 강남구')
  expect((await landmarks('중앙시장')).length).toBeGreaterThan(1)
})

test('areas are named in full and as people shorten them, with the number of their posts', async () => {
  expect((await resolve('망원동')).areas[0]).toMatchObject({
    name: '서울 마포구 망원동',
    path: '서울/마포구/망원동',
    count: 1,
    named: true,
  })
  expect(await areas('마포 망원동')).toEqual(['서울/마포구/망원동'])
  expect((await areas('중구')).slice(0, 2)).toEqual(['서울/중구', '부산/중구'])
  expect(await areas('부산 중구')).toEqual(['부산/중구'])
  expect((await areas('안동')).slice(0, 2)).toEqual(['경북/안동시', '경남/김해시/삼안동'])
  // Another name of 서교동.
  expect((await areas('동교동'))[0]).toBe('서울/마포구/서교동')
})

test('of areas with the same consonants the one with the most posts is first', async () => {
  const { areas: found } = await resolve('ㅁㅇㄷ')
  expect(found[0]).toMatchObject({ path: '서울/마포구/망원동', count: 1, named: true })
  expect(found.length).toBeGreaterThan(1)
  // Fifty areas with these consonants have fewer posts.
  expect((await resolve('ㅅㅅㄷ')).areas[0]).toMatchObject({ path: '울산/남구/삼산동', count: 1 })
})

test('food, half a name and other words name nothing, but half a name is completed', async () => {
  for (const keyword of ['국수', '파스타', '홍', 'ㄱㄴ', ' ', '없는곳']) {
    expect([...(await areas(keyword)), ...(await landmarks(keyword))], keyword).toEqual([])
  }
  expect(await begun('홍대입')).toContain('홍대입구역')
  expect(await begun('망원도')).toContain('서울 마포구 망원동')
  expect(await begun('망워')).toContain('서울 마포구 망원동')
  expect(await begun('광장시')).toContain('광장시장')
  expect((await resolve('떡보')).dishes).toContain('떡볶이')
  expect((await resolve('ㅂㅂㅂ')).dishes).toContain('비빔밥')
  expect((await resolve('국수')).kind).toBe('dish')
  expect(await refusal(resolve('가'.repeat(101)))).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('an answer says what it read instead of a mistake or of the other keyboard', async () => {
  for (const [typed, read] of [
    ['rnrqkq', '국밥'],
    ['ejrqhRdl', '떡볶이'],
    ['rkdska', '강남'],
    ['해운데', '해운대'],
    ['hongdae', '홍대'],
    ['pizza', '피자'],
    ['busan pork soup', '부산 돼지국밥'],
  ] as const)
    expect((await resolve(typed)).correction, typed).toBe(read)
  for (const keyword of ['국밥', '강남', '파스타', '없는곳', 'Green Kettle'])
    expect((await resolve(keyword)).correction, keyword).toBeNull()
})

test('what is asked of a place is told apart from the place', async () => {
  for (const [keyword, words] of [
    ['강남에서 파스타', '파스타'],
    ['파스타 망원동', '파스타'],
    ['부산돼지국밥', '돼지국밥'],
    ['홍대 혼밥 국수', '혼밥 국수'],
    ['강남역 맛집', null],
    ['망원동', null],
    ['파스타', null],
    ['없는곳', null],
  ] as const)
    expect((await resolve(keyword)).otherWords, keyword).toBe(words)
})

test('of misspelt names nine of ten are read or suggested', async () => {
  const missed: string[] = []
  for (const { typed, wanted } of misspeltPlaces) {
    const { correction, suggestions } = await resolve(typed)
    if (![correction, ...suggestions].includes(wanted))
      missed.push(`${typed}: ${correction}, ${suggestions.join(', ')}`)
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(misspeltPlaces.length / 10)
})

test('a landmark is known by its exact name at its position only', async () => {
  const [station] = (await resolve('홍대입구역')).landmarks
  const { lat = 0, lng = 0 } = station?.position ?? {}
  // As rounded in URLs of pages.
  const rounded = { lat: Number(lat.toFixed(3)), lng: Number(lng.toFixed(3)) }
  expect(await site.api.getLandmark({ name: '홍대입구역', ...rounded })).toMatchObject({ name: '홍대입구역' })
  expect(await site.api.getLandmark({ name: '홍대입구', ...rounded })).toBeNull()
  expect(await site.api.getLandmark({ name: '홍대입구역', lat: lat + 0.01, lng })).toBeNull()
})
