import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { getNamedType, isLeafType, isObjectType } from 'graphql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReaderBlock } from '#contract/reader-state.ts'
import { changesOf } from '#server/platform/database/changes.ts'
import { Client, schema } from '#tests/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { buildUser } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { addPerson, type Person, somePost } from '#tests/post-site.ts'
import { type Site, startSite } from '#tests/site.ts'
import { stopClocks } from '#tests/stop-clocks.ts'

let database: TestDatabase
let dataDir: string
let site: Site
let elsewhere: Site
let rendered: (string | null)[] = []

const [BLOCK, END] = ['<script id="reader" type="application/json">', '</script>']

const nameOfCollection = 'query ($id: ID!) { getCollection(id: $id) { collection { name } } }'

/** Page that shows all it gets, without care. */
const web = fakeWeb(async (request, { context }) => {
  const { graphql, nonce: _, ...given } = context
  const posts = await graphql('{ getPosts { data { id title username like liked } } }', {})
  const [, asked] = /\/collection\/([\w-]+)$/.exec(request.url) ?? []
  const collection = asked && (await graphql(nameOfCollection, { id: asked }))
  rendered.push(given.viewer?.jwt ?? null)
  const status = new URL(request.url).pathname === '/not_found' ? 404 : 200
  const html = `<!doctype html>${BLOCK}${END}<p>${JSON.stringify({ ...given, now: '', posts, collection })}</p>`
  return new Response(html, { status, headers: { 'content-type': 'text/html' } })
})

beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-instances-'))
  const instanceOf = { connectionString: database.connectionString, dataDir }
  site = await startSite({ web, instanceOf })
  elsewhere = await startSite({ web, instanceOf })
})
afterAll(async () => {
  await site.close()
  await elsewhere.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  rendered = []
})

let paths = 0
/** Address that no other test requests. */
const newPath = () => `/?page=${++paths}`

/** Shared part of the page, and the block of the reader. */
async function read(client: Client, url: string) {
  const { bytes, headers, status } = await client.send('GET', url, null, { 'accept-encoding': 'gzip' })
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  const [start = '', rest = ''] = text.split(BLOCK)
  const end = rest.indexOf(END)
  const block = JSON.parse(rest.slice(0, end) || 'null') as ReaderBlock | null
  return { shared: start + rest.slice(end), block, headers, status }
}

test('everybody gets the same bytes of a public page, rendered once and for nobody, and each reader their own block', async () => {
  const author = await addPerson(site, { username: '<카나리아>' })
  const liker = await addPerson(site, { username: '두리' })
  const { id } = await site.api.as(author).addPost(somePost)
  await site.api.as(liker).likePost({ id: String(id), isLike: true, jwt: liker.handle })
  stopClocks()
  const url = newPath()
  const pages = await Promise.all(
    [site.api.fresh(), author.client, liker.client, author.client].map((one) => read(one, url)),
  )
  const [visitor, own, liked] = pages
  expect(new Set(pages.map(({ shared }) => shared)).size).toBe(1)
  expect(rendered).toEqual([null])
  expect(visitor?.shared).toContain('"liked":false')
  expect(visitor?.shared).not.toContain(liker.handle)
  expect(visitor?.block).toBeNull()
  expect(own?.block).toMatchObject({ viewer: { jwt: author.handle, username: '<카나리아>' }, isPrivate: false })
  expect(own?.block?.posts[String(id)]).toEqual({ mine: true })
  expect(liked?.block).toMatchObject({ viewer: { username: '두리' } })
  expect(liked?.block?.posts[String(id)]).toEqual({ liked: true })
})

