import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Query } from '#contract/schema.gen.ts'
import { changesOf } from '#server/platform/database/changes.ts'
import { assignPostsToAreas } from '#server/product/posts/areas/assign-posts-to-areas.ts'
import { rankWeeklyPosts } from '#server/product/posts/areas/rank-week.ts'
import type { Client } from '#tests/api.ts'
import { uniqueName } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { importQuietly, someBoundaries, someGazetteer, writeJsonFile } from '#tests/place-files.ts'
import { type Person, type PostSite, refusal, startPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

/** A block between two members, seen from both sides: nothing of the one reaches the other, by any read. */
let site: PostSite
let author: Person
let bystander: Person
/** Members in a block with the author: one has blocked the author, the author has blocked the other. */
let readers: Person[]
let postId: string
let otherId: string
let threadId: string
let placeId: string
let otherPlaceId: string
let own: string
let mixed: string

const NOHYEONG = { lat: 33.45, lng: 126.47 }

/** A page that shows lists, an author and a post, as our own pages load them. */
const web = fakeWeb(async (request, { context }) => {
  const url = new URL(request.url)
  const handle = url.searchParams.get('keyword') ?? ''
  const [lists, ...single] = await Promise.all([
    context.graphql(
      `query lists($handle: String) {
        own: getPosts(user_id: $handle) { data { title username user_id } pageCount }
        getPosts { data { title username user_id } pageCount }
      }`,
      { handle },
    ),
    context.graphql('query author($handle: ID!) { getAuthor(handle: $handle) { username about } }', { handle }),
    context.graphql('query post($id: ID!) { getPost(id: $id) { title } }', { id: url.searchParams.get('near') ?? '' }),
  ])
  const read = { lists, single }
  const html = `<!doctype html><script id="reader" type="application/json"></script><p>${JSON.stringify(read)}</p>`
  return new Response(html, { headers: { 'content-type': 'text/html' } })
})

beforeAll(async () => {
  site = await startPostSite({ env: unlimited, web })
  for (const [name, content] of Object.entries({
    'gazetteer.json': someGazetteer,
    'boundaries.topo.json': someBoundaries,
  })) {
    await importQuietly(site.db, await writeJsonFile(name, content))
  }
  while (!(await assignPostsToAreas(site.db)));
  author = await site.person({ username: '카나리아' })
  bystander = await site.person({ username: '구경꾼' })
  const [blocking, blocked] = [await site.person(), await site.person()]
  readers = [blocking, blocked]
  const place = { place_name: '노형카나리아집', address: '제주특별자치도 제주시 노형동 925', ...NOHYEONG }
  const hours = { start_time: '00:00', end_time: '00:00' }
  const image = await site.picture(author)
  const title = '카나리아식당'
  postId = await site.post({ author, title, contents: '카나리아가 노래해요.', image, ...place, ...hours })
  otherId = await site.post({ author: bystander, title: '노형국수', ...place, ...hours, place_name: '노형국수집' })
  placeId = (await site.api.as(bystander).getPost({ id: postId })).place_id ?? ''
  otherPlaceId = (await site.api.as(bystander).getPost({ id: otherId })).place_id ?? ''
  await site.api.as(author).savePost({ post: otherId, list: 'been', saved: true })
  for (const id of [postId, otherId]) await site.api.as(author).likePost({ id, isLike: true, jwt: author.handle })
  const comment = { post: otherId, text: '카나리아도 왔어요.' }
  for (const tasty of [true, false]) await site.api.as(author).addComment({ ...comment, tasty })
  const { id } = await site.api.as(bystander).addComment({ post: otherId, text: '또 오세요.', tasty: true })
  threadId = id
  await site.api.as(author).addComment({ post: otherId, text: '카나리아의 답글', parent: threadId })
  own = await collectionOf(author, '카나리아 모음')
  mixed = await collectionOf(bystander, '노형 모음')
  for (const reader of [bystander, ...readers]) {
    const api = site.api.as(reader)
    await site.api.as(author).followUser({ handle: reader.handle, follow: true })
    await api.savePost({ post: postId, list: 'want', saved: true })
    await api.likePost({ id: postId, isLike: true, jwt: reader.handle })
  }
  await sql`update accounts set created_at = now() - interval '2 days'`.execute(site.db)
  await rankWeeklyPosts(site.db)
  await sql`insert into taste_matches (account_id, author_id, score)
    select me.id, other.id, 0.5 from accounts me, accounts other where me.id <> other.id`.execute(site.db)
  await site.api.as(blocking).blockUser({ handle: author.handle, block: true })
  await site.api.as(author).blockUser({ handle: blocked.handle, block: true })
})
afterAll(() => site.close())

async function collectionOf(person: Person, name: string): Promise<string> {
  const api = site.api.as(person)
  const { id } = await api.addCollection({ name, visibility: 'public' })
  for (const post of [postId, otherId]) await api.putInCollection({ id, post })
  return id
}

const view = { south: 33, north: 34, west: 126, east: 127, zoom: 12 }

/**
 * For every read operation arguments with which it shows the author. A new operation needs its line here; null: it shows
 * only what is the caller's own, or nothing that members wrote.
 */
const reads: Record<keyof Query, (() => object[]) | null> = {
  login: null,
  beginPasskeyLogin: null,
  beginPasskeyProof: null,
  getPasskeys: null,
  getTwoStep: null,
  getLinkedLogins: null,
  getPendingLogin: null,
  user: null,
  getSessions: null,
  getWithdrawalSummary: null,
  getVisits: null,
  getPlaceImport: null,
  getImportedRows: null,
  getConsents: null,
  getNotificationSwitches: null,
  getWeeklyMail: null,
  getReturnedMail: null,
  getPushKey: null,
  getLegalText: null,
  getMapSettings: null,
  getPlaceAttributions: null,
  geocode: null,
  reverseGeocode: null,
  getNearestLandmark: null,
  getLandmark: null,
  getAreaAt: null,
  getPosts: () => [
    { ids: [postId] },
    ...['latest', 'popular', 'order', 'near'].flatMap((filter) =>
      [{}, { open: true }, { radius: 3000 }, { area: '제주/제주시' }, { area: '제주/제주시', open: true }].map(
        (more) => ({ filter, ...NOHYEONG, ...more }),
      ),
    ),
  ],
  getPost: () => [{ id: postId }],
  getComments: () => [{ post: otherId }],
  getReplies: () => [{ parent: threadId }],
  getNotifications: () => [{}],
  getSearchPosts: () =>
    [undefined, 'latest', 'popular', 'order', 'near'].flatMap((filter) =>
      ['카나리아', '카나리아식당 노래', 'ㅋㄴㄹㅇ', '노형동'].flatMap((keyword) =>
        [{}, { open: true }].map((more) => ({ keyword, ...NOHYEONG, ...(filter && { filter }), ...more })),
      ),
    ),
  getAuthor: () => [{ handle: author.handle }],
  getFollowedPosts: () => [{}],
  getPeople: () => [{ list: 'followers' }, { list: 'following' }, { list: 'alike' }],
  getActiveAuthors: () => [{}],
  getSavedPosts: () => ['want', 'been', 'liked'].map((list) => ({ list })),
  getSavedPins: () => ['want', 'been', 'liked'].map((list) => ({ list })),
  getSavedCounts: () => [{}],
  getCollection: () => [{ id: own }, { id: mixed }],
  getCollections: () => [{ handle: author.handle }, { handle: bystander.handle }],
  getSearchCollections: () => [{ keyword: '카나리아' }, { keyword: '노형' }],
  getPlace: () => [{ id: placeId }, { id: otherPlaceId }],
  getPlacePhotos: () => [{ id: placeId }],
  getArea: () => [{ path: '' }, { path: '제주' }],
  getWeeklyTop: () => [{ area: '제주/제주시' }],
  getPopularAreas: () => [{}],
  resolveKeyword: () => [{ keyword: '노형' }, { keyword: '카나리어식당' }],
  getPlacePosts: () => [{ id: otherId }, { id: postId }],
  getNewPostCount: () => [{ after: '0' }],
  searchPlaces: () => [{ keyword: '노형카나리아' }, { keyword: '카나리아' }],
  getDecisions: null,
  getReported: null,
  getReports: null,
  findPeople: null,
  getPersonCard: null,
  getModerationRecord: null,
  getModerationRules: null,
  getSiteLook: null,
  previewSiteLook: null,
  getInvitations: null,
  getFigures: null,
  getWebhooks: null,
  getLimits: null,
  getRelease: null,
  getMapShops: null,
  getNearShops: null,
  getSearchShops: null,
  getToldShops: null,
  getMapPosts: () => [view, { ...view, zoom: 18 }, { ...view, open: true }, { ...view, keyword: '카나리아' }],
}

const traces = () => ['카나리아', author.handle]
const read = async (person: Person, name: string, args: object) =>
  JSON.stringify(
    await site.api
      .as(person)
      .call(name, args)
      .catch((error) => `${error.code}`),
  )

const cases = Object.entries(reads).flatMap(([name, argumentsOf]) =>
  argumentsOf ? [[name, argumentsOf] as const] : [],
)

test.each(cases)('%s holds nothing of somebody who is hidden, and everything for others', async (name, argumentsOf) => {
  let shown = 0
  for (const args of argumentsOf()) {
    const toOthers = await read(bystander, name, args)
    if (traces().some((trace) => toOthers.includes(trace))) shown++
    for (const reader of readers) {
      const text = await read(reader, name, args)
      for (const trace of traces()) expect(text, `${name} ${JSON.stringify(args)}`).not.toContain(trace)
      expect(text).not.toContain('INTERNAL')
    }
  }
  const numbersOnly = [
    'getSavedCounts',
    'getArea',
    'getPopularAreas',
    'getNewPostCount',
    'getFollowedPosts',
    'getPeople',
  ]
  if (!numbersOnly.includes(name)) expect(shown).toBeGreaterThan(0)
})

test('numbers are those of what the reader sees', async () => {
  const numbers = async (person: Person) => {
    const api = site.api.as(person)
    const map = await api.getMapPosts(view)
    const far = await api.getMapPosts({ ...view, zoom: 4 })
    const [collection] = await api.getCollections({ handle: bystander.handle })
    const meant = await api.resolveKeyword({ keyword: '노형동' })
    changesOf(site.db).log.add(null)
    await site.api.getPopularAreas()
    const popular = await api.getPopularAreas()
    return [
      (await api.getArea({ path: '제주/제주시' })).count,
      (await api.getArea({ path: '' })).count,
      (await api.getArea({ path: '' })).parts.find(({ path }) => path === '제주')?.count,
      (await api.getNewPostCount({ after: '0' })).count,
      (await api.getPosts({ area: '제주' })).data.length,
      (await api.getPosts({})).data.length,
      map.count,
      map.data.length,
      far.count,
      (await api.getPost({ id: otherId })).likeUsers.length,
      (await api.getPost({ id: otherId })).comments,
      (await api.getPosts({})).data.find(({ id }) => id === otherId)?.comments,
      (await api.getComments({ post: otherId })).data.length,
      (await api.getPlace({ id: otherPlaceId })).comments.length,
      (await api.getPlace({ id: otherPlaceId })).been_count,
      (await api.getComments({ post: otherId })).tastyCount,
      (await api.getComments({ post: otherId })).tastyAuthors.length,
      (await api.getNotifications()).unread,
      (await api.getSavedCounts()).want,
      (await api.getSavedCounts()).wantOpen,
      (await api.getSavedCounts()).liked,
      collection?.count,
      (await api.getCollection({ id: mixed })).entries.length,
      collection?.covers.length,
      meant.areas[0]?.count,
      popular[0]?.count,
    ]
  }
  expect(await numbers(bystander)).toEqual([
    2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 4, 4, 4, 3, 1, 2, 2, 4, 1, 1, 1, 2, 2, 1, 2, 2,
  ])
  for (const reader of readers)
    expect(await numbers(reader)).toEqual([
      1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1,
    ])
  const places = await Promise.all(
    readers.map((reader) =>
      site.api
        .as(reader)
        .getPlace({ id: placeId })
        .catch((e) => e.code),
    ),
  )
  expect(places).toEqual(['NOT_FOUND', 'NOT_FOUND'])
})

test('the author sees as little of the readers', async () => {
  for (const reader of readers) {
    const id = await site.post({ author: reader, title: '부엉이식당' })
    const api = site.api.as(author)
    expect((await refusal(api.getPost({ id }))).code).toBe('NOT_FOUND')
    expect((await refusal(api.getAuthor({ handle: reader.handle }))).code).toBe('NOT_FOUND')
    expect((await api.getPosts({ user_id: reader.handle })).data).toEqual([])
    expect((await api.getSearchPosts({ keyword: '부엉이식당' })).data).toEqual([])
    await site.api.as(reader).deletePost({ id })
  }
})

test('a post that is hidden cannot be liked, edited or deleted, as if it were not there', async () => {
  for (const reader of readers) {
    const api = site.api.as(reader)
    for (const isLike of [true, false]) {
      const call = api.likePost({ id: postId, isLike, jwt: reader.handle })
      expect((await refusal(call)).code).toBe('NOT_FOUND')
    }
    const save = api.savePost({ post: postId, list: 'been', saved: true })
    expect((await refusal(save)).code).toBe('NOT_FOUND')
    const { id } = await api.addCollection({ name: '모음' })
    expect((await refusal(api.putInCollection({ id, post: postId }))).code).toBe('NOT_FOUND')
    expect((await refusal(api.getPlacePosts({ id: postId }))).code).toBe('NOT_FOUND')
    await api.deleteCollection({ id })
    expect((await refusal(api.deletePost({ id: postId }))).code).toBe('NOT_FOUND')
    expect((await refusal(api.editPost({ id: postId, title: '새', contents: '글' }))).code).toBe('NOT_FOUND')
  }
})

const asText = (bytes: Buffer, encoding: unknown) => (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()

async function shownTo(client: Client): Promise<string> {
  const path = `/?keyword=${author.handle}&near=${postId}`
  const { bytes, headers } = await client.send('GET', path, null, { 'accept-encoding': 'gzip' })
  return asText(bytes, headers['content-encoding'])
}

test('what everybody shares is not given to a reader with blocks, in pages and in responses, whoever came first', async () => {
  const query = '{ getPosts { data { title username } } getNewPostCount(after: "0") { count } }'
  const ask = (client: Client) => client.post({ query, extensions: { reader: true } })
  for (let round = 0; round < 2; round++) {
    const [visitor, ...hidden] = await Promise.all([
      ask(site.api.fresh()),
      ...readers.flatMap(({ client }) => [ask(client), client.post({ query })]),
    ])
    expect(visitor?.text).toContain('카나리아')
    for (const { text } of hidden) expect(text).not.toContain('카나리아')
    expect(await shownTo(bystander.client)).toContain('카나리아식당')
    for (const { client } of readers) {
      const page = await shownTo(client)
      expect(page).not.toContain('카나리아')
      expect(page).toContain('노형국수')
    }
    // The block changes nothing for visitors.
    expect(await shownTo(site.api.fresh())).toContain('카나리아식당')
  }
})

test('what was kept of a post that is gone says nothing of its author, and neither does the list of blocked people', async () => {
  const [reader, other] = [await site.person(), await site.person({ username: '종다리' })]
  const api = site.api.as(reader)
  const title = '종다리네'
  const [kept, id] = [
    await site.post({ author: other, title, ...NOHYEONG }),
    await site.post({ author: other, title, ...NOHYEONG }),
  ]
  const { id: collection } = await api.addCollection({ name: '모음' })
  await api.savePost({ post: id, list: 'want', saved: true })
  await api.putInCollection({ id: collection, post: id })
  await api.blockUser({ handle: other.handle, block: true })
  const query = `{
    getSavedPosts(list: want) { gone { title } } getSavedPins(list: want) { title }
    getCollection(id: "${collection}") { entries { title } } getPeople(list: blocked) { data { pins { title } } }
  }`
  const found = async () => (await reader.client.post({ query })).text
  expect(await found()).not.toContain(title)
  await site.api.as(other).deletePost({ id })
  expect(await found()).not.toContain(title)
  await api.blockUser({ handle: other.handle, block: false })
  expect(await found()).toContain(title)
  await site.api.as(other).deletePost({ id: kept })
})

test('a block counts from the next request on, and an end of it too', async () => {
  const [one, other] = [await site.person(), await site.person()]
  const title = uniqueName()
  const id = await site.post({ author: other, title })
  const query = '{ getPosts { data { title } } }'
  const titles = async () => (await one.client.post({ query })).text
  expect(await titles()).toContain(title)
  await site.api.as(other).blockUser({ handle: one.handle, block: true })
  expect(await titles()).not.toContain(title)
  await site.api.as(other).blockUser({ handle: one.handle, block: false })
  expect(await titles()).toContain(title)
  expect((await site.api.as(one).getPost({ id })).title).toBe(title)
})

test.each([
  ['the member blocks', '두루미'],
  ['the moderator blocks', '왜가리'],
  ['the moderator reports', '물총새'],
])('%s: a moderator still reads by its id what the member wrote, and nobody else does', async (way, username) => {
  const member = await site.person({ username })
  const author = site.api.as(member)
  const post = await site.post({ author: member, title: `${username}식당`, image: await site.picture(member) })
  const { id: comment } = await author.addComment({ post: otherId, text: `${username} 댓글`, tasty: true })
  const { id: collection } = await author.addCollection({ name: `${username} 모음`, visibility: 'public' })
  await author.putInCollection({ id: collection, post })
  const readings = [
    ['getPost', { id: post }, `${username}식당`],
    ['getComments', { post }, '"tastyCount":0'],
    ['getComments', { post: otherId }, `${username} 댓글`],
    ['getAuthor', { handle: member.handle }, username],
    ['getCollection', { id: collection }, `"title":"${username}식당"`],
  ] as const
  const hide = async (reader: Person) => {
    if (way === 'the member blocks') return author.blockUser({ handle: reader.handle, block: true })
    const api = site.api.as(reader)
    if (way === 'the moderator blocks') return api.blockUser({ handle: member.handle, block: true })
    const things = { post, comment, collection, author: member.handle }
    for (const [kind, id] of Object.entries(things)) await api.call('report', { kind, id, reason: 'spam' })
  }
  const others = (await site.api.as(bystander).getComments({ post: otherId })).tastyCount - 1
  for (const role of ['member', 'moderator', 'admin'] as const) {
    const reader = await site.person()
    await hide(reader)
    await site.db.updateTable('accounts').set({ role }).where('id', '=', reader.accountId).execute()
    const isShown = role !== 'member'
    for (const [name, args, trace] of readings) {
      expect((await read(reader, name, args)).includes(trace), `${role} ${name}`).toBe(isShown)
    }
    const { tastyCount, tastyAuthors } = await site.api.as(reader).getComments({ post: otherId })
    const isNamed = tastyAuthors.some((one) => one.username === username)
    expect([tastyCount, isNamed], role).toEqual([others + Number(isShown), isShown])
    const page = await reader.client.send('GET', `/?keyword=${member.handle}&near=${post}`)
    expect(page.text.includes(`{"getPost":{"title":"${username}식당"}}`), role).toBe(isShown)
  }
  await author.remove({ jwt: member.handle })
})

test('a moderator with a temporary password is hidden from by a block like anybody', async () => {
  const reader = await site.person({ restricted: true })
  const id = await site.post({ author: bystander })
  await site.db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', reader.accountId).execute()
  expect((await site.api.as(reader).getPost({ id })).id).toBe(id)
  await site.api.as(bystander).blockUser({ handle: reader.handle, block: true })
  expect(await read(reader, 'getPost', { id })).toContain('NOT_FOUND')
  await site.api.as(bystander).deletePost({ id })
})

/** Reads by which moderators see hidden things. */
const BY_ID = ['getPost', 'getComments', 'getReplies', 'getCollection']

test('nothing that a moderator has hidden reaches anybody, by any read, nor moderators but by its id', async () => {
  const moderator = await site.person()
  await site.db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', moderator.accountId).execute()
  const suspend = { kind: 'author', id: author.handle, action: 'suspend', reason: '광고', everything: true } as const
  await site.api.as(moderator).moderate(suspend)
  for (const [name, argumentsOf] of cases) {
    for (const args of argumentsOf()) {
      const readers = BY_ID.includes(name) ? [bystander] : [bystander, moderator]
      for (const reader of readers) {
        const text = await read(reader, name, args)
        for (const trace of traces()) expect(text, `${name} ${JSON.stringify(args)}`).not.toContain(trace)
      }
    }
  }
})
