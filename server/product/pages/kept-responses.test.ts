import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PageContext } from '#contract/page-context.ts'
import { areaPath, authorPath, collectionPath, paths, placePath, postPath } from '#rules/paths.ts'
import { changesOf } from '#server/platform/database/changes.ts'
import { Client, documents } from '#tests/api.ts'
import { databaseWithPlaces, type TestDatabase } from '#tests/database.ts'
import { buildUser, uniqueName } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { importQuietly, shopLine, writeShopFile } from '#tests/place-files.ts'
import { addPerson, addPicture, type Person } from '#tests/post-site.ts'
import { type Site, startSite } from '#tests/site.ts'
import { unlimited } from '#tests/unlimited.ts'

let database: TestDatabase
let dataDir: string
let here: Site
let elsewhere: Site
let author: Person
let other: Person
let moderator: Person
/** Words of one test, before and after the change. */
let former: string
let fresh: string
/** How often each URL was rendered. */
const rendered = new Map<string, number>()

type Ask = (name: string, args?: object) => Promise<unknown>

const area = '서울/마포구'
const searchUrl = `${paths.search}?${new URLSearchParams({ keyword: '굴다리' })}`
const place = { place_name: '굴다리식당', address: '서울 마포구 도화동 181-39', lat: 37.5398, lng: 126.9469 }

/** Data that the real pages ask for, with every field that all may share. */
async function dataOf(url: string, ask: Ask): Promise<unknown> {
  const [, kind = '', rest = ''] = /^\/([a-z]*)\/?([^?]*)/.exec(url) ?? []
  const id = decodeURIComponent(rest)
  if (kind === 'post')
    return [await ask('getPost', { id }), await ask('getComments', { post: id }), await ask('getPlacePosts', { id })]
  if (kind === 'area')
    return [
      await ask('getArea', { path: id }),
      await ask('getPosts', { area: id }),
      await ask('getPosts', { area: id, filter: 'popular' }),
    ]
  if (kind === 'u')
    return [
      await ask('getAuthor', { handle: id }),
      await ask('getPosts', { user_id: id }),
      await ask('getCollections', { handle: id }),
    ]
  if (kind === 'place') return [await ask('getPlace', { id }), await ask('getPosts', { place: id })]
  if (kind === 'collection') return ask('getCollection', { id })
  if (kind === 'search') return ask('getSearchPosts', { keyword: '굴다리' })
  return [await ask('getPosts', {}), await ask('getPosts', { filter: 'popular' })]
}

const web = fakeWeb(async (request, { context }: { context: PageContext }) => {
  const { pathname, search } = new URL(request.url)
  const url = pathname + search
  rendered.set(url, (rendered.get(url) ?? 0) + 1)
  const data = await dataOf(url, (name, args = {}) => context.graphql(documents.get(name) ?? '', { ...args }))
  const head = `<link rel="canonical" href="${context.site.origin}${url}"/>`
  return new Response(`<!doctype html>${head}<p>${JSON.stringify(data)}</p>`, {
    headers: { 'content-type': 'text/html' },
  })
})

beforeAll(async () => {
  database = await databaseWithPlaces()
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-kept-'))
  const instanceOf = { connectionString: database.connectionString, dataDir }
  here = await startSite({ web, instanceOf, env: unlimited })
  elsewhere = await startSite({ web, instanceOf, env: unlimited })
}, 120_000)
afterAll(async () => {
  await here.close()
  await elsewhere.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  rendered.clear()
  former = uniqueName()
  fresh = uniqueName()
  for (const { db } of [here, elsewhere]) changesOf(db).log.add(null)
  author = await addPerson(here, { username: '카나리아' })
  other = await addPerson(here, { username: '두리' })
  moderator = await addPerson(here, { username: '지킴이' })
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(here.db)
})

const as = (person: Person) => here.api.as(person)
const post = async (fields: object = {}) =>
  String((await as(author).addPost({ title: '굴다리 김치찌개', contents: '시원해요.', ...place, ...fields })).id)
const read = async ({ api }: Site, url: string) => (await new Client(api.origin).send('GET', url)).text
const placeOf = async (id: string) => String((await here.api.getPost({ id })).place_id)

type Case = {
  /** Prepares the pages that show it, by name. */
  given: () => Promise<{ urls: string[]; change: () => Promise<unknown>; shows: (text: string) => boolean }>
}

const shows = (text: string) => (page: string) => page.includes(text)
const lacks = (text: string) => (page: string) => !page.includes(text)

