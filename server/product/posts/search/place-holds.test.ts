import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostSite, startPostSite } from '#tests/post-site.ts'

let site: PostSite

const MANGWON = { address: '서울 마포구 망원동 2', lat: 37.5563, lng: 126.9103 }
const SOKCHO = { address: '강원 속초시 교동 1', lat: 38.204, lng: 128.585 }
const JEONJU = { address: '전북 전주시 완산구 교동 1', lat: 35.8151, lng: 127.1531 }

const titles = new Map<string, string>()

beforeAll(async () => {
  site = await startPostSite({ places: true })
  for (const post of [
    // Only the older post has the words; of equal posts the newest comes first.
    { title: '망원손칼국수', contents: '부모님도 좋아하셨고 저녁에도 열어요', ...MANGWON },
    { title: '망원파스타', contents: '바질 향이 좋아요', ...MANGWON },
    { title: '첫 데이트', contents: '데이트에는 권하지 않아요. 점심, 저녁, 회식도요. 부모님은 더더욱요.', ...SOKCHO },
    { title: '부산 돼지국밥', contents: '부산에서 온 국밥', ...JEONJU },
    { title: '할매집', contents: '국밥 하나', address: '부산 부산진구 부전동 1', lat: 35.1577, lng: 129.0592 },
    { title: '진주집', contents: '콩국수', ...JEONJU },
    { title: '진주냉면 본점', contents: '육전', address: '경남 진주시 이현동 1', lat: 35.1983, lng: 128.0631 },
    { title: '남영돈', contents: '항정살', ...JEONJU },
    { title: '성수 카페 오월', contents: '라떼', address: '서울 성동구 성수동2가 1', lat: 37.5447, lng: 127.0559 },
  ])
    titles.set(await site.post(post), post.title)
})

afterAll(() => site.close())

async function found(keyword: string, args: object = {}): Promise<(string | undefined)[]> {
  const { data, instead } = await site.api.getSearchPosts({ keyword, ...args })
  return [...(instead ? ['instead'] : []), ...data.map(({ id }) => titles.get(id))]
}

const idOf = (title: string) => [...titles].find(([, other]) => other === title)?.[0] ?? ''

test.each([
  ['망원동 데이트', null],
  ['망원동 점심', null],
  ['망원동 저녁', '망원손칼국수'],
  ['저녁 망원동', '망원손칼국수'],
  ['망원동 회식장소', null],
  ['망원동저녁', '망원손칼국수'],
  ['부모님 모시고 갈 만한 망원동', '망원손칼국수'],
  ['부모님이랑 망원동에서 저녁식사', '망원손칼국수'],
  ['친구들이랑 망원동', null],
  ['망원동 소개팅하기 좋은 곳', null],
  ['망원동 가족모임', null],
])('%s finds the posts of that place, those with the word first', async (keyword, first) => {
  const posts = await found(keyword)
  expect(posts.toSorted()).toEqual(['망원손칼국수', '망원파스타'])
  if (first) expect(posts[0]).toBe(first)
})

test('food for an occasion is found without the word of the occasion too', async () => {
  expect(await found('엄마랑 갈만한 망원동 파스타')).toEqual(['망원파스타'])
  expect(await found('회사 동료랑 망원동에서 칼국수')).toEqual(['망원손칼국수'])
})

test('an occasion alone finds what people liked first, not whose text has the word most', async () => {
  const member = await site.person()
  const id = [...titles].find(([, title]) => title === '망원손칼국수')?.[0] ?? ''
  await site.api.as(member).likePost({ id, isLike: true, jwt: member.handle })
  expect(await found('저녁')).toEqual(['망원손칼국수', '첫 데이트'])
  expect(await found('저녁', { filter: 'latest' })).toEqual(['첫 데이트', '망원손칼국수'])
})

test('posts of the place come before a distant one whose title has all the words', async () => {
  for (const keyword of ['부산 국밥', '국밥 부산', '부산국밥맛집', '부산 국밥 추천'])
    expect(await found(keyword), keyword).toEqual(['할매집', '부산 돼지국밥'])
})

test('a title that equals the keyword comes first, wherever it is', async () => {
  expect(await found('진주집')).toEqual(['진주집', '진주냉면 본점'])
  expect((await found('부산 돼지국밥'))[0]).toBe('부산 돼지국밥')
})

