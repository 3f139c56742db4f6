import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Kind, parse, print, type SelectionSetNode, validate } from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownDocuments } from '#contract/documents.gen.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import { buildUser } from '#tests/factories.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { type Site, startSite } from '#tests/site.ts'
import { buildExecutableSchema } from './executable-schema.ts'
import { parseDocument } from './query-limits.ts'

let site: Site
let posts: PostSite

beforeAll(async () => {
  site = await startSite({ env: { NODE_ENV: 'production' } })
  posts = await startPostSite()
})
afterAll(() => Promise.all([site.close(), posts.close()]))

/** Each limit with a document: the largest allowed one is answered, the next one refused. */
test.each<[string, number, (count: number) => string]>([
  ['bytes', 8000, (count) => '{ getPosts { pageCount } } #'.padEnd(count, 'x')],
  ['bytes of Hangul', 8000, (count) => `{ getPosts { pageCount } } #${'가'.repeat(2000)}`.padEnd(count - 4000, 'x')],
  [
    'tokens',
    800,
    (count) => `{ getPosts { data {
      ${'...on Post { ...on Post { ...on Post { x: id } } }'.repeat(44)} ${'id '.repeat(count - 800)} } } }`,
  ],
  ['levels', 9, (count) => `{ getPosts { ${'... { '.repeat(count - 2)} pageCount ${'} '.repeat(count)}`],
  [
    'levels of fragments',
    9,
    (count) => {
      const names = Array.from({ length: count - 2 }, (_, level) => `f${level}`)
      const fragments = names.map((name, level) => `fragment ${name} on PostList { ...${names[level + 1] ?? 'last'} }`)
      return `{ getPosts { ...f0 } } ${fragments.slice(0, -1).join(' ')}
        fragment ${names.at(-1)} on PostList { pageCount }`
    },
  ],
  ['selections', 200, (count) => `{ getPosts { data { ${'id '.repeat(count - 2)} } } }`],
  [
    'selections in fragments',
    200,
    (count) => `{ getPosts { data { ${'...f '.repeat(19)} ${'id '.repeat(count - 192)} } } }
      fragment f on Post { ${'id '.repeat(9)} }`,
  ],
  ['directives', 10, (count) => `{ getPosts { data { ${'id @include(if: true) '.repeat(count)} } } }`],
  ['names of a field', 2, (count) => `{ getPosts { data { ${named(count, 'id')} } } }`],
  [
    'names of a field, spread over selections and fragments',
    2,
    (count) => `{ getPosts { data { x: id } data { ...f } ... { data { ${named(count - 1, 'id')} } } } }
      fragment f on Post { x: id }`,
  ],
  ['reads', 5, (count) => `{ ${named(count, 'getPosts { pageCount }')} }`],
  [
    'reads in fragments',
    5,
    (count) => `{ __typename ...f } fragment f on Query { ... { ${named(count, 'getPosts { pageCount }')} } }`,
  ],
])('as many %s as the limit of %d are answered, and one more is refused', async (_, limit, documentOf) => {
  const browser = site.api.fresh()
  const [last, next] = [
    await browser.post({ query: documentOf(limit) }),
    await browser.post({ query: documentOf(limit + 1) }),
  ]
  expect([last.status, last.text]).toEqual([200, expect.not.stringContaining('errors')])
  expect([next.status, next.text]).toEqual([400, expect.stringContaining(serverFailureMessages.tooMuchAtOnce)])
})

test.each<[string, string]>([
  ['a fragment that spreads itself', 'query { getPosts { ...a } } fragment a on PostList { ...a }'],
  [
    'fragments in a ring',
    'query { getPosts { ...a } } fragment a on PostList { ...b } fragment b on PostList { ...a }',
  ],
  ['fragments that double at each level', doubled(30)],
  ['five thousand aliases', `{ getPosts { data { ${'x: id '.repeat(5000)} } } }`],
  ['three thousand directives', `{ getPosts { data { id ${'@skip(if: false) '.repeat(3000)} } } }`],
  ['a directive on the operation', 'query @live { getPosts { pageCount } }'],
  ['a subscription', 'subscription { posts }'],
  ['two operations', 'query a { getPosts { pageCount } } query b { getPosts { pageCount } }'],
  ['a document as a syntax tree', JSON.stringify({ kind: 'Document', definitions: [] })],
  ['no document', ''],
])('%s is refused before anything is read', async (_, query) => {
  const reply = await site.api.fresh().post({ query })
  expect(reply.status).toBe(400)
  expect(reply.text).toContain('BAD_USER_INPUT')
})

