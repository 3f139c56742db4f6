import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PlaceTrait } from '#rules/food-kinds.ts'
import { type Person, type PostSite, startPostSite } from '#tests/post-site.ts'
import { readSearch } from './resolve-keyword.ts'

let site: PostSite
let reader: Person

/** Posts by a key for this test: title, text, and position. */
const posts = {
  porkSoup: {
    title: '할매돼지국밥',
    contents: '진해요',
    address: '부산 부산진구 부전동 1',
    lat: 35.1577,
    lng: 129.0592,
  },
  porkInSeoul: {
    title: '돼지국밥 서울점',
    contents: '멀어요',
    address: '서울 종로구 관철동 1',
    lat: 37.5689,
    lng: 126.9859,
  },
  cutlet: {
    title: '망원 수제돈까스',
    contents: '바삭해요',
    address: '서울 마포구 망원동 2',
    lat: 37.5563,
    lng: 126.9103,
  },
  rice: {
    title: '동네 밥집',
    contents: '떡볶이도 팔아요',
    address: '서울 마포구 망원동 3',
    lat: 37.5561,
    lng: 126.9099,
  },
  rawFish: {
    title: '바다횟집',
    contents: '모둠회가 좋아요',
    address: '강원 속초시 동명동 1',
    lat: 38.2105,
    lng: 128.5966,
  },
  saltBread: {
    title: '소금빵상회',
    contents: '갓 구워요',
    address: '서울 성동구 성수동2가 1',
    lat: 37.5447,
    lng: 127.0559,
  },
  cafe: { title: '햇살커피', contents: '라떼가 좋아요', address: '서울 성동구 성수동2가 2', lat: 37.545, lng: 127.056 },
  farCafe: { title: '먼 카페', contents: '산속이에요', address: '강원 속초시 교동 1', lat: 38.204, lng: 128.585 },
  pork: { title: '흑돼지구이', contents: '제주 맛', address: '제주 제주시 노형동 1', lat: 33.4855, lng: 126.4811 },
  words: { title: '친구 범이네', contents: '초성은 한 말 안에서' },
} as const

const ids = new Map<string, string>()

beforeAll(async () => {
  site = await startPostSite({ places: true })
  reader = await site.person()
  for (const [name, post] of Object.entries(posts)) ids.set(await site.post({ author: reader, ...post }), name)
})

// Deletes posts of the test before.
beforeEach(() => sql`delete from posts where id <> all(${[...ids.keys()]}::bigint[])`.execute(site.db))

afterAll(() => site.close())

const search = (keyword: string, args: object = {}) => site.api.as(reader).getSearchPosts({ keyword, ...args })

async function found(keyword: string, args: object = {}): Promise<(string | undefined)[]> {
  const { data, instead } = await search(keyword, args)
  return [...(instead ? [`instead: ${instead.name}`] : []), ...data.map(({ id }) => ids.get(id))]
}

test('words for what people look for anywhere are not searched in posts', async () => {
  expect(await found('떡볶이 맛집')).toEqual(['rice'])
  expect(await found('돈까스맛집')).toEqual(['cutlet'])
  expect(await found('바삭한 맛집')).toEqual(await found('바삭한'))
  expect(await found('갓 맛집')).toEqual(['saltBread'])
})

test('a keyword that asks for any place to eat finds all posts in the order that is asked, in lists and on the map', async () => {
  const [pork] = [...ids].find(([, name]) => name === 'pork') ?? ['']
  await site.api.as(reader).likePost({ id: pork, isLike: true, jwt: reader.handle })
  const all = Object.keys(posts).toReversed()
  const popular = ['pork', ...all.filter((name) => name !== 'pork')].slice(0, 10)
  for (const keyword of [
    '맛집',
    '맛집 추천',
    '근처 맛집',
    '근처맛집',
    '뭐 먹지',
    '맛있는 집 알려줘',
    'Best restaurants',
  ]) {
    expect(await found(keyword), keyword).toEqual(popular)
    expect(await site.api.resolveKeyword({ keyword })).toMatchObject({ kind: 'any', correction: null })
  }
  const near = { filter: 'near', lat: 35.1577, lng: 129.0592 }
  expect((await found('근처 맛집', near))[0]).toBe('porkSoup')
  expect(await found('근처 맛집', { ...near, radius: 3000 })).toEqual(['porkSoup'])
  const country = { south: 33, west: 124, north: 39, east: 132, zoom: 7 }
  const { count } = await site.api.getMapPosts(country)
  expect(count).toBe(Object.values(posts).filter((post) => 'lat' in post).length)
  expect((await site.api.getMapPosts({ ...country, keyword: '맛집' })).count).toBe(count)
  // Words that posts may contain.
  for (const keyword of ['골목', '점심 맛집'])
    expect((await site.api.resolveKeyword({ keyword })).kind, keyword).toBe('text')
})

