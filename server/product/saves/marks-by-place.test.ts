import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { apiPaths } from '#rules/paths.ts'
import { saveMessages, visitLimits } from '#rules/saves.ts'
import { buildUser } from '#tests/factories.ts'
import { importQuietly, shopLine, writeShopFile } from '#tests/place-files.ts'
import { openPostSite, type Person, refusal, somePost } from '#tests/post-site.ts'
import { requestBeforeCommit } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { loadSitemapFile } from '../pages/sitemap.ts'
import { hidePost, unhidePost } from '../posts/writing/write-lists.ts'

const site = await openPostSite({ env: unlimited })
let author: Person
let other: Person

beforeAll(async () => {
  author = await site.person()
  other = await site.person()
})

let places = 0

/** Place of a test; several posts with it are about one place. */
function somewhere() {
  const n = ++places
  return { place_name: `집${n}`, address: `제주시 노형로 ${n}`, lat: 33.3 + n / 100, lng: 126.3 }
}

type List = 'want' | 'been'
const save = (person: Person, post: string, list: List = 'want', saved = true) =>
  site.api.as(person).savePost({ post, list, saved })
const listOf = async (person: Person, list: List = 'want') => {
  const { data, gone } = await site.api.as(person).getSavedPosts({ list })
  return { posts: data.map(({ id }) => id), gone: gone ?? [] }
}
const isMarked = async (person: Person, id: string) => (await site.api.as(person).getPost({ id })).wanted
const rowsOf = ({ accountId }: Person) =>
  site.db.selectFrom('saves').selectAll().where('account_id', '=', accountId).execute()

test('two posts of a place are one row that counts once, and a third card of it is marked', async () => {
  const [person, place] = [await site.person(), somewhere()]
  const posts: string[] = []
  for (const title of ['하나', '둘', '셋']) posts.push(await site.post({ author, title, ...place }))
  const [first = '', second = '', third = ''] = posts
  expect(await save(person, first)).toEqual({ count: 1, id: first })
  expect(await save(person, second)).toEqual({ count: 0, id: second })
  expect(await listOf(person)).toEqual({ posts: [third], gone: [] })
  expect((await site.api.as(person).getSavedCounts()).want).toBe(1)
  expect((await site.api.as(person).getSavedPins({ list: 'want' })).map(({ post }) => post)).toEqual([third])
  for (const id of posts) expect(await isMarked(person, id)).toBe(true)
  const query = `query { getPost(id: "${third}") { id } }`
  const { text } = await person.client.post({ query, extensions: { reader: true } })
  const { place_id } = await site.api.as(person).getPost({ id: third })
  expect(JSON.parse(text).extensions.reader.posts).toEqual({ [third]: { wanted: true, place: place_id } })
  // A post that comes later is marked too, and represents the place.
  const fourth = await site.post({ author: other, ...place })
  expect(await isMarked(person, fourth)).toBe(true)
  expect((await listOf(person)).posts).toEqual([fourth])
  expect(await save(person, third, 'want', false)).toMatchObject({ count: 1 })
  expect(await rowsOf(person)).toEqual([])
})

test('both posts of a place, and the place, saved at once are one row', async () => {
  const place = somewhere()
  const [one, two] = [await site.post({ author, ...place }), await site.post({ author: other, ...place })]
  const { place_id } = await site.api.as(author).getPost({ id: one })
  const person = await site.person()
  const api = site.api.as(person)
  const calls = [one, two, one, two].flatMap((post) => [
    save(person, post, 'been'),
    api.savePlace({ place: place_id ?? '', list: 'been', saved: true }),
  ])
  const counts = (await Promise.all(calls)).map(({ count }) => count)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await rowsOf(person)).toHaveLength(1)
  expect(await api.getVisits({ place: place_id })).toEqual({ count: 1, again: null })
  expect(await site.api.as(author).getPlace({ id: place_id ?? '' })).toMatchObject({ been_count: 1 })
})

test('when the marked post goes, the mark lives on with another, and is a gone entry after the last', async () => {
  const [person, place] = [await site.person(), somewhere()]
  const one = await site.post({ author, title: '먼저', ...place })
  await save(person, one)
  const two = await site.post({ author: other, title: '나중', ...place })
  await site.api.as(author).deletePost({ id: one })
  expect(await listOf(person)).toEqual({ posts: [two], gone: [] })
  expect(await isMarked(person, two)).toBe(true)
  expect(await save(person, two)).toMatchObject({ count: 0 })
  await site.api.as(other).deletePost({ id: two })
  const { posts, gone } = await listOf(person)
  expect(posts).toEqual([])
  expect(gone).toMatchObject([{ post: two, title: place.place_name, shop: null, place_id: null }])
  expect(await save(person, two, 'want', false)).toMatchObject({ count: 1 })
})

