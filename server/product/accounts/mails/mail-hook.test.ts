import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sitePaths } from '#rules/paths.ts'
import { nameMail } from '#server/platform/mail/returns/returned-mail.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { openSite, startSite } from '#tests/site.ts'
import { unlimited } from '#tests/unlimited.ts'

const SECRET = 'a-secret-of-the-hook'
const site = await openSite({ env: { ...unlimited, MAIL_HOOK_SECRET: SECRET } })

let member: TestUser
let message_id: string

beforeEach(async () => {
  member = await buildUser(site.api)
  message_id = nameMail(site.services.secrets, { email: member.email, sentAt: new Date(), random: Buffer.alloc(2) })
})

type Asked = { secret?: string; user?: string; method?: string; type?: string }

async function call(
  body: string | object | null,
  { secret, user, method = 'POST', type = 'application/json' }: Asked = {},
) {
  const password = user ?? `mail:${SECRET}`
  const headers = {
    'content-type': type,
    ...(secret === undefined && { authorization: `Basic ${Buffer.from(password).toString('base64')}` }),
  }
  const path = sitePaths.mailHook + (secret === undefined ? '' : `?secret=${secret}`)
  return site.api
    .fresh()
    .send(method, path, typeof body === 'string' || body === null ? body : JSON.stringify(body), headers)
}

const event = (kind = 'hard') => ({ message_id, email: member.email, kind })
const stop = async () => (await site.api.as(member).getReturnedMail())?.kind ?? null

test('with its secret, as a password or in the address, a provider tells of a mail that came back', async () => {
  const reply = await call(event('soft'))
  expect([reply.status, reply.text]).toEqual([200, '{"noted":1}'])
  expect((await call(event('hard'), { secret: SECRET, type: 'text/plain; charset=UTF-8' })).text).toBe('{"noted":1}')
  expect(await stop()).toBe('hard')
  expect((await call(event('hard'))).text).toBe('{"noted":0}')
})

test('a mail server tells it by a report', async () => {
  const lines = [
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=e',
    '',
    '--e',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; x',
    '',
    `Final-Recipient: rfc822; ${member.email}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--e',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${message_id}@town.kr>`,
    '',
    '--e--',
  ]
  expect((await call(lines.join('\n'), { type: 'message/rfc822' })).text).toBe('{"noted":1}')
  expect(await stop()).toBe('hard')
})

test.each<[string, Asked]>([
  ['no secret', { secret: '' }],
  ['a wrong one', { secret: 'another-secret-here' }],
  ['a longer one', { secret: `${SECRET}x` }],
  ['a wrong password', { user: 'mail:wrong' }],
  ['a password without a name', { user: `${SECRET}` }],
  ['two', { secret: `${SECRET}&secret=${SECRET}` }],
])('with %s nothing is told, and the provider is asked for a password', async (_name, asked) => {
  const allowed = asked.user === SECRET
  const reply = await call(event(), asked)
  expect(reply.status).toBe(allowed ? 200 : 401)
  if (!allowed) expect(reply.headers['www-authenticate']).toBe('Basic realm="mail"')
  expect(await stop()).toBe(allowed ? 'hard' : null)
})

test('without the secret neither the body is read nor the database asked', async () => {
  const before = site.logged()
  const reply = await call('a'.repeat(2_000_000), { secret: 'wrong' }).catch(
    (error: NodeJS.ErrnoException) => error.code,
  )
  expect(typeof reply === 'object' ? reply.status : reply).toSatisfy(
    (is) => is === 401 || is === 'EPIPE' || is === 'ECONNRESET',
  )
  expect(site.logged().slice(before.length)).not.toContain('wrong')
})

test('more than a megabyte is refused, and a megabyte of events is read', async () => {
  expect((await call('a'.repeat(1024 * 1024 + 1))).status).toBe(413)
  const one = JSON.stringify({ ...event(), message_id: '0'.repeat(32) })
  const many = `[${Array.from({ length: Math.floor(1_000_000 / (one.length + 1)) }, () => one).join(',')}]`
  expect((await call(many)).text).toBe('{"noted":0}')
  expect((await call(`[${Array.from({ length: 5000 }, () => JSON.stringify(event())).join(',')}]`)).text).toBe(
    '{"noted":1}',
  )
})

test('what is no JSON is refused, and events of no use are taken', async () => {
  for (const body of ['', '{', 'a=b', '\0']) expect((await call(body)).status, body).toBe(400)
  for (const body of ['null', '{}', '[]', '{"RecordType":"Delivery"}'])
    expect((await call(body)).text).toBe('{"noted":0}')
  expect((await call('nonsense', { type: 'message/rfc822' })).text).toBe('{"noted":0}')
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s tells nothing', async (method) => {
  const { status } = await call(null, { method })
  expect(status).toBeGreaterThanOrEqual(400)
})

test('the question of Amazon SNS is logged for the operator, and its address is not asked', async () => {
  const url = 'https://sns.ap-northeast-2.amazonaws.com/?Action=ConfirmSubscription&Token=abc'
  const { text } = await call({ Type: 'SubscriptionConfirmation', Message: '?', SubscribeURL: url })
  expect(text).toBe('{"noted":0}')
  expect(site.logged()).toContain(url)
  await call({ Type: 'SubscriptionConfirmation', Message: '?', SubscribeURL: 'https://evil.example/?amazonaws.com' })
  expect(site.logged()).not.toContain('evil.example')
})

test('the same event ten thousand times at once counts once, and others are answered meanwhile', async () => {
  const flood = Array.from({ length: 500 }, () => call([...Array<object>(20)].map(() => event())))
  expect(await site.api.fresh('127.0.0.2').getPosts({ pageParam: 1 })).toMatchObject({ data: [] })
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses).toContain(200)
  expect((await sql`select from returned_mails where mail = ${message_id}`.execute(site.db)).rows).toHaveLength(1)
  expect(await stop()).toBe('hard')
})

test('while the database is away the provider is told to come again', async () => {
  const away = await startSite({ env: { ...unlimited, MAIL_HOOK_SECRET: SECRET } })
  afterAll(() => away.close())
  const { email } = await buildUser(away.api)
  const name = nameMail(away.services.secrets, { email, sentAt: new Date(), random: Buffer.alloc(2) })
  await away.db.destroy()
  const authorization = `Basic ${Buffer.from(`mail:${SECRET}`).toString('base64')}`
  const body = JSON.stringify({ message_id: name, email, kind: 'hard' })
  const { status } = await away.api
    .fresh()
    .send('POST', sitePaths.mailHook, body, { 'content-type': 'application/json', authorization })
  expect(status).toBe(503)
})

test('a site without a secret has no hook', async () => {
  const closed = await startSite()
  afterAll(() => closed.close())
  const { status } = await closed.api
    .fresh()
    .send('POST', `${sitePaths.mailHook}?secret=`, '{}', { 'content-type': 'application/json' })
  expect(status).toBeGreaterThanOrEqual(404)
})