test('a misspelt word that only posts have becomes theirs, and the answer says so', async () => {
  const read = async (keyword: string) => (await site.api.resolveKeyword({ keyword })).correction
  for (const [typed, meant] of [
    ['소금빵샹회', '소금빵상회'],
    ['헷살커피', '햇살커피'],
    ['바다횟찝', '바다횟집'],
    ['망원동 바삭헤요', '망원동 바삭해요'],
  ] as const)
    expect(await read(typed), typed).toBe(meant)
  expect(await found('소금빵샹회')).toEqual(['saltBread'])
  expect(await found('망원동 바삭헤요')).toEqual(['cutlet'])
  // Not corrected: words of posts, shorter or unfinished ones, and those that differ in more keys.
  for (const typed of ['소금빵상회', '소금빵상', '소금빵사', '바당', '소굼빵샹회', '쿄듀'])
    expect(await read(typed), typed).toBeNull()
  // A well-known place of two syllables.
  expect(await read('진헤')).toBe('진해')
})

test('a keyword that names an area finds its posts, also those that do not name it', async () => {
  expect(await found('망원동')).toEqual(expect.arrayContaining(['cutlet', 'rice']))
  expect((await found('망원동')).length).toBe(2)
  expect(await found('망원동', { filter: 'latest' })).toEqual(['rice', 'cutlet'])
  expect(await found('속초')).toEqual(expect.arrayContaining(['rawFish', 'farCafe']))
})

test('food with an area, with or without a space, finds only what is both', async () => {
  for (const keyword of ['부산 돼지국밥', '부산돼지국밥', '돼지국밥 부산', '부산 국밥', 'busan pork soup'])
    expect(await found(keyword), keyword).toEqual(['porkSoup'])
  expect(await found('망원동떡볶이')).toEqual(['rice'])
  expect(await found('제주도 흑돼지')).toEqual(['pork'])
  expect(await found('성수 카페')).toEqual(['cafe'])
})

test('of a sentence that no post has, the food is searched and the answer says so', async () => {
  const read = async (keyword: string) => (await site.api.resolveKeyword({ keyword })).correction
  for (const [typed, meant, name] of [
    ['할머니가 끓이던 국밥집', '국밥집', 'porkSoup'],
    ['망원동 바닥이 보이는 떡볶이', '망원동 떡볶이', 'rice'],
  ] as const) {
    expect(await read(typed), typed).toBe(meant)
    expect(await found(typed), typed).toContain(name)
  }
  // Moods order what is found, and leave nothing out.
  for (const [typed, name] of [
    ['새벽에 문 여는 국밥집', 'porkSoup'],
    ['해장하기 좋은 국밥', 'porkSoup'],
    ['망원동 분위기 좋은 떡볶이', 'rice'],
  ] as const)
    expect(await found(typed), typed).toContain(name)
  // Not shortened: posts have all of these words, or none has the food.
  for (const typed of ['수제 돈까스', '분위기 좋은 족발']) expect(await read(typed), typed).toBeNull()
  expect(await found('성수에서 카페')).toEqual(['cafe'])
})

test('what a post tells of its place is found by its words, alone and with an area', async () => {
  const told = await site.post({
    author: reader,
    title: '해 질 녘',
    contents: '조용해요',
    address: '서울 마포구 망원동 5',
    lat: 37.5562,
    lng: 126.9101,
    kind: 'bar',
    dishes: [{ name: '먹태구이', price: 18_000 }],
    traits: ['solo', 'kids'],
    start_time: '00:00',
    end_time: '00:00',
  })
  for (const word of ['술집', '먹태', '혼밥', '유아의자', '24시간'])
    for (const keyword of [word, `망원동 ${word}`])
      expect(
        (await search(keyword)).data.map(({ id }) => id),
        keyword,
      ).toEqual([told])
  expect((await search('기타')).data).toEqual([])
  await site.api.as(reader).editPost({ id: told, title: '해 질 녘', contents: '조용해요' })
  expect((await search('먹태')).data).toEqual([])
  await site.api.as(reader).deletePost({ id: told })
})