test.each([
  ['a megabyte of comment', `{ getPosts { pageCount } } #${'x'.repeat(1_000_000)}`],
  ['ten thousand directives', `{ getPosts { data { id ${'@skip(if: false) '.repeat(10_000)} } } }`],
])('a body of %s is not even read', async (_, query) => {
  expect((await site.api.fresh().post({ query })).status).toBe(413)
})

const plain = JSON.stringify({ query: '{ getPosts { pageCount } }' })

test.each<[string, Buffer, Record<string, string>]>([
  ['no UTF-8', Buffer.concat([Buffer.from(plain.slice(0, -2)), Buffer.from('#\xff\xfe"}', 'latin1')]), {}],
  ['half a character', Buffer.concat([Buffer.from(plain.slice(0, -2)), Buffer.from('#\xed\xa0\x80"}', 'latin1')]), {}],
  ['no JSON', Buffer.from(plain.slice(1)), {}],
  ['a list', Buffer.from(`[${plain}]`), {}],
  ['more than data', Buffer.from(plain.replace('{', '{"__proto__":{"x":1},')), {}],
  ['compressed', gzipSync(plain), { 'content-encoding': 'gzip' }],
])('a body that is %s is refused', async (_, body, headers) => {
  const reply = await site.api
    .fresh()
    .send('POST', '/graphql', body, { 'content-type': 'application/json', ...headers })
  expect(reply.status).toBe(400)
  expect(JSON.parse(reply.text).errors[0].extensions.code).toBe('BAD_USER_INPUT')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
})

test('a request without a body is refused', async () => {
  const reply = await site.api.fresh().send('POST', '/graphql')
  expect(reply.status).toBe(415)
  expect(JSON.parse(reply.text).errors[0].extensions.code).toBe('BAD_USER_INPUT')
})

test.each([...ownDocuments])('a document of our own pages is executed: %s', async (query) => {
  // Most calls fail without variables and session, but not because of the document.
  const { document, info } = parseDocument(query)
  expect(validate(buildExecutableSchema(), document)).toEqual([])
  expect(info.selections).toBeLessThanOrEqual(100)
})

test.each([...ownDocuments])('a document of our own pages could have two more levels: %s', (query) => {
  const document = parse(query)
  const definitions = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? { ...node, selectionSet: nest(nest(node.selectionSet)) } : node,
  )
  const deeper = { ...document, definitions }
  expect(parseDocument(print(deeper)).info.rootFields).toEqual(parseDocument(query).info.rootFields)
})

function nest(selectionSet: SelectionSetNode): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections: [{ kind: Kind.INLINE_FRAGMENT, selectionSet }] }
}

test('a response is the same whether the document is interpreted or, when frequent, compiled', async () => {
  const browser = site.api.fresh()
  const query = `query q($id: ID!) { __typename place: geocode(address: "서울") { precision } ...f post: getPost(id: $id) { id } }
    fragment f on Query { __type(name: "Post") { name } getSessions { id } }`
  const texts = new Set<string>()
  for (let time = 0; time < 60; time++) texts.add((await browser.post({ query, variables: { id: '1' } })).text)
  expect([...texts]).toEqual([expect.stringMatching(/UNAUTHENTICATED.*getSessions/)])
  const misfits = new Set<string>()
  for (let time = 0; time < 2; time++) misfits.add((await browser.post({ query, variables: {} })).text)
  expect([...misfits]).toEqual([expect.stringContaining('BAD_USER_INPUT')])
})

test('a document whose lists hold each other many times is given up, though its response would be small enough', async () => {
  const author = await posts.person()
  await sql`insert into posts (account_id, title, contents, lat, lng)
    select ${author.accountId}, 'x', 'x', 33, 126 from generate_series(1, 300)`.execute(posts.db)
  await sql`insert into collections (key, account_id, name, about, visibility, normal, grams)
    select substr(md5(n::text || ${author.handle}), 1, 22), ${author.accountId}, 'x', '', 'public', 'x', '{}' from generate_series(1, 25) n`.execute(
    posts.db,
  )
  const pins = 'owner { a: pins { x: lat } b: pins { y: lng } }'
  const read = (name: string) => `${name}: getCollections(handle: "${author.handle}") { id ${pins} }`
  const ask = (names: string[]) => posts.api.fresh().post({ query: `{ ${names.map(read).join(' ')} }` })
  expect((await ask(['one'])).status).toBe(200)
  const refused = await ask(['one', 'two', 'three', 'four', 'five'])
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(serverFailureMessages.tooMuchAtOnce)])
})

test('an unknown operation name and variables that do not fit are refused', async () => {
  const query = 'query named($id: ID!) { getPost(id: $id) { id } }'
  for (const call of [
    { query, variables: { id: '1' }, operationName: 'other' },
    { query },
    { query, variables: { id: {} } },
  ]) {
    const reply = await site.api.fresh().post(call)
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('BAD_USER_INPUT')])
  }
})