test('neither a browser nor a CDN keeps the page of a session, alive or not', async () => {
  const person = await addPerson(site)
  const url = newPath()
  const visitor = await read(site.api.fresh(), url)
  expect(visitor.headers['cache-control']).toMatch(/^public/)
  const own = await read(person.client, url)
  await site.db.deleteFrom('sessions').where('account_id', '=', person.accountId).execute()
  const ended = await read(person.client, url)
  expect([own.block?.viewer.jwt, ended.block]).toEqual([person.handle, null])
  for (const { headers } of [own, ended]) {
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'cookie, accept-encoding' })
    expect(headers).not.toHaveProperty('etag')
  }
  expect(String(ended.headers['set-cookie'])).toMatch(/sid=;/)
})

test.each(['/collection', '/%63ollection', '/Collection'])(
  'nobody keeps a collection, which may have been shared by its link: %s',
  async (path) => {
    const { headers, status } = await read(site.api.fresh(), `${path}/${'a'.repeat(22)}`)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
  },
)

test.each(['private', 'deleted', 'renamed'])(
  'a collection that is now %s is shown to nobody as it was',
  async (change) => {
    const owner = await addPerson(site)
    const api = site.api.as(owner)
    const { id } = await api.addCollection({ name: '물까치', visibility: 'link' })
    const heard = () => changesOf(elsewhere.db).log.lastOf([`#${id}`]).sequence
    const before = heard()
    const visit = async () => (await read(site.api.fresh(), `/collection/${id}`)).shared
    expect(await visit()).toContain('물까치')
    if (change === 'deleted') await api.deleteCollection({ id })
    else await api.editCollection({ id, name: '굴뚝새', visibility: change === 'private' ? 'private' : 'link' })
    expect(await visit()).not.toContain('물까치')
    await expect.poll(heard).toBeGreaterThan(before)
  },
)

test('a private page is rendered for its reader and never shared', async () => {
  const [one, two] = [await addPerson(site), await addPerson(site)]
  const pages = [await read(one.client, '/account/profile'), await read(two.client, '/account/profile')]
  expect(rendered).toEqual([one.handle, two.handle])
  expect(pages[1]?.shared).toContain(two.handle)
  expect(pages[1]?.shared).not.toContain(one.handle)
  expect(pages.map(({ block }) => [block?.isPrivate, block?.viewer.jwt])).toEqual([
    [true, one.handle],
    [true, two.handle],
  ])
})

test('a missing page has its status and its reader', async () => {
  const person = await addPerson(site)
  expect(await read(person.client, '/gone')).toMatchObject({ status: 404, block: { viewer: { jwt: person.handle } } })
})

const readerless = '{ getPosts { data { id title username like } } }'
const ask = (query: string) => JSON.stringify({ query, extensions: { reader: true } })

test('everybody gets the same list, and a signed-in reader who asks for it their state beside it', async () => {
  const [author, liker] = [await addPerson(site), await addPerson(site)]
  const { id } = await site.api.as(author).addPost(somePost)
  await site.api.as(liker).likePost({ id: String(id), isLike: true, jwt: liker.handle })
  const [visitor, own, liked] = await Promise.all(
    [site.api.fresh(), author.client, liker.client].map(async (client) =>
      JSON.parse((await client.post(ask(readerless))).text),
    ),
  )
  expect(visitor).not.toHaveProperty('extensions')
  expect([own.data, liked.data]).toEqual([visitor.data, visitor.data])
  expect(own.extensions.reader).toMatchObject({
    viewer: { jwt: author.handle },
    posts: { [String(id)]: { mine: true } },
  })
  expect(liked.extensions.reader.posts[String(id)]).toEqual({ liked: true })
  // Clients that do not ask get what the specification of GraphQL says, and no more.
  expect(Object.keys(JSON.parse((await liker.client.post({ query: readerless })).text))).toEqual(['data'])
})

test('beside a post its reader gets whether they follow its author', async () => {
  const [author, follower] = [await addPerson(site), await addPerson(site)]
  const { id } = await site.api.as(author).addPost(somePost)
  const query = `{ getPost(id: "${id}") { id } }`
  const states = async () => JSON.parse((await follower.client.post(ask(query))).text).extensions.reader.authors
  expect(await states()).toEqual({})
  await site.api.as(follower).followUser({ handle: author.handle, follow: true })
  expect(await states()).toEqual({ [author.handle]: { followed: true } })
})