test('facts of a place are found as people ask for them, alone and in an area, and not without the fact', async () => {
  const there = { author: reader, contents: '조용해요', address: '서울 마포구 망원동 6', lat: 37.5563, lng: 126.9102 }
  const traits: PlaceTrait[] = ['solo', 'parking', 'reservation', 'takeout', 'pets', 'kids']
  const hours = { start_time: '00:00', end_time: '00:00' }
  const told = await site.post({ ...there, ...hours, traits, title: '해 뜰 녘', kind: 'cafe' })
  const other = await site.post({ ...there, title: '달 뜰 녘', kind: 'cafe' })
  const keywords = `혼밥하기 좋은 곳, 혼밥 가능한 식당, 혼자 먹기 좋은 곳, 주차되는 곳, 주차 가능한 카페, 주차가능한카페,
    강아지 데려갈 수 있는 식당, 강아지랑 갈 수 있는 카페, 애견동반, 반려견 동반, 애견동반 카페, 아기의자 있는 식당,
    아기 의자 있는 곳, 포장되는 곳, 포장이 되는 카페, 예약되는 곳, 24시간 하는 카페, 24시카페`
  for (const asked of keywords.split(/,\s+/))
    for (const keyword of [asked, `망원동 ${asked}`])
      expect(
        (await search(keyword)).data.map(({ id }) => id),
        keyword,
      ).toEqual([told])
  for (const id of [told, other]) await site.api.as(reader).deletePost({ id })
})

test('food is found by its other spellings and by its kind, whole words before parts of others', async () => {
  for (const keyword of ['돈가스', '돈까스', '돈카츠', 'ehsRktm'])
    expect(await found(keyword), keyword).toEqual(['cutlet'])
  expect((await found('회'))[0]).toBe('rawFish')
  expect(await found('국밥')).toEqual(['porkInSeoul', 'porkSoup'])
  expect(await found('coffee')).toEqual(expect.arrayContaining(['cafe', 'farCafe']))
})

test('a dish of a region is the food there first, and then the dish by its name; both readings are offered', async () => {
  const there = { address: '전북 전주시 완산구 교동 1', lat: 35.8151, lng: 127.1531 }
  const bowl = await site.post({ author: reader, title: '한옥밥상', contents: '전주에서 비빔밥 한 그릇', ...there })
  const idsOf = async () => (await search('전주비빔밥')).data.map(({ id }) => id)
  const meaning = async () => await site.api.resolveKeyword({ keyword: '전주비빔밥' })
  expect(await idsOf()).toEqual([bowl])
  expect(await meaning()).toMatchObject({ kind: 'area', otherWords: '비빔밥', alternatives: [] })
  const dish = await site.post({ author: reader, title: '골목집', contents: '전주비빔밥이에요', lat: 37.5, lng: 127 })
  await expect.poll(idsOf).toEqual([bowl, dish])
})

test('the last syllable may be unfinished, so that no result goes while it is typed', async () => {
  for (const keyword of ['돼지국', '돼지국ㅂ', '돼지국바', '돼지국밥'])
    expect(await found(keyword), keyword).toEqual(expect.arrayContaining(['porkSoup', 'porkInSeoul']))
  expect(await found('수제돈ㄲ')).toEqual(['cutlet'])
  // A word that only posts have.
  expect(await found('소금빵사')).toEqual(['saltBread'])
})

test('initial consonants are of one word', async () => {
  expect(await found('ㄱㅂ')).toEqual(expect.arrayContaining(['porkSoup', 'porkInSeoul']))
  expect(await found('ㄱㅂ')).not.toContain('words')
  expect(await found('ㅊㄱ')).toContain('words')
  expect(await found('ㅊㄱ', { filter: 'latest' })).toContain('words')
})

