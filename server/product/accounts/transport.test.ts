import { expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { buildUser, uniqueName } from '#tests/factories.ts'
import { openSite } from '#tests/site.ts'

const site = await openSite()

const verifications = () => site.services.passwords.counts.verifications
const loginQuery = (email: string, password = 'abcd123!') =>
  `login(email: ${JSON.stringify(email)}, password: ${JSON.stringify(password)}) { jwt }`

const changePw = 'changePw(jwt: "x", newPassword: "abcd123!", password: "guess12!") { count }'

test.each<[string, (login: string, guess: string) => string]>([
  ['two logins by aliases', (login, guess) => `{ a: ${guess} b: ${login} }`],
  ['two logins in a fragment', (login, guess) => `{ ...f } fragment f on Query { a: ${guess} b: ${login} }`],
  [
    'two logins in a fragment and beside it',
    (login, guess) => `{ a: ${guess} ...f } fragment f on Query { b: ${login} }`,
  ],
  ['a login beside a read', (login) => `{ getPosts { pageCount } ${login} }`],
  [
    'a login in a fragment beside a read',
    (login) => `{ ...f getPosts { pageCount } } fragment f on Query { ... { ${login} } }`,
  ],
  ['two logins in two operations', (login, guess) => `query a { ${guess} } query b { ${login} }`],
  ['two mutations', () => `mutation { a: ${changePw} b: ${changePw} }`],
  ['two mutations in a fragment', () => `mutation { ...f } fragment f on Mutation { a: ${changePw} b: ${changePw} }`],
])('%s are refused before a password is compared', async (_, documentOf) => {
  const user = await buildUser(site.api)
  const before = verifications()
  const browser = site.api.fresh()
  const query = documentOf(loginQuery(user.email), loginQuery(user.email, 'guess12!'))
  expect((await browser.post({ query })).status).toBe(400)
  expect([...browser.cookies]).toEqual([])
  expect(verifications()).toBe(before)
})

test('a batch of two logins is refused before a password is compared', async () => {
  const user = await buildUser(site.api)
  const before = verifications()
  const browser = site.api.fresh()
  const batch = [{ query: `{ ${loginQuery(user.email, 'guess12!')} }` }, { query: `{ ${loginQuery(user.email)} }` }]
  expect((await browser.post(batch)).status).toBe(400)
  expect([...browser.cookies]).toEqual([])
  expect(verifications()).toBe(before)
})

test('a login with its type name, and several reads in one document, are answered', async () => {
  const user = await buildUser(site.api)
  const login = await site.api.fresh().post({ query: `{ __typename ${loginQuery(user.email)} }` })
  expect(JSON.parse(login.text)).toEqual({ data: { __typename: 'Query', login: { jwt: user.handle } } })
  const reads = await site.api
    .fresh()
    .post({ query: '{ a: getPosts { pageCount } b: getPosts { __typename } __typename }' })
  expect(JSON.parse(reads.text)).toEqual({
    data: { a: { pageCount: 0 }, b: { __typename: 'PostList' }, __typename: 'Query' },
  })
  const alone = await site.api.fresh().post({ query: '{__typename}' })
  expect([alone.status, alone.text]).toEqual([200, '{"data":{"__typename":"Query"}}'])
})

test('of several reads in one request, an error names the one that failed', async () => {
  const query = '{ there: geocode(address: "서울") { precision } missing: getPost(id: "999999") { id } }'
  const reply = await site.api.fresh().post({ query })
  expect(JSON.parse(reply.text)).toMatchObject({
    errors: [{ message: errorMessages.NOT_FOUND, path: ['missing'], extensions: { code: 'NOT_FOUND' } }],
  })
})

test.each([
  ['text/plain', (query: string) => JSON.stringify({ query })],
  ['application/x-www-form-urlencoded', (query: string) => new URLSearchParams({ query }).toString()],
  [
    'multipart/form-data; boundary=x',
    (query: string) => `--x\r\nContent-Disposition: form-data; name="query"\r\n\r\n${query}\r\n--x--\r\n`,
  ],
  ['application/graphql', (query: string) => query],
  ['', (query: string) => JSON.stringify({ query })],
])('a body of type "%s" is refused and has no effect', async (type, bodyOf) => {
  const user = await buildUser(site.api)
  const query = `mutation { remove(jwt: "${user.handle}") { count } }`
  const reply = await user.client.send('POST', '/graphql', bodyOf(query), type === '' ? {} : { 'content-type': type })
  expect(reply.status).toBe(415)
  await expect(site.api.as(user).user({ jwt: user.handle })).resolves.toMatchObject({ email: user.email })
})

test.each<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])("another site's page with %o is refused and has no effect", async (headers) => {
  const user = await buildUser(site.api)
  const query = `mutation { remove(jwt: "${user.handle}") { count } }`
  expect((await user.client.post({ query }, headers)).status).toBe(403)
  await expect(site.api.as(user).user({ jwt: user.handle })).resolves.toMatchObject({ email: user.email })
})

test('our own page is accepted', async () => {
  const user = await buildUser(site.api)
  const headers = { origin: site.config.publicOrigin, 'sec-fetch-site': 'same-origin' }
  await expect(site.api.as(user).user({ jwt: user.handle }, headers)).resolves.toMatchObject({ email: user.email })
})

test('login by GET is refused, sets no cookie, and leaves no address in the log', async () => {
  const user = await buildUser(site.api)
  const before = verifications()
  const canary = uniqueName()
  const browser = site.api.fresh()
  const query = new URLSearchParams({ query: `{ ${loginQuery(user.email)} }`, canary })
  const reply = await browser.send('GET', `/graphql?${query}`)
  expect(reply.status).toBe(405)
  expect([...browser.cookies]).toEqual([])
  expect(verifications()).toBe(before)
  expect(site.logged()).not.toContain(canary)
  expect(site.logged()).not.toContain(user.email)
})

test('a made-up Host appears in no mail', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  const evil = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  }
  await browser.forgotPw({ email: user.email, questionIndex: 0, questionAnswer: '파랑' }, evil)
  await browser.sendRecoveryMail({}, evil)
  const mail = (await site.mails()).find(({ to }) => to === user.email)
  expect(mail?.text).toContain(`${site.config.publicOrigin}/account/login`)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
})

test('responses about a person are not cached', async () => {
  const user = await buildUser(site.api)
  const reply = await user.client.post({ query: `{ user(jwt: "${user.handle}") { email } }` })
  expect(reply.text).toContain(user.email)
  expect(reply.headers['cache-control']).toBe('private, no-store')
})