test('a word that a title has is not corrected beside words that say nothing, and those never are', async () => {
  for (const keyword of ['남영돈 맛집', '남영돈 추천', '남영돈맛집', '남영돈 데이트']) {
    expect(await found(keyword), keyword).toEqual(['남영돈'])
    expect((await site.api.resolveKeyword({ keyword })).correction ?? '', keyword).not.toContain('남영동')
  }
  expect((await site.api.resolveKeyword({ keyword: '후계동 맛집' })).correction ?? '').not.toContain('찻집')
})

test.each(['성수카페추천', '성수카페맛집', '성수 카페 추천해줘', '성수카페추천좀', '성수카페맛집추천'])(
  '%s is read without its end of asking',
  async (keyword) => {
    expect(await found(keyword)).toEqual(['성수 카페 오월'])
  },
)

test('food, an occasion and words of asking together leave the place and the food', async () => {
  for (const keyword of ['망원동 가면 뭐 먹어야 해', '망원동에서 뭐 먹을까요?', '주말에 망원동 놀러가는데 뭐가 유명해'])
    expect((await found(keyword)).toSorted(), keyword).toEqual(['망원손칼국수', '망원파스타'])
  for (const keyword of ['망원동에서 칼국수에 막걸리 먹고 싶어', '할머니 모시고 갈 망원동 칼국수'])
    expect(await found(keyword), keyword).toEqual(['망원손칼국수'])
})

test('a word that no post of the place has is left out rather than the place, and a name elsewhere is found there', async () => {
  expect((await found('망원동 시끌벅적한')).toSorted()).toEqual(['망원손칼국수', '망원파스타'])
  expect((await site.api.resolveKeyword({ keyword: '망원동 시끌벅적한' })).correction).toBe('망원동')
  expect(await found('망원동 남영돈')).toContain('남영돈')
})

test('hours and traits say what suits, likes and visits what is good', async () => {
  const there = { address: '충북 제천시 화산동 1', lat: 37.128, lng: 128.2107 }
  for (const post of [
    { title: '밤샘집', contents: '우동', start_time: '18:00', end_time: '04:00', ...there },
    {
      title: '이른집',
      contents: '우동',
      start_time: '06:00',
      end_time: '14:00',
      traits: ['reservation' as const],
      ...there,
    },
    { title: '새집', contents: '우동', start_time: '11:00', end_time: '20:00', ...there },
  ])
    titles.set(await site.post(post), post.title)
  expect((await found('제천 야식'))[0]).toBe('밤샘집')
  expect((await found('제천 아침'))[0]).toBe('이른집')
  expect((await found('제천 단체'))[0]).toBe('이른집')
  expect((await found('제천 맛집'))[0]).toBe('새집')
  const member = await site.person()
  await site.api.as(member).savePost({ post: idOf('밤샘집'), list: 'been', saved: true })
  // Another keyword, because the response to the same one is kept for up to half a minute.
  expect((await found('제천 맛집 추천'))[0]).toBe('밤샘집')
})

test('a visit of a place counts for each post about it', async () => {
  const at = { address: '충북 제천시 청전동 2', lat: 37.148, lng: 128.2107 }
  for (const [title, place_name] of [
    ['골목', '골목쫄면'],
    ['시장', '시장쫄면'],
  ] as const)
    titles.set(await site.post({ title, contents: '쫄면', place_name, ...at }), title)
  expect((await found('제천 쫄면')).slice(0, 2)).toEqual(['시장', '골목'])
  const { place_id } = await site.api.getPost({ id: idOf('골목') })
  await site.api.as(await site.person()).savePlace({ place: place_id ?? '', list: 'been', saved: true })
  expect((await found('제천시 쫄면')).slice(0, 2)).toEqual(['골목', '시장'])
})

test('a nickname leads to its author, a telephone number to its post in any writing', async () => {
  const author = await site.person({ username: '배부른고래' })
  titles.set(await site.post({ author, title: '고래의 집', contents: '02-345-6789로 예약', ...JEONJU }), '고래의 집')
  for (const keyword of ['@배부른고래', '배부른고래', '023456789', '02-345-6789', '02 345 6789', '345-6789'])
    expect(await found(keyword), keyword).toEqual(['고래의 집'])
  expect(await found('@없는사람')).toEqual([])
})