test('two last posts of a place that are deleted at once leave one entry with the words of the last', async () => {
  for (let round = 0; round < 5; round++) {
    const [person, place] = [await site.person(), somewhere()]
    const [one, two] = [await site.post({ author, ...place }), await site.post({ author: other, ...place })]
    await save(person, one, 'been')
    await Promise.all([site.api.as(author).deletePost({ id: one }), site.api.as(other).deletePost({ id: two })])
    const { gone } = await listOf(person, 'been')
    expect(gone).toMatchObject([{ title: place.place_name }])
    expect(await site.api.as(person).getVisits({ post: gone[0]?.post ?? null })).toMatchObject({ count: 1 })
  }
})

test('a hidden or blocked post represents nothing: another of its place does, or the entry is not shown', async () => {
  const [person, place] = [await site.person(), somewhere()]
  const [one, two] = [await site.post({ author: other, ...place }), await site.post({ author, ...place })]
  await save(person, two)
  await site.api.as(author).blockUser({ handle: person.handle, block: true })
  expect(await listOf(person)).toEqual({ posts: [one], gone: [] })
  await site.db.transaction().execute((tx) => hidePost(tx, Number(one)))
  expect(await listOf(person)).toEqual({ posts: [], gone: [] })
  expect(await site.api.as(person).getSavedCounts()).toMatchObject({ want: 0 })
  await site.db.transaction().execute((tx) => unhidePost(tx, Number(one)))
  expect((await listOf(person)).posts).toEqual([one])
  await site.api.as(author).blockUser({ handle: person.handle, block: false })
  expect((await listOf(person)).posts).toEqual([two])
})

test('the only post of a place that is hidden and shown again is still marked', async () => {
  const [person, place] = [await site.person(), somewhere()]
  const post = await site.post({ author, ...place })
  await save(person, post, 'been')
  await site.db.transaction().execute((tx) => hidePost(tx, Number(post)))
  expect(await listOf(person, 'been')).toEqual({ posts: [], gone: [] })
  await site.db.transaction().execute((tx) => unhidePost(tx, Number(post)))
  expect((await listOf(person, 'been')).posts).toEqual([post])
  const { place_id } = await site.api.as(person).getPost({ id: post })
  expect(await site.api.as(author).getPlace({ id: place_id ?? '' })).toMatchObject({ been_count: 1 })
})

test('a post that moves to a place of others brings its mark along, and one mark of both stays', async () => {
  const [person, there] = [await site.person(), somewhere()]
  const target = await site.post({ author: other, ...there })
  const moving = await site.post({ author, ...somewhere() })
  const api = site.api.as(person)
  for (const post of [target, moving]) await save(person, post, 'been')
  await api.setVisits({ post: moving, count: 2 })
  const { id } = await api.addCollection({ name: '모음' })
  await api.putInCollection({ id, post: target, note: '점심' })
  await api.putInCollection({ id, post: moving, note: '저녁' })
  await site.api.as(author).editPost({ ...somePost, id: moving, ...there })
  expect((await listOf(person, 'been')).posts).toEqual([moving])
  expect(await api.getVisits({ post: target })).toEqual({ count: 3, again: null })
  const { collection, entries } = await api.getCollection({ id })
  expect(collection.count).toBe(1)
  expect(entries).toMatchObject([{ note: '점심 · 저녁' }])
  // A mark of a place that goes on does not follow the post.
  await site.api.as(author).editPost({ ...somePost, id: moving, ...somewhere() })
  expect((await listOf(person, 'been')).posts).toEqual([target])
  expect((await api.getPost({ id: moving })).been).toBe(false)
})

test('an edit that moves a post, and members who mark and leave at the same time, end in order', async () => {
  for (let round = 0; round < 4; round++) {
    const [from, to] = [somewhere(), somewhere()]
    const target = await site.post({ author: other, ...to })
    const moving = await site.post({ author, ...from })
    const people = await Promise.all([1, 2, 3, 4].map(() => site.person()))
    await Promise.all(people.flatMap((person) => [save(person, moving), save(person, target, 'been')]))
    const [marking, second, ...leaving] = people
    await Promise.all([
      site.api.as(author).editPost({ ...somePost, id: moving, ...to }),
      save(marking as Person, target),
      save(second as Person, target),
      ...leaving.map((person) => site.api.as(person).remove({ jwt: person.handle })),
    ])
    expect((await listOf(marking as Person)).posts).toHaveLength(1)
    expect(await rowsOf(second as Person)).toHaveLength(2)
  }
})

