import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { importQuietly, type Shop, shopLine, writeShopFile } from '#tests/place-files.ts'
import { openPostSite, type Person, refusal, somePost } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { loadSitemapFile } from '../../pages/sitemap.ts'

const site = await openPostSite({ env: unlimited })
// Shared answers may be a second old.
let reader: Person
const NOHYEONG = { lat: 33.4837, lng: 126.4769 }
const view = { south: 33.48, west: 126.47, north: 33.49, east: 126.48, zoom: 16 }
/** Degrees of latitude of a metre. */
const METRE = 1 / 111_195

beforeEach(async () => {
  for (const table of ['posts', 'venues', 'places', 'place_imports', 'shop_words', 'shop_decisions'] as const) {
    await site.db.deleteFrom(table).execute()
  }
  reader = await site.person()
})

let editions = 0

/** Imports one edition of the register with these shops, instead of the one before. */
async function register(...shops: Shop[]): Promise<void> {
  await site.db.deleteFrom('places').execute()
  const lines = shops.map((shop, index) => shopLine({ 상가업소번호: `${editions++} ${index}`, ...shop }))
  await importQuietly(site.db, await writeShopFile(lines))
}

async function idOf(keyword: string): Promise<string> {
  const [shop] = await site.api.as(reader).getSearchShops({ keyword })
  if (!shop) throw new Error(`no shop ${keyword}`)
  return shop.id
}

let asks = 0

/** With `view` itself the answer may be one from before a change that is not announced. */
const namesOnMap = async (asked: Partial<typeof view> & { kind?: 'korean'[] } = {}) => {
  const south = view.south - ++asks * 1e-7
  return (await site.api.as(reader).getMapShops({ ...view, south, ...asked })).map(({ name }) => name).toSorted()
}

/** Of the town's page, of home and of an area without a post. */
const namesNear = async () =>
  (await site.api.as(reader).getNearShops({ ...NOHYEONG, lat: NOHYEONG.lat - ++asks * 1e-7 })).map(({ name }) => name)

/** Of the picker of a place. */
const namesPicked = async () =>
  (await site.api.as(reader).searchPlaces({ keyword: '노형국밥' })).map(({ place_name }) => place_name)

const sitemap = async (kind: 'places' | 'shops') =>
  (await loadSitemapFile(site.db, { kind, number: 0 })).map(({ path }) => path)
const sitemapPlaces = () => sitemap('places')
const sitemapShops = () => sitemap('shops')

async function firstPost(author: Person, place_name: string, at = NOHYEONG): Promise<string> {
  return site.post({ author, title: '첫 글', place_name, ...at })
}

test('a shop has a page with its record, which becomes the place of its posts at the same address, and is a shop again without them', async () => {
  await register({ 상호명: '노형국밥', 지점명: '본점', 상권업종소분류명: '국/탕/찌개류' })
  const id = await idOf('노형국밥')
  const author = await site.person()
  const shop = {
    id,
    name: '노형국밥 본점',
    address: '제주특별자치도 제주시 노형로 380',
    ...NOHYEONG,
    count: 0,
    photos: [],
    menus: [],
    telephone: null,
    comments: [],
    been_count: 0,
    record: { category: '국/탕/찌개류', kind: 'korean', asOf: null, estimated: false, gone: false, kept: false },
  }
  expect(await site.api.as(author).getPlace({ id })).toMatchObject(shop)
  expect(await sitemapPlaces()).toEqual([])

  const post = await firstPost(author, '노형국밥 본점', { ...NOHYEONG, lat: NOHYEONG.lat + 100 * METRE })
  expect(await site.api.as(author).getPost({ id: post })).toMatchObject({ place_id: id })
  expect(await site.api.as(author).getPlace({ id })).toMatchObject({ id, count: 1, record: null })
  expect((await site.api.as(author).getPosts({ place: id })).data).toMatchObject([{ id: post }])
  expect(await sitemapPlaces()).toEqual([`/place/${id}`])

  await site.api.as(author).deletePost({ id: post })
  expect(await site.api.as(author).getPlace({ id })).toMatchObject(shop)
})