/** A public collection with one post, and the pages that show it. */
async function collection(name: string, fields: object = {}) {
  const { id } = await as(author).addCollection({ name, visibility: 'public' })
  const entry = await post(fields)
  await as(author).putInCollection({ id, post: entry })
  return { id, entry, urls: [collectionPath(id), authorPath(author.handle)] }
}

const cases: Record<string, Case['given']> = {
  'a like': async () => {
    const id = await post({ title: '좋아요를 받을 글' })
    const urls = [postPath(id), paths.home, areaPath(area), authorPath(author.handle), placePath(await placeOf(id))]
    return { urls, change: () => as(other).likePost({ id, isLike: true, jwt: other.handle }), shows: shows('"like":1') }
  },
  'a comment': async () => {
    const id = await post()
    const change = () => as(other).addComment({ post: id, text: fresh })
    return { urls: [postPath(id), placePath(await placeOf(id))], change, shows: shows(fresh) }
  },
  'a like that is taken back': async () => {
    // Apart from the liked posts of other cases.
    const id = await post({ place_name: fresh, address: '부산 해운대구 우동 2', lat: 35.17, lng: 129.17 })
    const { handle } = other
    await as(other).likePost({ id, isLike: true, jwt: handle })
    const change = () => as(other).likePost({ id, isLike: false, jwt: handle })
    const urls = [postPath(id), areaPath('부산/해운대구'), authorPath(author.handle), placePath(await placeOf(id))]
    return { urls, change, shows: lacks('"like":1') }
  },
  'a comment hidden by a moderator': async () => {
    const id = await post()
    const { id: comment } = await as(other).addComment({ post: id, text: former })
    const change = () => as(moderator).moderate({ kind: 'comment', id: comment, action: 'hide', reason: '광고예요.' })
    return { urls: [postPath(id), placePath(await placeOf(id))], change, shows: lacks(former) }
  },
  'an edited comment': async () => {
    const id = await post()
    const { id: comment } = await as(other).addComment({ post: id, text: former })
    const change = () => as(other).editComment({ id: comment, text: fresh })
    return { urls: [postPath(id), placePath(await placeOf(id))], change, shows: lacks(former) }
  },
  'a deleted comment': async () => {
    const id = await post()
    const { id: comment } = await as(other).addComment({ post: id, text: former })
    const change = () => as(author).deleteComment({ id: comment })
    return { urls: [postPath(id), placePath(await placeOf(id))], change, shows: lacks(former) }
  },
  'a new post': async () => {
    const id = await post()
    const urls = [
      paths.home,
      areaPath(area),
      areaPath('서울'),
      authorPath(author.handle),
      placePath(await placeOf(id)),
      postPath(id),
    ]
    return { urls, change: () => post({ title: fresh }), shows: shows(fresh) }
  },
  'a new post that a search finds': async () => {
    await post()
    return { urls: [searchUrl], change: () => post({ title: fresh }), shows: shows(fresh) }
  },
  'an edited post': async () => {
    const id = await post({ title: former })
    const urls = [postPath(id), paths.home, areaPath(area), authorPath(author.handle), placePath(await placeOf(id))]
    const change = () => as(author).editPost({ id, title: fresh, contents: '바뀌었어요.', ...place })
    return { urls, change, shows: lacks(former) }
  },
  'a post that moves to another area and place': async () => {
    const id = await post({ title: former })
    const change = () =>
      as(author).editPost({
        id,
        title: former,
        contents: '이사했어요.',
        place_name: '이사집',
        address: '서울 종로구 청운동 1',
        lat: 37.587,
        lng: 126.969,
      })
    return { urls: [areaPath(area)], change, shows: lacks(former) }
  },
  'a post that moves into an area': async () => {
    const id = await post({
      title: former,
      place_name: '이사집',
      address: '서울 종로구 청운동 1',
      lat: 37.587,
      lng: 126.969,
    })
    return {
      urls: [areaPath(area)],
      change: () => as(author).editPost({ id, title: former, contents: '이사했어요.', ...place }),
      shows: shows(former),
    }
  },
  'opening times': async () => {
    const id = await post({ start_time: '09:00', end_time: '21:05' })
    const change = () =>
      as(author).editPost({
        id,
        title: '굴다리',
        contents: '늘었어요.',
        ...place,
        start_time: '09:00',
        end_time: '22:35',
      })
    return { urls: [postPath(id), paths.home, placePath(await placeOf(id))], change, shows: shows('"22:35"') }
  },
  'a deleted post': async () => {
    const id = await post({ title: former })
    const beside = await post({ title: '옆의 글' })
    const urls = [postPath(id), postPath(beside), paths.home, areaPath(area), authorPath(author.handle)]
    return { urls, change: () => as(author).deletePost({ id }), shows: lacks(former) }
  },
  'a post hidden by a moderator': async () => {
    const id = await post({ title: former })
    const urls = [postPath(id), paths.home, areaPath(area), authorPath(author.handle), placePath(await placeOf(id))]
    const change = () => as(moderator).moderate({ kind: 'post', id, action: 'hide', reason: '광고예요.' })
    return { urls, change, shows: lacks(former) }
  },
  'a hidden post that is shown again': async () => {
    const id = await post({ title: former })
    await as(moderator).moderate({ kind: 'post', id, action: 'hide', reason: '광고예요.' })
    return {
      urls: [postPath(id), paths.home],
      change: () => as(moderator).moderate({ kind: 'post', id, action: 'restore' }),
      shows: shows(former),
    }
  },
  'a suspension that hides everything': async () => {
    const id = await post({ title: former })
    const { handle } = author
    const change = () =>
      as(moderator).moderate({ kind: 'author', id: handle, action: 'suspend', reason: '광고예요.', everything: true })
    return { urls: [postPath(id), paths.home, authorPath(handle)], change, shows: lacks(former) }
  },
  'a withdrawal': async () => {
    const id = await post({ title: former })
    const { handle } = author
    return {
      urls: [postPath(id), paths.home, authorPath(handle)],
      change: () => as(author).remove({ jwt: handle }),
      shows: lacks(former),
    }
  },
  'a nickname and a picture': async () => {
    const user = await buildUser(here.api)
    const { id } = await here.api.as(user).addPost({ title: former, contents: '시원해요.' })
    const { email, questionIndex, questionAnswer, handle } = user
    const { id: accountId } = await here.db
      .selectFrom('accounts')
      .select('id')
      .where('handle', '=', handle)
      .executeTakeFirstOrThrow()
    const image = await addPicture(here, { accountId })
    const profile = { email, questionIndex, questionAnswer, username: '굴뚝새', image }
    const change = () => here.api.as(user).update({ ...profile, jwt: handle })
    const isNew = (page: string) =>
      page.includes('"username":"굴뚝새"') && page.includes(image.slice(image.lastIndexOf('/') + 1))
    return { urls: [postPath(String(id)), paths.home, authorPath(handle)], change, shows: isNew }
  },
  'a follow': async () => {
    const urls = [authorPath(author.handle)]
    return {
      urls,
      change: () => as(other).followUser({ handle: author.handle, follow: true }),
      shows: shows('"followers":1'),
    }
  },
  'a block, which ends a follow': async () => {
    await as(other).followUser({ handle: author.handle, follow: true })
    return {
      urls: [authorPath(author.handle)],
      change: () => as(author).blockUser({ handle: other.handle, block: true }),
      shows: shows('"followers":0'),
    }
  },
  'a new collection': async () => {
    const change = () => as(author).addCollection({ name: fresh, visibility: 'public' })
    return { urls: [authorPath(author.handle)], change, shows: shows(fresh) }
  },
  'a collection that becomes private': async () => {
    const { id, urls } = await collection(former)
    const change = () => as(author).editCollection({ id, name: former, visibility: 'private' })
    return { urls, change, shows: lacks(former) }
  },
  'a collection that becomes public': async () => {
    const { id } = await as(author).addCollection({ name: fresh, visibility: 'private' })
    const change = () => as(author).editCollection({ id, name: fresh, visibility: 'public' })
    return { urls: [authorPath(author.handle), collectionPath(id)], change, shows: shows(fresh) }
  },
  'a deleted collection': async () => {
    const { id, urls } = await collection(former)
    return { urls, change: () => as(author).deleteCollection({ id }), shows: lacks(former) }
  },
  'a renamed collection': async () => {
    const { id, urls } = await collection(former)
    const change = () => as(author).editCollection({ id, name: fresh, visibility: 'public' })
    return { urls, change, shows: shows(fresh) }
  },
  'a collection hidden by a moderator': async () => {
    const { id, urls } = await collection(former)
    const change = () => as(moderator).moderate({ kind: 'collection', id, action: 'hide', reason: '광고예요.' })
    return { urls, change, shows: lacks(former) }
  },
  'an entry that is taken from a collection': async () => {
    const { id, entry, urls } = await collection('모음')
    return { urls, change: () => as(author).takeFromCollection({ id, post: entry }), shows: shows('"count":0') }
  },
  'another note of an entry': async () => {
    const { id, entry } = await collection('모음')
    const change = () => as(author).putInCollection({ id, post: entry, note: fresh })
    return { urls: [collectionPath(id)], change, shows: shows(fresh) }
  },
  'a deleted post of a collection': async () => {
    const nowhere = { place_name: undefined, address: undefined, lat: undefined, lng: undefined }
    const { id, entry } = await collection('모음', { ...nowhere, contents: former })
    return { urls: [collectionPath(id)], change: () => as(author).deletePost({ id: entry }), shows: lacks(former) }
  },
  'a heart in a collection': async () => {
    const { id, entry } = await collection('모음')
    const change = () => as(other).setHeart({ id, post: entry, on: true })
    return { urls: [collectionPath(id)], change, shows: shows('"choosers":1') }
  },
  'a block, which ends a choice of places': async () => {
    const { id, entry } = await collection('모음')
    await as(other).setHeart({ id, post: entry, on: true })
    const change = () => as(author).blockUser({ handle: other.handle, block: true })
    return { urls: [collectionPath(id)], change, shows: shows('"choosers":0') }
  },
  'a block by somebody who chose places': async () => {
    const { id, entry } = await collection('모음')
    await as(other).setHeart({ id, post: entry, on: true })
    const change = () => as(other).blockUser({ handle: author.handle, block: true })
    return { urls: [collectionPath(id)], change, shows: shows('"choosers":0') }
  },
  'the end of a block of somebody who chose places': async () => {
    const { id, entry } = await collection('모음')
    await as(other).setHeart({ id, post: entry, on: true })
    await as(author).blockUser({ handle: other.handle, block: true })
    const change = () => as(author).blockUser({ handle: other.handle, block: false })
    return { urls: [collectionPath(id)], change, shows: shows('"choosers":1') }
  },
  'a report by the owner of somebody who chose places': async () => {
    const { id, entry } = await collection('모음')
    await as(other).setHeart({ id, post: entry, on: true })
    const change = () => as(author).report({ kind: 'author', id: other.handle, reason: 'spam' })
    return { urls: [collectionPath(id)], change, shows: shows('"choosers":0') }
  },
  'a report that its owner takes back': async () => {
    const { id, entry } = await collection('모음')
    const reported = { kind: 'author', id: other.handle } as const
    await as(other).setHeart({ id, post: entry, on: true })
    await as(author).report({ ...reported, reason: 'spam' })
    return {
      urls: [collectionPath(id)],
      change: () => as(author).takeBackReport(reported),
      shows: shows('"choosers":1'),
    }
  },
  'an entry of a collection': async () => {
    const { id } = await as(author).addCollection({ name: '모음', visibility: 'public' })
    const entry = await post({ title: fresh })
    const change = () => as(author).putInCollection({ id, post: entry })
    return {
      urls: [collectionPath(id), authorPath(author.handle)],
      change,
      shows: (page) => page.includes('"count":1'),
    }
  },
  'the first post about a shop of a collection': async () => {
    await importQuietly(here.db, await writeShopFile([shopLine({ 상가업소번호: '1', 상호명: fresh })]))
    const [shop] = await as(author).getSearchShops({ keyword: fresh })
    const { id } = await as(author).addCollection({ name: '모음', visibility: 'public' })
    await as(author).putInCollection({ id, place: shop?.id ?? '' })
    const first = { title: '새로 쓴 첫 글', contents: '시원해요.', place_name: fresh, lat: 33.4837, lng: 126.4769 }
    // Not by the owner, whose page a post changes anyway.
    const change = () => as(other).addPost(first)
    return { urls: [collectionPath(id)], change, shows: shows('새로 쓴 첫 글') }
  },
  'an imported file of shops': async () => {
    const line = (number: number) =>
      shopLine({ 상가업소번호: former, 상호명: former, 도로명주소: `제주특별자치도 제주시 노형로 ${number}` })
    await importQuietly(here.db, await writeShopFile([line(380)]))
    const [shop] = await here.api.getSearchShops({ keyword: former })
    const change = async () => {
      const { log } = changesOf(here.db)
      const before = log.sequence
      await importQuietly(here.db, await writeShopFile([line(382)]))
      // The notification of a command reaches the site a moment after it.
      await expect.poll(() => log.sequence).toBeGreaterThan(before)
    }
    return { urls: [placePath(shop?.id ?? '')], change, shows: shows('노형로 382') }
  },
  'somebody who was there': async () => {
    const id = await post()
    const change = () => as(other).savePost({ post: id, list: 'been', saved: true })
    return { urls: [postPath(id), placePath(await placeOf(id))], change, shows: shows('"been_count":1') }
  },
  'somebody who marks the place itself': async () => {
    const place = await placeOf(await post({ place_name: fresh, lat: 37.56 }))
    const change = () => as(other).savePlace({ place, list: 'been', saved: true })
    return { urls: [placePath(place)], change, shows: shows('"been_count":1') }
  },
  'visits that are taken back': async () => {
    const place = await placeOf(await post({ place_name: fresh, lat: 37.57 }))
    await as(other).setVisits({ place, count: 2 })
    return {
      urls: [placePath(place)],
      change: () => as(other).setVisits({ place, count: 0 }),
      shows: shows('"been_count":0'),
    }
  },
  'hours that a member tells of the place': async () => {
    const place = await placeOf(await post({ start_time: '09:00', end_time: '21:00' }))
    const week_hours = [{ days: ['mon' as const], start_time: '13:35', end_time: '20:00' }]
    const change = () => as(other).tellHours({ id: place, week_hours, closed_on: [] })
    return { urls: [placePath(place)], change, shows: shows('"13:35"') }
  },
}