test('responses for members are never given to anonymous readers, nor the reverse', async () => {
  await posts.db.deleteFrom('posts').execute()
  const [person, id] = [await posts.person(), await posts.post()]
  await posts.api.as(person).likePost({ id, isLike: true, jwt: person.handle })
  const body = { query: `{ getPost(id: "${id}") { liked likeUsers } getPosts { data { liked } } }` }
  const browsers = { person: person.client, nobody: posts.api.fresh() }
  const likedBy = async (who: keyof typeof browsers) => JSON.parse((await browsers[who].post(body)).text).data
  for (const who of ['person', 'nobody', 'person', 'nobody', 'nobody', 'person'] as const) {
    const liked = who === 'person'
    expect(await likedBy(who)).toEqual({
      getPost: { liked, likeUsers: [person.handle] },
      getPosts: { data: [{ liked }] },
    })
  }
})

test.each([
  ['letters', 'x'],
  ['Hangul', '가'],
])('a response of a megabyte of %s is given, and a longer one refused with a message', async (_, character) => {
  // Posts allow only texts far below the limit.
  await sql`alter table posts drop constraint if exists posts_contents_check`.execute(posts.db)
  const id = await posts.post()
  const answerOf = async (contents: string) => {
    await posts.db.updateTable('posts').set({ contents }).where('id', '=', Number(id)).execute()
    // A member's responses are not cached.
    return (await posts.person()).client.post({ query: `{ getPost(id: "${id}") { contents } }` })
  }
  const around = JSON.stringify({ data: { getPost: { contents: '' } } }).length
  const fits = character.repeat((1024 * 1024 - around) / Buffer.byteLength(character))
  const [whole, longer] = [await answerOf(fits), await answerOf(fits + character)]
  expect([whole.status, JSON.parse(whole.text).data.getPost.contents === fits]).toEqual([200, true])
  expect([longer.status, longer.text]).toEqual([400, expect.stringContaining(serverFailureMessages.tooMuchAtOnce)])
})

test('introspection is refused, and a misspelled field gets no suggestion', async () => {
  const browser = site.api.fresh()
  const inFragment = '{ ...f } fragment f on Query { __schema { types { name } } }'
  for (const query of ['{ __schema { types { name } } }', inFragment]) {
    const reply = await browser.post({ query })
    expect([reply.status, reply.text]).toEqual([400, expect.not.stringContaining('questionAnswer')])
  }
  const [byName, byVariable] = [
    await browser.post({ query: '{ __type(name: "User") { fields { name } } }' }),
    await browser.post({ query: 'query q($n: String!) { __type(name: $n) { name } }', variables: { n: 'User' } }),
  ]
  for (const reply of [byName, byVariable]) expect(JSON.parse(reply.text)).toEqual({ data: { __type: null } })
  const slip = await browser.post({ query: '{ getPost { pageCuont } }' })
  expect(slip.status).toBe(400)
  expect(slip.text).not.toMatch(/did you mean|getPosts|pageCount/i)
})

test('an unexpected error becomes the general message and is logged', async () => {
  const user = await buildUser(site.api)
  const find = site.services.images.urlOf
  Object.assign(site.services.images, {
    urlOf: () => {
      throw new Error('a secret of the house')
    },
  })
  await sql`insert into image_uses (image_id, account_id)
    select ${await anyImage(site)}::bigint, id from accounts where handle = ${user.handle}`.execute(site.db)
  const reply = await user.client.post({ query: `{ user(jwt: "${user.handle}") { image } }` })
  Object.assign(site.services.images, { urlOf: find })
  expect(reply.text).toContain('알수없는 에러가 발생했습니다.')
  expect(reply.text).not.toContain('secret of the house')
  expect(site.logged()).toContain('secret of the house')
})

function named(count: number, field: string): string {
  return Array.from({ length: count }, (_, n) => `n${n}: ${field}`).join(' ')
}

function doubled(levels: number): string {
  const fragments = Array.from({ length: levels }, (_, n) => `fragment f${n} on PostList { ...f${n + 1} ...f${n + 1} }`)
  return `{ getPosts { ...f0 } } ${fragments.join(' ')} fragment f${levels} on PostList { pageCount }`
}

async function anyImage({ db }: Site): Promise<number> {
  const { id } = await db
    .insertInto('images')
    .values({
      key: randomBytes(16).toString('base64url'),
      width: 1,
      height: 1,
      bytes: 1,
      placeholder: 'data:,',
      claimed_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
