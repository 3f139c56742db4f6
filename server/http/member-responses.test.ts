import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '#tests/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { addPerson, type Person, somePost } from '#tests/post-site.ts'
import { type Site, startSite } from '#tests/site.ts'
import { loadConfig } from '../config.ts'
import { CompressibleBody } from './compression.ts'
import type { GraphqlResponse } from './graphql-response.ts'
import { isFillable, MemberResponses } from './member-responses.ts'

/** Two instances of one site. */
let database: TestDatabase
let dataDir: string
let site: Site
let elsewhere: Site

beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-instances-'))
  const instanceOf = { connectionString: database.connectionString, dataDir }
  site = await startSite({ instanceOf })
  elsewhere = await startSite({ instanceOf })
})
afterAll(async () => {
  await site.close()
  await elsewhere.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function responseTo(result: object): GraphqlResponse {
  const body = new CompressibleBody(Buffer.from(JSON.stringify(result)), 'quick')
  return { status: 200, body, isResult: !('errors' in result), isMalformed: false, retryAfter: undefined }
}
const textOf = (response: GraphqlResponse | null) => response?.body.bytes(null).toString()

const trap = 'a text "liked":false \\"liked":false'
const posts = ['7', '8', '9'].map((id) => ({ id, contents: trap, liked: false }))

/** A read by a member who likes these posts; counts the computations. */
function startMembers(result: object = { data: { getPosts: { data: posts } } }) {
  const members = new MemberResponses(loadConfig({}))
  const compute = vi.fn(async () => responseTo(result))
  const read = (snapshot: string, likes: readonly string[], body = 'body') =>
    members.get({ body, snapshot, compute, loadLiked: async (ids) => ids.map((id) => likes.includes(id)) })
  return { compute, read }
}

test('members who see the same data share one computation, and each gets their own likes', async () => {
  const { compute, read } = startMembers()
  const responses = await Promise.all([read('1', []), read('1', ['8']), read('1', ['7', '9', '12'])])
  const liked = responses.map((response) => JSON.parse(textOf(response) ?? '').data.getPosts.data)
  expect(liked[0]).toEqual(posts)
  expect(liked[1]).toEqual(posts.map((post) => ({ ...post, liked: post.id === '8' })))
  expect(liked[2]).toEqual(posts.map((post) => ({ ...post, liked: post.id !== '8' })))
  expect(compute).toHaveBeenCalledTimes(1)
  await read('2', [])
  await read('1', [], 'another body')
  expect(compute).toHaveBeenCalledTimes(3)
})

test('a response with `liked` but without the post’s id is computed with the session', async () => {
  const { read } = startMembers({ data: { getPosts: { data: [{ liked: false }] } } })
  expect(await read('1', ['7'])).toBeNull()
})

test('a failure is sent to those who waited for it, and is not cached', async () => {
  const { compute, read } = startMembers({ errors: [{ message: '없는 글이에요.' }] })
  expect(textOf(await read('1', []))).toContain('없는 글')
  await read('1', [])
  expect(compute).toHaveBeenCalledTimes(2)
})

test.each([
  ['{ getPosts { data { id title liked } } }', true],
  ['{ a: getPosts { data { ...F } } } fragment F on Post { id liked }', true],
  ['{ getPosts { data { id title mine: liked } } }', false],
  ['{ getPosts { data { id: title liked } } }', false],
  ['{ getPosts { data { number: id liked } } }', false],
  ['{ getPosts { data { id liked: likeUsers } } }', false],
  ['{ getPosts { data { ...F } } } fragment F on Post { id likeUsers }', false],
])('%s: its responses can be filled in: %s', (document, expected) => {
  expect(isFillable(parse(document))).toBe(expected)
})

const everything = '{ getPosts { data { id title username like liked } } }'
const nameless = '{ getPosts { data { title mine: liked likeUsers } } }'

type Seen = { id: string; title: string; username: string; like: number; liked: boolean }

async function read(person: Person, document = everything): Promise<Seen[]> {
  const { text } = await person.client.post(JSON.stringify({ query: document }))
  return JSON.parse(text).data.getPosts.data
}

/** The same person's browser at the other instance. */
function browserElsewhere(person: Person): Person {
  return { ...person, client: new Client(elsewhere.api.origin, person.client.cookies) }
}

test('members read each change at once, on every instance', async () => {
  const [author, reader] = [await addPerson(site, { username: '먼저' }), await addPerson(site)]
  const there = [browserElsewhere(author), browserElsewhere(reader), reader]
  const api = site.api.as(author)
  const id = String((await api.addPost(somePost)).id)
  const post = { ...somePost, id }
  const expectSeen = async (expected: object | null) => {
    for (const person of there) {
      const seen = (await read(person)).find((one) => one.id === id)
      if (expected) expect(seen).toMatchObject(expected)
      else expect(seen).toBeUndefined()
    }
  }
  await expectSeen({ title: somePost.title, like: 0 })
  await api.editPost({ ...post, title: '만두' })
  await expectSeen({ title: '만두' })
  await api.likePost({ id, isLike: true, jwt: author.handle })
  await expectSeen({ like: 1 })
  await site.db.updateTable('accounts').set({ username: '나중' }).where('id', '=', author.accountId).execute()
  await expectSeen({ username: '나중' })
  await api.deletePost({ id })
  await expectSeen(null)
})

test('of many members who read at once, each sees only their own likes, and nobody without a session sees any', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(site)))
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push(String((await site.api.as(people[0] as Person).addPost(somePost)).id))
  for (const [index, person] of people.entries()) {
    if (index > 0) await site.api.as(person).likePost({ id: ids[index] ?? '', isLike: true, jwt: person.handle })
  }
  const all = await Promise.all([...people, ...people].map((person) => read(person)))
  for (const [index, seen] of all.entries()) {
    const own = index % people.length
    expect(seen.filter(({ liked }) => liked).map(({ id }) => id)).toEqual(own === 0 ? [] : [ids[own]])
  }
  const visitor = await site.api.fresh().post(JSON.stringify({ query: everything }))
  expect(visitor.text).not.toContain('"liked":true')
  const [, liker] = people
  const own = await read(liker as Person, nameless)
  expect(own.filter((seen) => (seen as unknown as { mine: boolean }).mine)).toHaveLength(1)
})

test('a member whose session has ended reads as a visitor, and their cookie is cleared', async () => {
  const person = await addPerson(site)
  await read(person)
  await site.db.deleteFrom('sessions').where('account_id', '=', person.accountId).execute()
  const reply = await person.client.post(JSON.stringify({ query: everything }))
  expect(reply.text).not.toContain('"liked":true')
  expect(String(reply.headers['set-cookie'])).toMatch(/sid=;/)
})
