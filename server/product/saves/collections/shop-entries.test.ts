import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages } from '#rules/collections.ts'
import { apiPaths, planCalendarPath } from '#rules/paths.ts'
import { PLACE_FILE_PATH } from '#rules/place-imports.ts'
import { buildUser } from '#tests/factories.ts'
import { importQuietly, shopLine, writeShopFile } from '#tests/place-files.ts'
import { openPlanSite, tomorrow } from '#tests/plan-site.ts'
import { type Person, refusal, somePost } from '#tests/post-site.ts'
import { loadSitemapFile } from '../../pages/sitemap.ts'
import { hidePost, unhidePost } from '../../posts/writing/write-lists.ts'

const { site, as, heart, page } = await openPlanSite()
const NOHYEONG = { lat: 33.4837, lng: 126.4769 }
const ADDRESS = '제주특별자치도 제주시 노형로 380'
const names = [...'가나다라마바사아자차카타파하거너더러머버'].map((letter) => `국밥가게${letter}`)
const ids = new Map<string, string>()
let author: Person

beforeAll(async () => {
  author = await site.person()
  const lines = names.map((name, n) =>
    shopLine({ 상가업소번호: `s${n}`, 상호명: name, 상권업종소분류명: '국/탕/찌개류' }),
  )
  await importQuietly(site.db, await writeShopFile(lines))
  for (const name of names) {
    const [found] = await site.api.as(author).getSearchShops({ keyword: name })
    ids.set(name, found?.id ?? '')
  }
})

/** A shop about which no test has written yet. */
function aShop(): { place: string; name: string } {
  const [name = '', place = ''] = [...ids][0] ?? []
  ids.delete(name)
  return { place, name }
}

const write = (name: string, writer = author) => site.post({ author: writer, place_name: name, ...NOHYEONG })

async function collectionWith(owner: Person, place: string, visibility: 'private' | 'link' | 'public' = 'link') {
  const { id } = await as(owner).addCollection({ name: '새 동네', visibility })
  expect(await as(owner).putInCollection({ id, place })).toEqual({ count: 1, id })
  return id
}

const entriesOf = async (person: Person, id: string) =>
  (await page(person, id)).entries.map(({ post, shop, ...entry }) => ({ ...entry, post: post?.id, shop: shop?.id }))

test('a shop without a post is an entry with its record: once, in order, with a note, and taken out', async () => {
  const owner = await site.person()
  const [one, two] = [aShop(), aShop()]
  const id = await collectionWith(owner, one.place)
  const api = as(owner)
  for (const again of [{ place: one.place }, { post: one.place }]) {
    expect(await api.putInCollection({ id, ...again })).toMatchObject({ count: 0 })
  }
  await api.putInCollection({ id, place: two.place, note: '창가' })
  expect(await api.putInCollection({ id, post: one.place, note: '바 자리' })).toMatchObject({ count: 1 })
  await api.moveInCollection({ id, post: two.place, position: 1 })
  const { collection, entries } = await page(owner, id)
  expect(collection.count).toBe(2)
  const kept = { post: null, shop_gone: false, address: ADDRESS, ...NOHYEONG }
  expect(entries).toMatchObject([
    { ...kept, id: two.place, title: two.name, note: '창가', place_id: two.place, shop: { id: two.place } },
    { ...kept, id: one.place, title: one.name, note: '바 자리', shop: { name: one.name, kind: 'korean' } },
  ])
  const has = async (place: string) => (await api.getCollections({ handle: owner.handle, place }))[0]?.has
  expect(await has(one.place)).toBe(true)
  expect(await api.takeFromCollection({ id, place: one.place })).toMatchObject({ count: 1 })
  expect(await has(one.place)).toBe(false)
  expect(await api.takeFromCollection({ id, post: two.place })).toMatchObject({ count: 1 })
  expect((await page(owner, id)).entries).toEqual([])
})

test('the entry shows the first post of its shop, and the shop again without one, with note and hearts', async () => {
  const [owner, member, reader] = [await site.person(), await site.person(), await site.person()]
  const { place, name } = aShop()
  const id = await collectionWith(owner, place)
  await as(owner).putInCollection({ id, place, note: '낮에' })
  await heart(member, id, place)
  const post = await write(name)
  const kept = { note: '낮에', hearts: 1, place_id: place }
  expect(await entriesOf(reader, id)).toMatchObject([{ ...kept, post, shop: undefined }])
  for (const again of [{ place }, { post }]) {
    expect(await as(owner).putInCollection({ id, ...again })).toMatchObject({ count: 0 })
  }
  await heart(reader, id, post)
  await as(author).deletePost({ id: post })
  expect(await entriesOf(reader, id)).toMatchObject([{ ...kept, hearts: 2, title: name, shop: place }])
})