test.each(['want', 'been'] as const)(
  'a %s of a place that another marked post is moving to adds nothing',
  async (list) => {
    const [person, place] = [await site.person(), somewhere()]
    const target = await site.post({ author: other, ...place })
    const moving = await site.post({ author, ...somewhere() })
    await save(person, moving, list)
    const edit = (tx: Queryable) =>
      sql`update saves set venue_id = (select venue_id from venue_posts where post_id = ${target})
      where post_id = ${moving}`.execute(tx)
    expect(await requestBeforeCommit(site.db, edit, () => save(person, target, list))).toEqual({ count: 0, id: target })
    expect(await rowsOf(person)).toHaveLength(1)
  },
)

test('an entry whose post another entry is moving to adds nothing', async () => {
  const [person, place] = [await site.person(), somewhere()]
  const target = await site.post({ author: other, ...place })
  const moving = await site.post({ author, ...somewhere() })
  const api = site.api.as(person)
  const { id } = await api.addCollection({ name: '모음' })
  await api.putInCollection({ id, post: moving })
  const edit = (tx: Queryable) =>
    sql`update collection_entries set venue_id = (select venue_id from venue_posts where post_id = ${target})
      where post_id = ${moving}`.execute(tx)
  const put = () => api.putInCollection({ id, post: target })
  expect(await requestBeforeCommit(site.db, edit, put)).toMatchObject({ count: 0 })
  expect((await api.getCollection({ id })).collection.count).toBe(1)
})

test('a collection has each place once, whichever post of it is named', async () => {
  const [person, place] = [await site.person(), somewhere()]
  const [one, two] = [await site.post({ author, ...place }), await site.post({ author: other, ...place })]
  const last = await site.post({ author })
  const api = site.api.as(person)
  const { id } = await api.addCollection({ name: '모음' })
  expect(await api.putInCollection({ id, post: one })).toMatchObject({ count: 1 })
  expect(await api.putInCollection({ id, post: two })).toMatchObject({ count: 0 })
  expect(await api.putInCollection({ id, post: two, note: '창가 자리' })).toMatchObject({ count: 1 })
  await api.putInCollection({ id, post: last })
  const entries = async () => (await api.getCollection({ id })).entries.map(({ post, note }) => [post?.id, note])
  expect(await entries()).toEqual([
    [one, '창가 자리'],
    [last, ''],
  ])
  expect((await api.getCollections({ handle: person.handle, post: two }))[0]?.has).toBe(true)
  await api.moveInCollection({ id, post: two, position: 2 })
  expect((await entries()).map(([post]) => post)).toEqual([last, one])
  await site.api.as(author).deletePost({ id: one })
  expect((await entries())[1]).toEqual([two, '창가 자리'])
  expect(await api.takeFromCollection({ id, post: two })).toMatchObject({ count: 1 })
  expect((await api.getCollection({ id })).collection.count).toBe(1)
})

test("after a withdrawal of its author a place goes on with others' posts, and for members in a block too", async () => {
  const [leaver, keeper, place] = [await site.person(), await site.person(), somewhere()]
  const one = await site.post({ author: leaver, title: '카나리아', ...place })
  const two = await site.post({ author, ...place })
  const alone = await site.post({ author: leaver, ...somewhere() })
  for (const post of [one, alone]) await save(keeper, post)
  await site.api.as(leaver).blockUser({ handle: keeper.handle, block: true })
  await site.api.as(leaver).remove({ jwt: leaver.handle })
  expect(await listOf(keeper)).toEqual({ posts: [two], gone: [] })
  expect(await rowsOf(keeper)).toHaveLength(1)
  expect(JSON.stringify(await rowsOf(keeper))).not.toContain('카나리아')
})