const everything = '{ getPosts { data { id title username like liked likeUsers } } }'
type Seen = { id: string; title: string; username: string; like: number; liked: boolean; likeUsers: string[] }

async function seenBy(client: Client, id: string, query = everything): Promise<Seen | undefined> {
  const { data } = JSON.parse((await client.post(ask(query))).text) as { data: { getPosts: { data: Seen[] } } }
  return data.getPosts.data.find((post) => post.id === id)
}

test('whoever asks for `liked` or `likeUsers` reads each change at once, on every instance', async () => {
  const [author, reader] = [await addPerson(site, { username: '먼저' }), await addPerson(site)]
  const atOther = ({ client }: Person) => new Client(elsewhere.api.origin, client.cookies)
  const clients = [atOther(author), atOther(reader), reader.client]
  const api = site.api.as(author)
  const id = String((await api.addPost(somePost)).id)
  const expectSeen = async (expected: object | undefined) => {
    const seen = await Promise.all(clients.map((client) => seenBy(client, id)))
    if (expected) expect(seen).toMatchObject(clients.map(() => expected))
    else expect(seen).toEqual([undefined, undefined, undefined])
  }
  await expectSeen({ title: somePost.title, like: 0, liked: false })
  await api.editPost({ ...somePost, id, title: '만두' })
  await expectSeen({ title: '만두' })
  await api.likePost({ id, isLike: true, jwt: author.handle })
  await expectSeen({ like: 1, likeUsers: [author.handle] })
  expect(await Promise.all(clients.map(async (client) => (await seenBy(client, id))?.liked))).toEqual([
    true,
    false,
    false,
  ])
  await api.deletePost({ id })
  await expectSeen(undefined)
})

test('a writer reads their own change at once, and readers of other instances soon', async () => {
  const author = await buildUser(site.api, { username: '먼저' })
  const reader = await buildUser(elsewhere.api)
  const api = site.api.as(author)
  const url = newPath()
  const id = String((await api.addPost(somePost)).id)
  const expectSeen = async (text: string | undefined, expected: object | undefined) => {
    // Readers before the change have filled the cache.
    const matches = (seen: object | undefined) =>
      expected ? expect(seen).toMatchObject(expected) : expect(seen).toBeUndefined()
    matches(await seenBy(author.client, id, readerless))
    if (text !== undefined) expect((await read(author.client, url)).shared).toContain(text)
    for (const client of [reader.client, elsewhere.api.fresh()]) {
      await expect
        .poll(async () => expected === undefined || (await read(client, url)).shared.includes(text ?? ''))
        .toBe(true)
    }
  }
  await expectSeen(somePost.title, { like: 0 })
  await api.editPost({ ...somePost, id, title: '만두' })
  await expectSeen('만두', { title: '만두' })
  await api.likePost({ id, isLike: true, jwt: author.handle })
  await expectSeen('"like":1', { like: 1 })
  await api.update({ ...author, username: '나중', jwt: author.handle })
  await expectSeen('나중', { username: '나중' })
  await api.deletePost({ id })
  await expectSeen(undefined, undefined)
})

test('of many members who read at once, each sees only their own likes, and nobody without a session sees any', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(site)))
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push(String((await site.api.as(people[0] as Person).addPost(somePost)).id))
  for (const [index, person] of people.entries()) {
    if (index > 0) await site.api.as(person).likePost({ id: ids[index] ?? '', isLike: true, jwt: person.handle })
  }
  const url = newPath()
  const all = await Promise.all([...people, ...people].map(({ client }) => read(client, url)))
  for (const [index, { block }] of all.entries()) {
    const own = index % people.length
    const liked = Object.entries(block?.posts ?? {}).filter(([, state]) => state.liked)
    expect(liked.map(([id]) => id)).toEqual(own === 0 ? [] : [ids[own]])
  }
})