test('a word in the title comes before the same word in the text', async () => {
  const word = '연탄불고기집'
  const later = await site.post({ author: reader, title: '골목 안', contents: `${word}이에요` })
  const earlier = await site.post({ author: reader, title: `${word} 본점`, contents: '맛있어요' })
  const newest = await site.post({ author: reader, title: '새 글', contents: `여기도 ${word}` })
  expect((await search(word)).data.map(({ id }) => id)).toEqual([earlier, newest, later])
  expect((await search(word, { filter: 'latest' })).data.map(({ id }) => id)).toEqual([newest, earlier, later])
})

test('a list that is shown instead goes on by its cursor, and no other cursor leads there', async () => {
  const island = { author: reader, contents: '멀리 있어요', lat: 33.25, lng: 126.56 }
  for (const title of ['섬집 하나', '섬집 둘']) await site.post({ ...island, title })
  const { data, instead, nextCursor } = await search('잠실역')
  expect([data.length, instead?.name]).toEqual([10, '잠실역'])
  // A post with the word, which the first page would have shown.
  await site.post({ author: reader, title: '잠실역 앞', contents: '방금 썼어요' })
  const next = await search('잠실역', { cursor: nextCursor })
  expect(next.instead?.name).toBe('잠실역')
  expect([next.data.length, next.data.filter(({ id }) => data.some((first) => first.id === id))]).toEqual([1, []])
  await expect(search('잠실역', { cursor: nextCursor?.slice(2) })).rejects.toThrow()
  await expect(search('잠실역', { cursor: `7${nextCursor?.slice(1)}` })).rejects.toThrow()
})

test('pages by cursor and by number are the same and complete', async () => {
  const wanted: string[] = []
  for (let index = 0; index < 23; index++) {
    const title = index % 3 === 0 ? '쪽나누기 집' : `집 ${index}`
    wanted.push(await site.post({ author: reader, title, contents: '쪽나누기' }))
  }
  const byCursor = [await search('쪽나누기')]
  for (let cursor = byCursor[0]?.nextCursor; cursor; cursor = byCursor.at(-1)?.nextCursor)
    byCursor.push(await search('쪽나누기', { cursor }))
  const byNumber = await Promise.all([1, 2, 3].map((pageParam) => search('쪽나누기', { pageParam })))
  const idsOf = (pages: typeof byCursor) => pages.flatMap(({ data }) => data.map(({ id }) => id))
  expect(idsOf(byCursor)).toEqual(idsOf(byNumber))
  expect(idsOf(byCursor).toSorted()).toEqual(wanted.toSorted())
  expect(byCursor.map(({ pageCount }) => pageCount)).toEqual([3, 3, 3])
})

test('if no post has the words, the nearest to the place are shown and said to be others', async () => {
  expect((await found('서면역 냉면'))[0]).toBe('instead: 서면역')
  expect((await found('서면역 냉면'))[1]).toBe('porkSoup')
  expect(await found('서면역')).toEqual(['porkSoup'])
  expect(await found('없는말뿐')).toEqual([])
  // Distant posts are shown only without a match in town.
  expect(await found('노형동 라떼')).toEqual(['instead: 제주특별자치도 제주시 노형동', 'cafe'])
  await site.post({ author: reader, title: '섬커피', contents: '라떼도 있어요', lat: 33.45, lng: 126.49 })
  expect((await search('노형동 라떼')).data.map(({ title }) => title)).toEqual(['섬커피'])
  const { instead, from } = await search('잠실역')
  expect([instead?.name, Math.round(from?.lat ?? 0)]).toEqual(['잠실역', 38])
})

/** Number of statements and transactions for a keyword's meaning, with warm caches. */
async function statementsOf(keyword: string): Promise<number> {
  await readSearch(site.db, keyword, null)
  const taken = vi.spyOn(pg.Pool.prototype, 'connect')
  await readSearch(site.db, keyword, null)
  const { length } = taken.mock.calls
  taken.mockRestore()
  return length
}

test('what a keyword means takes one statement beside that for changed names, however many of its words are nearly those of posts', async () => {
  const nearly = '소금빵샹회 바댜횟집 햇쌀커피 흑돼지구어 수제돈까수 '
  for (const keyword of [
    '성수 카페',
    '소금빵샹회',
    '망원동 저녁',
    '새벽에 문 여는 국밥집',
    nearly,
    nearly.repeat(4).slice(0, 100),
    '가나다 라마바 사아자 차카타 '.repeat(7).slice(0, 100),
  ])
    expect(await statementsOf(keyword.trim()), keyword).toBeLessThanOrEqual(2)
})