test('a shop keeps its address in another edition of the list, some metres away and with another number', async () => {
  await register({ 상호명: '노형국밥' })
  const id = await idOf('노형국밥')
  await register({ 상호명: '옆집' }, { 상호명: '노형 국밥', 위도: String(NOHYEONG.lat + 140 * METRE) })
  expect(await site.api.as(reader).getPlace({ id })).toMatchObject({ name: '노형 국밥', count: 0 })
  await register({ 상호명: '옆집' })
  expect(await refusal(site.api.as(reader).getPlace({ id }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('the shop of a place with an older address leads to that place', async () => {
  const author = await site.person()
  const post = await firstPost(author, '노형국밥')
  const { place_id } = await site.api.as(author).getPost({ id: post })
  await register({ 상호명: '노형국밥' })
  const [{ id: shop } = { id: '' }] = await site.api.as(author).getMapShops({ ...view, zoom: 17 })
  expect(shop).toBe('')
  const later = await firstPost(author, '노형국밥')
  expect(await site.api.as(author).getPost({ id: later })).toMatchObject({ place_id })
  await site.db.deleteFrom('posts').execute()
  const id = await idOf('노형국밥')
  await sql`insert into venues (name_key, lat, lng) values ('노형국밥', ${NOHYEONG.lat}, ${NOHYEONG.lng})`.execute(
    site.db,
  )
  await sql`insert into venue_posts (post_id, venue_id)
    select ${Number(await site.post({ author }))}, id from venues`.execute(site.db)
  const { rows } = await sql<{ id: string }>`select id::text from venues`.execute(site.db)
  expect(await site.api.as(author).getPlace({ id })).toMatchObject({ id: rows[0]?.id, count: 1 })
})

test('the place of a shop stays with the shop when its only post turns out to be about another place', async () => {
  await register({ 상호명: '노형국밥' })
  const id = await idOf('노형국밥')
  const author = await site.person()
  const post = await firstPost(author, '노형국밥')
  const fields = { ...somePost, id: post, ...NOHYEONG }
  await site.api.as(author).editPost({ ...fields, place_name: '노형국밥', contents: '고친 글' })
  expect(await site.api.as(author).getPost({ id: post })).toMatchObject({ place_id: id })
  await site.api.as(author).editPost({ ...fields, place_name: '다른 집' })
  const moved = await site.api.as(author).getPost({ id: post })
  expect(moved.place_id).not.toBe(id)
  expect(moved.place_id).not.toBeNull()
  expect(await site.api.as(author).getPlace({ id })).toMatchObject({ name: '노형국밥', count: 0 })
})

test('a map shows shops from zoom 16, spread evenly, of the kinds that are asked for, and none that has a post', async () => {
  const crowd = Array.from({ length: 30 }, (_, n): Shop => ({ 상호명: `국밥 ${n}`, 위도: String(33.4841 + n * 1e-6) }))
  await register({ 상호명: '노형카페', 상권업종소분류명: '카페' }, ...crowd, { 상호명: '먼 국밥', 경도: '126.4795' })
  expect(await namesOnMap({ zoom: 15.9 })).toEqual([])
  const shown = await namesOnMap()
  expect(shown).toContain('먼 국밥')
  expect(shown.length).toBeLessThanOrEqual(8)
  expect(await namesOnMap({ kind: ['korean'] })).not.toContain('노형카페')
  await firstPost(await site.person(), '먼 국밥', { ...NOHYEONG, lng: 126.4795 })
  expect(await namesOnMap()).not.toContain('먼 국밥')
  expect(await refusal(site.api.as(reader).getMapShops({ ...view, north: 33 }))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})

test('the shops nearest to a position are found however far they are, the nearest first, and none that has a post', async () => {
  const far = Array.from({ length: 12 }, (_, n): Shop => ({ 상호명: `국밥 ${n}`, 위도: String(33.53 + n * 1e-3) }))
  await register({ 상호명: '섬 국밥', 위도: '33.9' }, ...far.toReversed())
  const near = async (lat = NOHYEONG.lat) =>
    (await site.api.as(reader).getNearShops({ ...NOHYEONG, lat })).map(({ name }) => name)
  expect(await near()).toEqual(Array.from({ length: 10 }, (_, n) => `국밥 ${n}`))
  await firstPost(await site.person(), '국밥 0', { ...NOHYEONG, lat: 33.53 })
  expect((await near(NOHYEONG.lat + METRE)).at(0)).toBe('국밥 1')
  expect(await near(36)).toEqual([])
  for (const lat of [90, -90, 0])
    for (const lng of [180, -180, 0]) expect(await site.api.as(reader).getNearShops({ lat, lng })).toEqual([])
  expect(await refusal(site.api.as(reader).getNearShops({ ...NOHYEONG, lat: 91 }))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})

test('a map shows neither landmarks nor shops that are none to eat, and a shop of two lists once', async () => {
  await register({ 상호명: '노형국밥' })
  const { id: source_id } = await site.db
    .insertInto('place_sources')
    .values({ key: 'bundled-shops', attribution: '음식점', is_bundled: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const common = { source_id, ...NOHYEONG, normal: '', grams: [] as string[] }
  await site.db
    .insertInto('places')
    .values([
      { ...common, source_key: '1', name: '노형 국밥', category: '음식점', register: 'osm-2021-08' },
      { ...common, source_key: '2', name: '노형시장', category: '전통시장' },
    ])
    .execute()
  expect(await namesOnMap()).toEqual(['노형국밥'])
  await site.db.deleteFrom('places').where('source_id', '<>', source_id).execute()
  expect(await namesOnMap({ zoom: 17 })).toEqual(['노형 국밥'])
  const [shop] = await site.api.as(reader).getMapShops({ ...view, zoom: 17 })
  const place = await site.api.as(reader).getPlace({ id: shop?.id ?? '' })
  expect(place.record).toMatchObject({ source: 'OpenStreetMap', asOf: '2021년', kind: null })
  await site.db.deleteFrom('place_sources').where('id', '=', source_id).execute()
})

test('a search finds a shop by its name, the exact one first, by its name and area, and not by food alone', async () => {
  await register(
    { 상호명: '노형칼국수', 지점명: '연동점', 위도: '33.4838' },
    { 상호명: '노형칼국수' },
    { 상호명: '국수' },
    { 상호명: '맛있는 노형칼국수' },
    { 상호명: '노형미술관', 상권업종소분류명: '카페' },
  )
  const find = async (keyword: string) =>
    (await site.api.as(reader).getSearchShops({ keyword, around: false })).map(({ name }) => name)
  expect(await find('노형칼국수')).toEqual(['노형칼국수', '노형칼국수 연동점'])
  expect(await find('제주 노형칼국수')).toEqual(['노형칼국수', '노형칼국수 연동점'])
  expect(await find('국수')).toEqual([])
  expect(await find('노형미술관 카페')).toEqual(['노형미술관'])
  await firstPost(await site.person(), '노형칼국수')
  expect(await find('노형칼국수')).toEqual(['노형칼국수 연동점'])
})

/** A member older than a day: others do not count. */
async function witness(): Promise<Person> {
  const person = await site.person()
  await sql`update accounts set created_at = now() - interval '2 days' where id = ${person.accountId}`.execute(site.db)
  return person
}

test('the word of new accounts hides no shop until they are a day old', async () => {
  await register({ 상호명: '노형국밥' })
  const id = await idOf('노형국밥')
  const people = [await site.person(), await site.person()]
  for (const person of people) {
    expect(await site.api.as(person).tellShop({ id, word: 'gone', told: true })).toEqual({ count: 0, id })
  }
  expect(await namesOnMap()).toEqual(['노형국밥'])
  for (const { accountId } of people) {
    await sql`update accounts set created_at = now() - interval '25 hours' where id = ${accountId}`.execute(site.db)
  }
  expect(await namesOnMap()).toEqual([])
})

test("two members' word hides a shop from lists, which a moderator can undo or confirm", async () => {
  await register({ 상호명: '노형국밥' }, { 상호명: '옆집', 위도: '33.4839' })
  const id = await idOf('노형국밥')
  const [one, other, moderator] = [await witness(), await witness(), await site.person()]
  await site.db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', moderator.accountId).execute()
  const tell = (person: Person, told = true) => site.api.as(person).tellShop({ id, word: 'gone', told })
  const queue = () => site.api.as(moderator).getToldShops({})
  const hidden = () => site.api.as(moderator).getToldShops({ decided: true })

  // A member keeps it, so that search engines may list it.
  await site.api.as(moderator).savePlace({ place: id, list: 'want', saved: true })
  expect(await tell(one)).toEqual({ count: 1, id })
  expect(await tell(one)).toEqual({ count: 1, id })
  expect(await namesOnMap(view)).toEqual(['노형국밥', '옆집'])
  expect(await sitemapShops()).toEqual([`/place/${id}`])
  expect(await queue()).toEqual([])
  expect(await site.api.as(other).tellShop({ id, word: 'moved', told: true })).toEqual({ count: 2, id })
  expect(await namesOnMap(view)).toEqual(['옆집'])
  expect(await site.api.as(reader).getSearchShops({ keyword: '노형국밥' })).toEqual([])
  expect(await namesNear()).toEqual(['옆집'])
  expect(await namesPicked()).toEqual([])
  expect(await sitemapShops()).toEqual([])
  expect(await site.api.as(one).getPlace({ id })).toMatchObject({ record: { gone: true } })
  expect(await queue()).toMatchObject([{ id, name: '노형국밥', gone: 1, moved: 1, networks: 1 }])
  expect(await hidden()).toEqual([])

  expect(await refusal(site.api.as(one).getToldShops({}))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusal(site.api.as(one).decideShop({ id, gone: false }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await site.api.as(moderator).decideShop({ id, gone: true })).toEqual({ count: 1, id })
  expect(await queue()).toEqual([])
  expect(await hidden()).toMatchObject([{ id, name: '노형국밥', gone: 1, moved: 1, networks: 1 }])
  expect(await namesOnMap(view)).toEqual(['옆집'])
  expect(await site.api.as(moderator).decideShop({ id, gone: true })).toEqual({ count: 0, id })
  expect(await site.api.as(moderator).decideShop({ id, gone: false })).toEqual({ count: 1, id })
  expect(await hidden()).toEqual([])
  expect(await namesOnMap(view)).toEqual(['노형국밥', '옆집'])
  expect(await namesNear()).toEqual(['노형국밥', '옆집'])
  expect(await namesPicked()).toEqual(['노형국밥'])
  expect(await sitemapShops()).toEqual([`/place/${id}`])
  // The same two say nothing new, nor by taking their word back and saying it again.
  for (const person of [one, other]) {
    await tell(person)
    await tell(person, false)
    await tell(person)
  }
  expect(await namesOnMap(view)).toEqual(['노형국밥', '옆집'])
  expect(await site.api.as(moderator).getModerationRecord({})).toMatchObject([
    { action: 'restore', kind: 'shop', item: id },
    { action: 'hide', kind: 'shop', item: id },
  ])
})

test('a word about a shop can be taken back, and goes with its account', async () => {
  await register({ 상호명: '노형국밥' })
  const id = await idOf('노형국밥')
  const people = [await witness(), await witness(), await witness()] as const
  for (const person of people) await site.api.as(person).tellShop({ id, word: 'gone', told: true })
  expect(await site.api.as(people[0]).tellShop({ id, word: 'gone', told: false })).toEqual({ count: 2, id })
  expect(await namesOnMap(view)).toEqual([])
  await site.api.as(people[1]).remove({ jwt: people[1].handle })
  expect(await namesOnMap(view)).toEqual(['노형국밥'])
  const unknown = site.api.as(people[2]).tellShop({ id: '12', word: 'gone', told: true })
  expect(await refusal(unknown)).toMatchObject({ code: 'NOT_FOUND' })
})

test("a moderator's decision stays when those leave who had said it, and can still be undone", async () => {
  await register({ 상호명: '노형국밥' })
  const id = await idOf('노형국밥')
  const people = [await witness(), await witness()] as const
  const moderator = await site.person()
  await site.db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', moderator.accountId).execute()
  const decide = (gone: boolean) => site.api.as(moderator).decideShop({ id, gone })
  expect(await decide(true)).toEqual({ count: 0, id })
  expect(await decide(false)).toEqual({ count: 0, id })
  for (const person of people) await site.api.as(person).tellShop({ id, word: 'gone', told: true })
  expect(await decide(true)).toEqual({ count: 1, id })
  for (const person of people) await site.api.as(person).remove({ jwt: person.handle })
  expect(await namesOnMap()).toEqual([])
  expect(await site.api.as(reader).getPlace({ id })).toMatchObject({ record: { gone: true } })
  // Its name comes from the list of shops now.
  const hidden = await site.api.as(moderator).getToldShops({ decided: true })
  expect(hidden).toMatchObject([{ id, name: '노형국밥', gone: 0, moved: 0, networks: 0 }])
  expect(await decide(false)).toEqual({ count: 1, id })
  expect(await namesOnMap()).toEqual(['노형국밥'])
})

test.each(['suspended_until', 'hidden'] as const)(
  'the word of an account does not count while it is %s',
  async (why) => {
    await register({ 상호명: '노형국밥' })
    const id = await idOf('노형국밥')
    const [one, other] = [await witness(), await witness()]
    for (const person of [one, other]) await site.api.as(person).tellShop({ id, word: 'gone', told: true })
    expect(await namesOnMap()).toEqual([])
    const set = (value: unknown) =>
      sql`update accounts set ${sql.ref(why)} = ${value} where id = ${one.accountId}`.execute(site.db)
    await set(why === 'hidden' ? true : new Date(Date.now() + 3_600_000))
    expect(await namesOnMap()).toEqual(['노형국밥'])
    await set(why === 'hidden' ? false : null)
    expect(await namesOnMap()).toEqual([])
  },
)