test.each(Object.entries(cases))('no page is old after %s', async (_, given) => {
  const { urls, change, shows: isNew } = await given()
  for (const site of [here, elsewhere]) {
    const { log } = changesOf(site.db)
    // Notifications of what was prepared have arrived.
    await expect.poll(() => log.sequence).toBe(await settled(log))
    for (const url of urls) {
      expect([url, isNew(await read(site, url))]).toEqual([url, false])
      await read(site, url)
    }
  }
  // Two instances rendered each once: it is kept.
  for (const url of urls) expect([url, rendered.get(url)]).toEqual([url, 2])
  await change()
  for (const url of urls) expect([url, isNew(await read(here, url))]).toEqual([url, true])
  for (const url of urls) await expect.poll(async () => isNew(await read(elsewhere, url)), { timeout: 2000 }).toBe(true)
})

async function settled(log: { sequence: number }): Promise<number> {
  let last = -1
  while (last !== log.sequence) {
    last = log.sequence
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  return last
}

test('a new post drops neither other areas nor pages of other places and authors', async () => {
  const far = await post({
    title: '먼 글',
    place_name: '먼집',
    address: '부산 해운대구 우동 1',
    lat: 35.163,
    lng: 129.163,
  })
  const urls = [postPath(far), areaPath('부산/해운대구'), authorPath(other.handle)]
  for (const url of urls) await read(here, url)
  await post()
  for (const url of urls) await read(here, url)
  expect(urls.map((url) => rendered.get(url))).toEqual([1, 1, 1])
})

test('a page that cannot say what it shows is kept for half a minute, one at its canonical address longer', async () => {
  const id = await post()
  const urls = [searchUrl, postPath(id)]
  // The first search of a process takes a second.
  const begun = Date.now()
  for (const url of urls) await read(here, url)
  const ended = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(begun + 29_000)
  for (const url of urls) await read(here, url)
  expect(urls.map((url) => rendered.get(url))).toEqual([1, 1])
  vi.spyOn(Date, 'now').mockReturnValue(ended + 31_000)
  for (const url of urls) await read(here, url)
  expect(urls.map((url) => rendered.get(url))).toEqual([2, 1])
})

test('an instance that does not listen keeps nothing', async () => {
  const id = await post()
  changesOf(here.db).setListening(false)
  for (let turn = 0; turn < 2; turn++) await read(here, postPath(id))
  expect(rendered.get(postPath(id))).toBe(2)
  changesOf(here.db).setListening(true)
  for (let turn = 0; turn < 2; turn++) await read(here, postPath(id))
  expect(rendered.get(postPath(id))).toBe(3)
})

test('areas with most posts count a new post at once', async () => {
  const counted = async ({ api }: Site) => (await api.getPopularAreas()).reduce((sum, { count }) => sum + count, 0)
  await post()
  const before = await counted(here)
  await expect.poll(() => counted(elsewhere)).toBe(before)
  await post()
  const after = await counted(here)
  expect(after).toBeGreaterThan(before)
  await expect.poll(() => counted(elsewhere)).toBe(after)
})
