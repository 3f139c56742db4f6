import type { RouteOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { READER_HEADER, UNKEPT_READER, VISITOR_READER } from '#contract/reader-state.ts'
import { errorMessages } from '#rules/errors.ts'
import { apiPaths, sitePaths } from '#rules/paths.ts'
import { IMPORT_PATH } from '#rules/place-imports.ts'
import { openSession } from '#server/product/accounts/sessions/sessions.ts'
import { buildApp } from '#server/site.ts'
import { Client, documents, schema } from '#tests/api.ts'
import { contentsOf } from '#tests/contents-of.ts'
import { buildUser, signupFields } from '#tests/factories.ts'
import { goodArguments } from '#tests/good-arguments.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { cookieNames } from './cookies.ts'

/** Page that shows one person after another tab of the browser has logged in as another. */
const site = await openPostSite({ env: unlimited })
const post = await site.post()
const author = await site.person()
const [first, second] = [await site.person(), await site.person()]

const showing = (shown: string) => ({ [READER_HEADER]: shown })
const refused = { code: 'OTHER_ACCOUNT', message: errorMessages.OTHER_ACCOUNT }
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
/** Operations without a session, which continue. */
const goOn = ['signup', 'beginProviderLogin', 'loginByPasskey', 'loginByCode', 'forgotPw', 'sendRecoveryMail']

async function errorOf(caller: Person, name: string, headers: Record<string, string>) {
  const variables = goodArguments(name, { caller: caller.handle, post, author: author.handle })
  const { text } = await caller.client.post({ query: documents.get(name), variables }, headers)
  const [error] = (JSON.parse(text) as { errors?: { message: string; extensions: { code: string } }[] }).errors ?? []
  return error && { code: error.extensions.code, message: error.message }
}

test.each(mutations)('%s from a page that shows somebody else writes nothing', async (name) => {
  const caller = await site.person()
  const before = await contentsOf(site.db)
  const errors = []
  for (const shown of [first.handle, VISITOR_READER]) errors.push(await errorOf(caller, name, showing(shown)))
  if (goOn.includes(name)) return expect(errors).not.toContainEqual(refused)
  expect(errors).toEqual([refused, refused])
  expect(await contentsOf(site.db)).toEqual(before)
})

test.each(mutations)('%s goes on from a page that shows the caller, and from other clients', async (name) => {
  for (const isPage of [true, false]) {
    const caller = await site.person()
    expect(await errorOf(caller, name, isPage ? showing(caller.handle) : {})).not.toEqual(refused)
  }
})

test('every other route that takes something in refuses it from a page that shows somebody else', async () => {
  const routes: RouteOptions[] = []
  const app = await buildApp(site.services, null, { onRoute: (route) => routes.push(route) })
  afterAll(() => app.close())
  const cookie = [...second.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const asked = routes.flatMap(({ method, url }) =>
    url === apiPaths.graphql
      ? []
      : [method].flat().flatMap((one) => (/GET|HEAD|OPTIONS/.test(one) ? [] : [[one, url]])),
  )
  expect(asked.map(([, url]) => url)).toEqual(['/v1_1/:account/image/upload', IMPORT_PATH, sitePaths.unsubscribe])
  for (const [method, url = ''] of asked) {
    const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x', ...showing(first.handle) }
    const response = await app.inject({ method: method as 'POST', url, headers, payload: '--x--\r\n' })
    expect([url, response.statusCode, response.json().errors[0].extensions.code]).toEqual([url, 409, refused.code])
  }
})

test('a picture from a page that shows somebody else is not taken, and one of its own person is', async () => {
  const before = await contentsOf(site.db)
  for (const shown of [first.handle, VISITOR_READER]) {
    const { reply, answer } = await uploadPicture(second.client, await smallPhoto(), { headers: showing(shown) })
    expect([reply.status, answer.errors?.[0]?.extensions.code]).toEqual([409, refused.code])
    expect(answer.error?.message).toBe(refused.message)
  }
  expect(await contentsOf(site.db)).toEqual(before)
  const own = await uploadPicture(second.client, await smallPhoto(), { headers: showing(second.handle) })
  expect(own.reply.status).toBe(200)
})

test('a page that shows somebody else downloads nothing of who is signed in', async () => {
  const { client, handle } = await buildUser(site.api)
  const ask = (shown: string) => client.send('GET', apiPaths.dataExport, null, showing(shown))
  const { status, text } = await ask(first.handle)
  expect([status, JSON.parse(text).errors[0].extensions.code]).toEqual([409, refused.code])
  expect((await ask(handle)).status).toBe(200)
})

test('another session of the same account is no other account', async () => {
  const token = await openSession(site.db, { accountId: first.accountId, persistent: true, userAgent: null })
  const later = new Client(site.api.origin, new Map([[cookieNames(site.config).session, token]]))
  expect(await outcomeOf(later.call('savePost', { post, list: 'want', saved: true }, showing(first.handle)))).toBe('ok')
})

test('without a session the operation decides, whoever the page shows', async () => {
  const visitor = site.api.fresh()
  for (const shown of [first.handle, VISITOR_READER]) {
    expect(await outcomeOf(visitor.addComment({ post, text: '또 갈래요.' }, showing(shown)))).toBe('UNAUTHENTICATED')
    expect((await uploadPicture(visitor, await smallPhoto(), { headers: showing(shown) })).reply.status).toBe(200)
  }
})

test('a login and a sign-up go on in the tab of a visitor while another tab is signed in', async () => {
  const user = await buildUser(site.api)
  const other = await site.person()
  const tab = site.api.as(other)
  const { jwt } = await tab.login({ email: user.email, password: user.password }, showing(VISITOR_READER))
  expect(jwt).toBe(user.handle)
  const fresh = await tab.signup(signupFields(), showing(VISITOR_READER))
  expect(await outcomeOf(tab.addComment({ post, text: '새로 왔어요.' }, showing(fresh.jwt)))).toBe('ok')
})

test('reads go on, with the same response and headers', async () => {
  const read = { query: documents.get('getPost'), variables: { id: post } }
  const plain = await second.client.post(read)
  const shown = await second.client.post(read, showing(first.handle))
  expect(shown.text).toBe(plain.text)
  expect(shown.headers.vary).toBe(plain.headers.vary)
})

test.each(['', 'ÿ', UNKEPT_READER, 'x'.repeat(10_000), `${second.handle} `.repeat(2), second.handle.toLowerCase()])(
  'a header that names no account is another one: %.30s',
  async (shown) => {
    const before = await contentsOf(site.db)
    expect(await errorOf(second, 'addComment', showing(shown))).toEqual(refused)
    expect(await contentsOf(site.db)).toEqual(before)
  },
)

test('of two headers none counts', async () => {
  const cookie = [...second.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${site.api.origin}${apiPaths.graphql}`, {
    method: 'POST',
    headers: [
      ['cookie', cookie],
      ['content-type', 'application/json'],
      [READER_HEADER, second.handle],
      [READER_HEADER, first.handle],
    ],
    body: JSON.stringify({ query: documents.get('addComment'), variables: { post, text: '또 갈래요.' } }),
  })
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: refused.code } }] })
})

test('a document cannot hide a write behind one that goes on', async () => {
  const query = `mutation { ${goOn[2]} { count } logout { count } }`
  const { text } = await second.client.post({ query }, showing(first.handle))
  expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  const session = await outcomeOf(second.client.call('getSessions'))
  expect(session).toBe('ok')
})