test.each(['deletion', 'withdrawal', 'move'] as const)(
  'a post of a shop goes on as the shop after a %s of the last, with its hearts, and nothing of the author stays',
  async (way) => {
    const [owner, member, writer] = [await site.person(), await site.person(), await site.person()]
    const { place, name } = aShop()
    const post = await site.post({ author: writer, title: '카나리아', place_name: name, ...NOHYEONG })
    const { id } = await as(owner).addCollection({ name: '모음', visibility: 'link' })
    await as(owner).putInCollection({ id, post, note: '저녁' })
    await heart(member, id, post)
    if (way === 'deletion') await as(writer).deletePost({ id: post })
    else if (way === 'withdrawal') await as(writer).remove({ jwt: writer.handle })
    else await as(writer).editPost({ ...somePost, id: post, place_name: '다른 집', lat: 35.1, lng: 129.1 })
    expect(await entriesOf(owner, id)).toMatchObject([{ title: name, shop: place, note: '저녁', hearts: 1 }])
    const rows = await site.db
      .selectFrom('collection_entries')
      .selectAll()
      .where('venue_id', '=', Number(place))
      .execute()
    expect(JSON.stringify(rows)).not.toContain('카나리아')
    expect(await as(owner).takeFromCollection({ id, place })).toMatchObject({ count: 1 })
  },
)

test('a shop and its first post that come at once, by members too, are one entry', async () => {
  for (let round = 0; round < 3; round++) {
    const [owner, member] = [await site.person(), await site.person()]
    const { place, name } = aShop()
    const { id } = await as(owner).addCollection({ name: '모음', visibility: 'link' })
    await as(owner).setPlan({ id, membersAdd: true })
    const put = (person: Person) => as(person).putInCollection({ id, place })
    const [post] = await Promise.all([write(name), put(owner), put(member), put(owner), put(member)])
    await Promise.all([as(owner).putInCollection({ id, post }), as(member).putInCollection({ id, post })])
    expect(await entriesOf(owner, id)).toMatchObject([{ post }])
  }
})

test('members of a plan add shops within their limits, and take out only their own', async () => {
  const [owner, member] = [await site.person(), await site.person()]
  const [own, added, late] = [aShop(), aShop(), aShop()]
  const id = await collectionWith(owner, own.place)
  expect(await refusal(as(member).putInCollection({ id, place: added.place }))).toMatchObject({ code: 'FORBIDDEN' })
  await as(owner).setPlan({ id, membersAdd: true, at: tomorrow() })
  await as(member).putInCollection({ id, place: added.place })
  expect(await refusal(as(member).putInCollection({ id, place: late.place, note: '메모' }))).toMatchObject({
    message: collectionMessages.noteOfOwner,
  })
  expect(await entriesOf(member, id)).toMatchObject([{ added: false }, { added: true, shop: added.place }])
  expect((await page(owner, id)).entries[1]?.addedBy).toBe(member.handle)
  expect(await refusal(as(member).takeFromCollection({ id, place: own.place }))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(as(member).moveInCollection({ id, post: added.place, position: 1 }))).toMatchObject({
    code: 'FORBIDDEN',
  })
  await heart(member, id, added.place)
  const { text } = await owner.client.send('GET', planCalendarPath(id))
  expect(text).toContain(`: ${added.name}`)
  await sql`update collection_entries set added_by = ${member.accountId}
    where collection_id = (select id from collections where key = ${id})`.execute(site.db)
  await sql`insert into collection_entries (collection_id, post_id, position, note, added_by)
    select c.id, 20000000 + n, 10 + n, '', ${member.accountId} from collections c, generate_series(1, ${collectionLimits.added - 2}::integer) n
    where c.key = ${id}`.execute(site.db)
  expect(await refusal(as(member).putInCollection({ id, place: late.place }))).toMatchObject({
    message: collectionMessages.added,
  })
})

