import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser } from '#tests/factories.ts'
import { type Site, startSite } from '#tests/site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite({ env: { NODE_ENV: 'production' } })
})
afterAll(() => site.close())

const fields = 'data { id title username } pageCount'
const nestedFragments = (levels: number) => {
  const fragments = Array.from({ length: levels }, (_, level) => `fragment f${level} on PostList { ...f${level + 1} }`)
  return `query { getPosts { ...f0 } } ${fragments.join(' ')} fragment f${levels} on PostList { ${fields} }`
}

test.each<[string, string]>([
  ['fragments nested past the depth', nestedFragments(12)],
  ['a fragment that spreads itself', 'query { getPosts { ...a } } fragment a on PostList { ...a }'],
  [
    'fragments in a ring',
    'query { getPosts { ...a } } fragment a on PostList { ...b } fragment b on PostList { ...a }',
  ],
  ['five thousand aliases', `{ getPosts { data { ${'x: id '.repeat(5000)} } } }`],
  [
    'three hundred aliases',
    `{ getPosts { data { ${Array.from({ length: 300 }, (_, n) => `x${n}: id`).join(' ')} } } }`,
  ],
  ['three thousand directives', `{ getPosts { data { id ${'@skip(if: false) '.repeat(3000)} } } }`],
  ['twenty directives', `{ getPosts { data { id ${'@include(if: true) '.repeat(20)} } } }`],
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

test('what our own pages ask for is within the limits', async () => {
  const reply = await site.api
    .fresh()
    .post({ query: `query q { getPosts { ...f } } fragment f on PostList { ${fields} }` })
  expect(reply.status).toBe(200)
})

test('the schema tells strangers nothing, and a slip brings no suggestion', async () => {
  const browser = site.api.fresh()
  for (const query of ['{ __schema { types { name } } }', '{ __type(name: "User") { fields { name } } }']) {
    const reply = await browser.post({ query })
    expect(reply.status).toBe(400)
    expect(reply.text).not.toContain('questionAnswer')
  }
  const slip = await browser.post({ query: '{ getPost { pageCuont } }' })
  expect(slip.status).toBe(400)
  expect(slip.text).not.toMatch(/did you mean|getPosts|pageCount/i)
})

test('an unexpected error leaves as the general sentence and is logged', async () => {
  const user = await buildUser(site.api)
  const find = site.services.images.urlOf
  Object.assign(site.services.images, {
    urlOf: () => {
      throw new Error('a secret of the house')
    },
  })
  await site.db
    .updateTable('accounts')
    .set({ image_id: await anyImage(site) })
    .where('handle', '=', user.handle)
    .execute()
  const reply = await user.client.post({ query: `{ user(jwt: "${user.handle}") { image } }` })
  Object.assign(site.services.images, { urlOf: find })
  expect(reply.text).toContain('알수없는 에러가 발생했습니다.')
  expect(reply.text).not.toContain('secret of the house')
  expect(site.logged()).toContain('secret of the house')
})

async function anyImage({ db }: Site): Promise<number> {
  const { id } = await db
    .insertInto('images')
    .values({ key: 'A'.repeat(22), width: 1, height: 1, bytes: 1, placeholder: 'data:,', claimed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