test('visits are counted, taken back and bounded, and say whether one would go again', async () => {
  const [person, place] = [await site.person(), somewhere()]
  const [one, two] = [await site.post({ author, ...place }), await site.post({ author: other, ...place })]
  const api = site.api.as(person)
  expect(await api.getVisits({ post: one })).toEqual({ count: 0, again: null })
  await save(person, one, 'been')
  expect(await api.setVisits({ post: two, count: 1, again: true })).toEqual({ count: 1, again: true })
  expect(await api.setVisits({ post: one, count: 3 })).toEqual({ count: 3, again: null })
  expect(await api.setVisits({ post: one, count: 3, again: false })).toEqual({ count: 3, again: false })
  const query = `query { getPost(id: "${two}") { id } }`
  const { text } = await person.client.post({ query, extensions: { reader: true } })
  expect(JSON.parse(text).extensions.reader.posts[two]).toMatchObject({ been: true, visits: 3 })
  expect(await refusal(api.setVisits({ post: one, count: 4 }))).toMatchObject({ message: saveMessages.visitsOfDay })
  await sql`update visits set day = day - 1 where account_id = ${person.accountId}`.execute(site.db)
  await Promise.all(Array.from({ length: 10 }, () => api.setVisits({ post: one, count: 4, again: true })))
  expect(await api.getVisits({ post: two })).toEqual({ count: 4, again: true })
  expect(await api.setVisits({ post: two, count: 3 })).toEqual({ count: 3, again: false })
  for (const count of [-1, visitLimits.all + 1]) {
    expect(await refusal(api.setVisits({ post: one, count }))).toMatchObject({ message: saveMessages.visits })
  }
  for (const asked of [{}, { post: one, place: '1' }]) {
    expect(await refusal(api.setVisits({ ...asked, count: 1 }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  expect(await refusal(api.setVisits({ post: '999999999', count: 1 }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await api.setVisits({ post: two, count: 0 })).toEqual({ count: 0, again: null })
  expect(await rowsOf(person)).toEqual([])
  expect(await visitsOf(person)).toEqual([])
})

const visitsOf = ({ accountId }: Person) =>
  site.db.selectFrom('visits').selectAll().where('account_id', '=', accountId).execute()

test('visits of an account are bounded in all', async () => {
  const person = await site.person()
  await sql`insert into visits (account_id, post_id, day)
    select ${person.accountId}, 1, current_date - 9 from generate_series(1, ${visitLimits.all - 1})`.execute(site.db)
  const post = await site.post({ author })
  const api = site.api.as(person)
  await save(person, post, 'been')
  expect(await refusal(api.setVisits({ post, count: 2 }))).toMatchObject({ message: saveMessages.allVisits })
})

test('nobody else reads or sets visits, and a withdrawal leaves none', async () => {
  const [person, restricted] = [await site.person(), await site.person({ restricted: true })]
  const post = await site.post({ author })
  await site.api.as(person).setVisits({ post, count: 2, again: true })
  expect(await site.api.as(other).getVisits({ post })).toEqual({ count: 0, again: null })
  expect(await refusal(site.api.getVisits({ post }))).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await refusal(site.api.setVisits({ post, count: 1 }))).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await refusal(site.api.as(restricted).getVisits({ post }))).toMatchObject({ code: 'FORBIDDEN' })
  await site.api.as(person).remove({ jwt: person.handle })
  expect(await visitsOf(person)).toEqual([])
})

const NOHYEONG = { lat: 33.4837, lng: 126.4769 }
let shops = 0

/** Adds a shop of public data. */
async function shop(): Promise<{ id: string; name: string }> {
  const name = `국밥가게${'가나다라마바사아자차카타파하'[shops++]}`
  await site.db.deleteFrom('places').execute()
  await importQuietly(
    site.db,
    await writeShopFile([shopLine({ 상가업소번호: `s${shops}`, 상호명: name, 상권업종소분류명: '국/탕/찌개류' })]),
  )
  const [found] = await site.api.as(author).getSearchShops({ keyword: name })
  if (!found) throw new Error(`no shop ${name}`)
  return { id: found.id, name }
}

const sitemapShops = async () => (await loadSitemapFile(site.db, { kind: 'shops', number: 0 })).map(({ path }) => path)

test('a shop without a post is saved, listed with its record, counted and exported, and its page is for search engines until the last save goes', async () => {
  const person = await buildUser(site.api)
  const api = site.api.as(person)
  const { id, name } = await shop()
  const kept = async () => (await site.api.as(author).getPlace({ id })).record?.kept
  expect([await kept(), await sitemapShops()]).toEqual([false, []])
  const put = (saved: boolean, list: List = 'want') => api.savePlace({ place: id, list, saved })
  expect(await put(true)).toEqual({ count: 1, id })
  expect(await put(true)).toEqual({ count: 0, id })
  expect([await kept(), await sitemapShops()]).toEqual([true, [`/place/${id}`]])
  const { data, gone } = await api.getSavedPosts({ list: 'want' })
  expect(data).toEqual([])
  const address = '제주특별자치도 제주시 노형로 380'
  expect(gone).toMatchObject([
    { post: id, title: name, place_id: id, at: 0, shop: { id, name, kind: 'korean', address, ...NOHYEONG } },
  ])
  expect((await api.getSavedPosts({ list: 'want', keyword: name })).gone).toHaveLength(1)
  expect((await api.getSavedPosts({ list: 'want', keyword: '없는말' })).gone).toEqual([])
  expect((await api.getSavedPosts({ list: 'want', kind: ['korean'] })).gone).toHaveLength(1)
  expect((await api.getSavedPosts({ list: 'want', kind: ['cafe'] })).gone).toEqual([])
  expect((await api.getSavedPosts({ list: 'want', sort: 'near', ...NOHYEONG })).gone).toHaveLength(1)
  expect(await api.getSavedCounts()).toMatchObject({ want: 1 })
  expect(await api.getSavedPins({ list: 'want' })).toEqual([{ post: id, place_id: id, title: name, ...NOHYEONG }])
  const query = `query { getSearchShops(keyword: "${name}") { id } }`
  const { text } = await person.client.post({ query, extensions: { reader: true } })
  expect(JSON.parse(text).extensions.reader.places).toEqual({ [id]: { wanted: true } })
  await put(true, 'been')
  expect(await api.setVisits({ place: id, count: 2, again: true })).toEqual({ count: 2, again: true })
  expect(await site.api.as(author).getPlace({ id })).toMatchObject({ been_count: 1 })
  const { text: files } = await person.client.send('GET', apiPaths.dataExport)
  const [, file = ''] = /saves\.json(\[[\s\S]*?\n\])/.exec(files) ?? []
  expect(JSON.parse(file)).toMatchObject([
    { list: 'want', placeId: id, place_name: name, address, category: '국/탕/찌개류' },
    { list: 'been', placeId: id, visits: [{ again: null }, { again: true }] },
  ])
  expect(await api.getWithdrawalSummary({})).toMatchObject({ saves: 1 })
  await put(false)
  await api.setVisits({ place: id, count: 0 })
  expect([await kept(), await sitemapShops()]).toEqual([false, []])
})

test('a saved shop is the place of its first post, and the shop again without it', async () => {
  const person = await site.person()
  const api = site.api.as(person)
  const { id, name } = await shop()
  await api.savePlace({ place: id, list: 'want', saved: true })
  const post = await site.post({ author, place_name: name, ...NOHYEONG })
  expect(await listOf(person)).toEqual({ posts: [post], gone: [] })
  expect(await isMarked(person, post)).toBe(true)
  expect(await save(person, post)).toMatchObject({ count: 0 })
  await site.api.as(author).deletePost({ id: post })
  const { posts, gone } = await listOf(person)
  expect(posts).toEqual([])
  expect(gone).toMatchObject([{ title: name, shop: { id, name } }])
})

test('the mark of a post of a shop lives on as the shop when the post goes, or its author', async () => {
  const person = await site.person()
  const { id, name } = await shop()
  const writer = await site.person()
  const post = await site.post({ author: writer, title: '카나리아', place_name: name, ...NOHYEONG })
  await save(person, post, 'been')
  await site.api.as(person).setVisits({ post, count: 2 })
  await site.api.as(writer).remove({ jwt: writer.handle })
  const { gone } = await listOf(person, 'been')
  expect(gone).toMatchObject([{ title: name, shop: { id } }])
  expect(await site.api.as(person).getVisits({ place: id })).toMatchObject({ count: 2 })
  expect(JSON.stringify(await rowsOf(person))).not.toContain('카나리아')
  const again = await site.post({ author, place_name: name, ...NOHYEONG })
  await site.db.transaction().execute((tx) => hidePost(tx, Number(again)))
  expect((await listOf(person, 'been')).gone).toMatchObject([{ shop: { id } }])
})

test('a place that is unknown, or has only posts that the reader does not see, cannot be saved', async () => {
  const person = await site.person()
  const post = await site.post({ author, ...somewhere() })
  const { place_id } = await site.api.as(author).getPost({ id: post })
  await site.api.as(author).blockUser({ handle: person.handle, block: true })
  for (const place of [place_id ?? '', '99999999', '999999999999999', 'abc', '0']) {
    const call = site.api.as(person).savePlace({ place, list: 'want', saved: true })
    expect(await refusal(call), place).toMatchObject({ code: 'NOT_FOUND' })
  }
  await site.api.as(author).blockUser({ handle: person.handle, block: false })
})