test('what is no place, none that the caller sees, or not one of the two is refused', async () => {
  const [owner, other] = [await site.person(), await site.person()]
  const { place } = aShop()
  const id = await collectionWith(owner, place, 'private')
  const api = as(owner)
  const unseen = await site.post({ author, place_name: '막힌 집', lat: 36.2, lng: 128.2 })
  const { place_id } = await site.api.getPost({ id: unseen })
  await as(author).blockUser({ handle: owner.handle, block: true })
  for (const wrong of [place_id ?? '', '99999999', '999999999999999', 'abc', '0', '']) {
    expect(await refusal(api.putInCollection({ id, place: wrong })), wrong).toMatchObject({ code: 'NOT_FOUND' })
  }
  await as(author).blockUser({ handle: owner.handle, block: false })
  for (const both of [{}, { post: '1', place }, { post: null, place: null }]) {
    for (const call of [api.putInCollection, api.takeFromCollection]) {
      expect(await refusal(call({ id, ...both }))).toMatchObject({ code: 'BAD_USER_INPUT' })
    }
  }
  for (const person of [other, await site.person({ restricted: true })]) {
    const { code } = await refusal(as(person).putInCollection({ id, place }))
    expect(code).toMatch(/NOT_FOUND|FORBIDDEN/)
  }
  expect(await refusal(site.api.fresh().putInCollection({ id, place }))).toMatchObject({ code: 'UNAUTHENTICATED' })
  await sql`insert into collection_entries (collection_id, post_id, position, note)
    select c.id, 30000000 + n, 10 + n, '' from collections c, generate_series(1, ${collectionLimits.entries - 1}::integer) n
    where c.key = ${id}`.execute(site.db)
  expect(await refusal(api.putInCollection({ id, place: aShop().place }))).toMatchObject({
    message: collectionMessages.full,
  })
})

test('of a hidden or blocked post of a shop the shop is left', async () => {
  const [owner, reader] = [await site.person(), await site.person()]
  const { place, name } = aShop()
  const post = await write(name)
  const { id } = await as(owner).addCollection({ name: '모음', visibility: 'public' })
  await as(owner).putInCollection({ id, place })
  expect(await entriesOf(reader, id)).toMatchObject([{ post }])
  await as(author).blockUser({ handle: reader.handle, block: true })
  expect(await entriesOf(reader, id)).toMatchObject([{ shop: place, title: name }])
  expect((await page(reader, id)).collection.count).toBe(1)
  await as(author).blockUser({ handle: reader.handle, block: false })
  await site.db.transaction().execute((tx) => hidePost(tx, Number(post)))
  expect(await entriesOf(owner, id)).toMatchObject([{ shop: place, title: name }])
  await site.db.transaction().execute((tx) => unhidePost(tx, Number(post)))
  expect(await entriesOf(reader, id)).toMatchObject([{ post }])
})

test('a shop that members have called gone stays in the collection and says so', async () => {
  const owner = await site.person()
  const { place, name } = aShop()
  const id = await collectionWith(owner, place)
  await sql`insert into shop_decisions (shop_id, gone) values (${place}::bigint, true)`.execute(site.db)
  expect(await entriesOf(owner, id)).toMatchObject([{ shop: place, shop_gone: true }])
  // A post says that it is there.
  const post = await write(name)
  expect(await entriesOf(owner, id)).toMatchObject([{ post, shop_gone: false }])
})

test('a public collection of shops is for search engines, and is in the export and the files of its owner', async () => {
  const owner = await buildUser(site.api)
  const { place, name } = aShop()
  const api = as(owner as unknown as Person)
  const { id } = await api.addCollection({ name: '새 동네', visibility: 'public' })
  await api.putInCollection({ id, place, note: '점심' })
  const listed = await loadSitemapFile(site.db, { kind: 'collections', number: 0 })
  expect(listed.map(({ path }) => path)).toContain(`/collection/${id}`)
  const { text } = await owner.client.send('GET', apiPaths.dataExport)
  const [, file = ''] = /collections\.json(\[[\s\S]*?\n\])/.exec(text) ?? []
  expect(JSON.parse(file)).toMatchObject([
    { entries: [{ placeId: place, place_name: name, address: ADDRESS, category: '국/탕/찌개류', note: '점심' }] },
  ])
  const csv = await owner.client.send('GET', PLACE_FILE_PATH.replace(':name', `${id}.csv`))
  expect(csv.text).toContain(`"${name}"`)
  expect(csv.text).toContain(`/place/${place}"`)
})
