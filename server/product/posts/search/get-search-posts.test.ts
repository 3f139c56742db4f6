import { beforeEach, expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { searchMessages } from '#rules/search.ts'
import { openPostSite, type Person, refusal, somePost } from '#tests/post-site.ts'

const site = await openPostSite()
let reader: Person

beforeEach(async () => {
  await site.db.deleteFrom('posts').execute()
  reader = await site.person()
})

const search = (keyword: string, args: object = {}) => site.api.as(reader).getSearchPosts({ keyword, ...args })
const idsOf = async (keyword: string) => (await search(keyword)).data.map(({ id }) => id)

test('a post is found by two syllables of its name, text, place or address', async () => {
  const id = await site.post({
    title: '돌고래순두부',
    contents: '얼큰하고 칼칼해요',
    place_name: '돌고래 본관',
    address: '대전 유성구 온천로',
  })
  for (const keyword of ['고래', '순두', '칼칼', '본관', '온천', '돌고래순두부'])
    expect(await idsOf(keyword)).toEqual([id])
  for (const keyword of ['고돌', '래고', '두부얼큰', '해요돌']) expect(await idsOf(keyword)).toEqual([])
})

test('one syllable, one letter and one emoji are enough', async () => {
  const id = await site.post({ title: '뽕Ω🦑', contents: '한 글자' })
  for (const keyword of ['뽕', 'Ω', 'ω', '🦑']) expect(await idsOf(keyword)).toEqual([id])
})

test('the order of words, their spacing and their case do not matter', async () => {
  const id = await site.post({ title: 'Pizza 마리나라', contents: '도우가 얇고 바삭' })
  for (const keyword of [
    '마리나라 pizza',
    'PIZZA마리',
    '  도우가얇고   피자가 '.replace('피자가', 'zZa'),
    '얇 고바 삭',
  ]) {
    expect(await idsOf(keyword)).toEqual([id])
  }
  expect(await idsOf('마리나라 없는말')).toEqual([])
})

test('initial consonants find syllables that start with them, at the same position only', async () => {
  const id = await site.post({ title: '행운동떡집', contents: 'x' })
  for (const keyword of ['ㅎㅇㄷ', 'ㅇㄷㄸㅈ', 'ㄸㅈ', 'ㅎㅇㄷ 떡집']) expect(await idsOf(keyword)).toContain(id)
  expect(await idsOf('ㅎㄷㅇ')).toEqual([])
  const [laughing, crossing] = [
    await site.post({ title: '크크처', contents: 'ㅋㅋ' }),
    await site.post({ title: '큰 3 커처', contents: 'y' }),
  ]
  expect(await idsOf('ㅋㅊ')).toEqual([crossing, laughing])
  expect(await idsOf('ㅋㅋㅊ')).toEqual([laughing])
  expect(await idsOf('ㄸ')).toContain(id)
})

test('a decomposed word and an invisible character find the same as a composed one', async () => {
  const id = await site.post({ title: '숯불갈비'.normalize('NFD'), contents: '연\u200B탄' })
  for (const keyword of ['숯불', '숯불'.normalize('NFD'), '갈\u200B비', '연탄'])
    expect(await idsOf(keyword)).toEqual([id])
})

test.each([
  ['Ｂ１', 'B1'],
  ['ｃａｆｅ', 'cafe'],
  ['ⓅⒶⓈⓉⒶ', 'pasta'],
  ['Café Soleil', 'cafe soleil'],
  ['Crème', 'CREME'],
  ['Phở', 'pho'],
  ['smørrebrød', 'smorrebrod'],
  ['T-bone', 'tbone'],
  ['7‑Eleven', '7eleven'],
  ['K – 치킨', 'k치킨'],
  ['Mom’s', "mom's"],
  ['㈜을밀 대', '(주)을밀대'],
  ['ﬁsh', 'fish'],
  ['국밥\v④호', '국밥 4호'],
])('%j is found as %j, and the other way round', async (one, other) => {
  const ids = [
    await site.post({ title: one, contents: 'x' }),
    await site.post({ title: '나', contents: `앞 ${other}` }),
  ]
  for (const keyword of [one, other]) expect(await idsOf(keyword)).toEqual(expect.arrayContaining(ids))
})

test('hyphens between digits tell numbers apart, whatever they look like', async () => {
  const [lot, other] = [
    await site.post({ title: '번지', contents: '망원동 395–47' }),
    await site.post({ title: '번지', contents: '망원동 39547' }),
  ]
  expect(await idsOf('395-47')).toEqual([lot])
  expect(await idsOf('３９５－４７')).toEqual([lot])
  expect(await idsOf('39547')).toEqual([other])
})

test.each(['%', '_', '%%', '\\', "'", "' OR 1=1--", '{a,b}', '"', '$1', '().*', '~', ':*&|!'])(
  '%j is matched literally',
  async (keyword) => {
    const id = await site.post({ title: '특수문자', contents: `앞${keyword}뒤` })
    await site.post({ title: '평범', contents: '아무 기호도 없다' })
    expect(await idsOf(keyword)).toContain(id)
    for (const { contents } of (await search(keyword)).data) expect(contents).toContain(keyword)
  },
)

test('an emoji of several code points is found whole', async () => {
  const id = await site.post({ title: '👨‍👩‍👧‍👦식당', contents: '가족 모임' })
  expect(await idsOf('👨‍👩‍👧‍👦')).toEqual([id])
  expect(await idsOf('👨‍👩‍👧‍👦식')).toEqual([id])
})

test.each(['', '   ', '\u200B', '\u3164 '])('%j finds nothing and is not an error', async (keyword) => {
  await site.post()
  expect(await search(keyword)).toMatchObject({ data: [], pageCount: 0, nextCursor: null })
})

test.each([
  ['101 characters', '가'.repeat(101), searchMessages.keywordLong],
  ['eleven words', '가 나 다 라 마 바 사 아 자 차 카', searchMessages.manyTerms],
])('%s are refused', async (_, keyword, message) => {
  expect(await refusal(search(keyword))).toEqual({
    message,
    code: 'BAD_USER_INPUT',
    fields: [{ field: 'keyword', message }],
  })
})

test('a hundred characters and ten words are accepted', async () => {
  expect(await idsOf('😀'.repeat(100))).toEqual([])
  expect(await idsOf('하 나 두 울 세 엣 네 엣 다 섯')).toEqual([])
})

test.each(['latest', 'popular', 'order'])(
  '%s: pages by cursor and by number are the same and complete',
  async (filter) => {
    const author = await site.person()
    const keyword = `정렬${filter}`
    for (let index = 0; index < 23; index++) {
      const id = await site.post({ author, title: `가게 ${index % 4}`, contents: keyword })
      await site.db
        .updateTable('post_stats')
        .set({ like_count: index % 3 })
        .where('post_id', '=', Number(id))
        .execute()
    }
    const byNumber = await Promise.all([1, 2, 3, 4].map((pageParam) => search(keyword, { filter, pageParam })))
    const byCursor = [await search(keyword, { filter })]
    for (let cursor = byCursor[0]?.nextCursor; cursor; cursor = byCursor.at(-1)?.nextCursor) {
      byCursor.push(await search(keyword, { filter, cursor }))
      await site.post({ author, title: '가장 앞', contents: keyword.slice(0, 2) })
    }
    expect(byCursor).toEqual(
      byNumber.slice(0, 3).map((page, index) => ({ ...page, nextCursor: byCursor[index]?.nextCursor })),
    )
    expect(byNumber.map(({ data, pageCount }) => [data.length, pageCount])).toEqual([
      [10, 3],
      [10, 3],
      [3, 3],
      [0, 3],
    ])
    const posts = byNumber.flatMap(({ data }) => data)
    expect(new Set(posts.map(({ id }) => id)).size).toBe(23)
    const keys = posts.map(
      ({ id, like, title }) => ({ latest: '', popular: 9 - like, order: title })[filter] + id.padStart(9),
    )
    const newestFirst = (a: string, b: string) => a.slice(0, -9).localeCompare(b.slice(0, -9), 'ko') || (a < b ? 1 : -1)
    expect(keys).toEqual(keys.toSorted(newestFirst))
  },
)

test('a cursor belongs to its words, in any order and spelling, and to its filter', async () => {
  for (let index = 0; index < 11; index++) await site.post({ title: 'Cursor 집', contents: '커서' })
  const { nextCursor: cursor } = await search('cursor 커서')
  expect((await search('커서  CURSOR', { cursor })).data.length).toBe(1)
  for (const [words, filter] of [
    ['cursor', 'latest'],
    ['cursor 커서', 'order'],
  ] as const) {
    const refused = await refusal(search(words, { cursor, filter }))
    expect(refused).toMatchObject({ message: errorMessages.BAD_USER_INPUT })
  }
  expect(await refusal(search('cursor', { pageParam: 0 }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  expect(await refusal(search('', { pageParam: -1 }))).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('a search after a deletion no longer finds the post', async () => {
  const author = await site.person()
  const id = await site.post({ ...somePost, author, title: '사라질집' })
  expect(await idsOf('사라질')).toEqual([id])
  await site.api.as(author).deletePost({ id })
  expect(await search('사라질')).toMatchObject({ data: [], pageCount: 0, nextCursor: null })
})