test('pages and responses name their reader, unless the session ends with the browser or has ended', async () => {
  const user = await buildUser(site.api)
  const login = async (autoLogin: boolean) => {
    const browser = site.api.fresh()
    await browser.login({ email: user.email, password: user.password, autoLogin })
    return browser
  }
  const nameOf = async (browser: Client) => {
    const page = await browser.send('GET', '/')
    const response = await browser.post({ query: '{ getPosts { data { id } } }' })
    expect(response.headers['x-reader']).toBe(page.headers['x-reader'])
    return page.headers['x-reader']
  }
  const staying = await login(true)
  expect(await nameOf(site.api.fresh())).toBeUndefined()
  expect(await nameOf(await login(false))).toBe('unkept')
  expect(await nameOf(staying)).toBe(user.handle)
  expect((await staying.post({ query: 'mutation { logout { count } }' })).headers['x-reader']).toBeUndefined()
  expect(await nameOf(staying)).toBeUndefined()
})

test('a page counts unread notifications up to ten, the list of them all', async () => {
  const author = await addPerson(site, { username: '인기인' })
  const liker = await addPerson(site, { username: '좋아이' })
  for (let n = 0; n < 12; n++) {
    const { id } = await site.api.as(author).addPost(somePost)
    await site.api.as(liker).likePost({ id: String(id), isLike: true, jwt: liker.handle })
  }
  expect((await read(author.client, newPath())).block?.unread).toBe(10)
  expect(await site.api.as(author).getNotifications()).toMatchObject({ unread: 12 })
})

/** Fields of a type without arguments. */
function plainFields(name: string): string[] {
  const type = schema.getType(name)
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  return fields
    .filter(({ type, args }) => isLeafType(getNamedType(type)) && args.length === 0)
    .map((field) => field.name)
}

test('no field that differs between readers comes from a response that they share', async () => {
  const [author, reader] = [await addPerson(site, { username: '글쓴이' }), await addPerson(site)]
  const post = String((await site.api.as(author).addPost(somePost)).id)
  await site.api.as(author).addComment({ post, text: '맛있어요' })
  const api = site.api.as(reader)
  await api.likePost({ id: post, isLike: true, jwt: reader.handle })
  for (const list of ['want', 'been'] as const) await api.savePost({ post, list, saved: true })
  await api.followUser({ handle: author.handle, follow: true })
  // A document with the reader's field `own` is answered for each reader.
  for (const { type, own, ask } of [
    { type: 'Post', own: 'liked', ask: (fields: string) => `{ getPosts { data { ${fields} } } }` },
    {
      type: 'Comment',
      own: 'mine',
      ask: (fields: string) => `{ getComments(post: "${post}") { data { ${fields} } } }`,
    },
    {
      type: 'Author',
      own: 'followed',
      ask: (fields: string) => `{ getAuthor(handle: "${author.handle}") { ${fields} } }`,
    },
  ]) {
    const differing: string[] = []
    for (const field of plainFields(type)) {
      const read = async (client: Client, fields: string) =>
        JSON.parse((await client.post({ query: ask(fields) })).text).data
      const without = (data: object) =>
        JSON.parse(JSON.stringify(data, (key, value) => (key === own && field !== own ? undefined : value)))
      const clients = [reader.client, author.client, site.api.fresh()]
      const apart = await Promise.all(clients.map(async (client) => without(await read(client, `${own} ${field}`))))
      for (const [index, client] of clients.entries())
        expect(await read(client, field), `${type}.${field}`).toEqual(apart[index])
      if (new Set(apart.map((data) => JSON.stringify(data))).size > 1) differing.push(field)
    }
    expect(differing).toContain(own)
  }
})
