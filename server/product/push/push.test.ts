import { createECDH, ECDH, randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildUser } from '#tests/factories.ts'
import { type Person, type PostSite, refusal, startPostSite } from '#tests/post-site.ts'
import { startPushService, subscribeBrowser } from '#tests/push-service.ts'
import { unlimited } from '#tests/unlimited.ts'
import { sendPushes } from './send-push.ts'

let site: PostSite
let service: Awaited<ReturnType<typeof startPushService>>

beforeAll(async () => {
  service = await startPushService()
  site = await startPostSite({ env: { ...unlimited, PUSH_HOSTS: '127.0.0.1,push.example.kr' } })
})
afterAll(async () => {
  await site.close()
  await service.close()
})
beforeEach(async () => {
  service.status = 201
  service.pushes.length = 0
  await site.db.deleteFrom('push_subscriptions').execute()
})

async function subscribe(person: Person) {
  const browser = subscribeBrowser(service.origin)
  await site.api.as(person).subscribePush(browser.subscription)
  return browser
}

const send = () => sendPushes(site.services)
const like = async (post: string, person?: Person) => {
  const fan = person ?? (await site.person({ username: '팬하나' }))
  await site.api.as(fan).likePost({ id: post, isLike: true, jwt: fan.handle })
}
const count = async () => (await site.db.selectFrom('push_subscriptions').select('id').execute()).length

/** Ends the pause between two pushes. */
const afterPause = () => site.db.updateTable('push_subscriptions').set({ next_at: sql<Date>`now()` }).execute()

test('a device is told what is new, sealed for it alone, once', async () => {
  const author = await site.person()
  const post = await site.post({ author, title: '을지로 손칼국수' })
  const browser = await subscribe(author)
  await send()
  expect(service.pushes).toEqual([])
  await like(post)
  await send()
  const [push] = service.pushes
  expect(browser.subscription.endpoint).toContain(push?.path)
  expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(push?.headers.authorization).toContain(await site.api.as(author).getPushKey())
  expect(push?.body.includes('손칼국수')).toBe(false)
  expect(browser.read(push?.body ?? Buffer.alloc(0))).toEqual({
    title: '맛나눔',
    text: '팬하나 님이 을지로 손칼국수를 좋아해요',
    url: `/post/${post}`,
  })
  await afterPause()
  await send()
  expect(service.pushes).toHaveLength(1)
})

test('what happens within the pause is told together, and what was read or taken back is not told', async () => {
  const author = await site.person()
  const browser = await subscribe(author)
  const [one, two] = [await site.post({ author, title: '첫 집' }), await site.post({ author, title: '둘째 집' })]
  await like(one)
  await send()
  await like(two)
  const commenter = await site.person({ username: '손님' })
  await site.api.as(commenter).addComment({ post: one, text: '맛있어요.' })
  await send()
  expect(service.pushes).toHaveLength(1)
  await afterPause()
  await send()
  expect(browser.read(service.pushes[1]?.body ?? Buffer.alloc(0))).toEqual({
    title: '맛나눔',
    text: '손님 님이 댓글을 남겼어요. “맛있어요.” 외 1건',
    url: '/notifications',
  })
  await afterPause()
  const fan = await site.person()
  await site.api.as(fan).followUser({ handle: author.handle, follow: true })
  await site.api.as(fan).followUser({ handle: author.handle, follow: false })
  await send()
  expect(service.pushes).toHaveLength(2)
})

test('an expired session is told nothing, before the nightly purge ends it too', async () => {
  const author = await site.person()
  await subscribe(author)
  await like(await site.post({ author }))
  await sql`update sessions set last_used_at = now() - interval '25 hours' where account_id = ${author.accountId}`.execute(
    site.db,
  )
  await send()
  expect([service.pushes, await count()]).toEqual([[], 1])
})

test('two processes at once tell each device once', async () => {
  const author = await site.person()
  const post = await site.post({ author })
  for (let n = 0; n < 5; n++) {
    const person = await site.person()
    await subscribe(person)
    await site.api.as(author).followUser({ handle: person.handle, follow: true })
  }
  await like(post)
  await Promise.all([send(), send(), send()])
  expect(service.pushes).toHaveLength(5)
})

test('whoever has unsubscribed at the service is forgotten; a service that fails is asked later and later, and not for ever', async () => {
  const author = await site.person()
  const post = await site.post({ author })
  await subscribe(author)
  await like(post)
  for (const status of [302, 500]) {
    service.status = status
    await send()
    expect(await count()).toBe(1)
    await afterPause()
  }
  expect(service.pushes.map(({ path }) => path)).not.toContain('/elsewhere')
  await send()
  await send()
  expect(service.pushes).toHaveLength(3)
  const { wait } = await site.db
    .selectFrom('push_subscriptions')
    .select(sql<number>`extract(epoch from next_at - now())::float8`.as('wait'))
    .executeTakeFirstOrThrow()
  expect(wait).toBeGreaterThan(15 * 60)
  for (let n = 0; n < 20; n++) {
    await afterPause()
    await send()
  }
  expect(service.pushes).toHaveLength(12)
  expect(await count()).toBe(0)
  for (const status of [404, 410]) {
    service.status = status
    await subscribe(author)
    await like(post)
    await send()
    expect(await count()).toBe(0)
  }
})

test('a subscription ends with its session: by logout, by a new password, by withdrawal, by another member', async () => {
  const person = await site.person()
  await subscribe(person)
  await site.api.as(person).logout()
  expect(await count()).toBe(0)
  const leaving = await site.person()
  await subscribe(leaving)
  await site.api.as(leaving).remove({ jwt: leaving.handle })
  expect(await count()).toBe(0)
  const account = await buildUser(site.api)
  const { subscription: own } = subscribeBrowser(service.origin)
  await site.api.as(account).subscribePush(own)
  await site.api.as(account).changePw({ jwt: account.handle, password: account.password, newPassword: 'newer1234!' })
  expect(await count()).toBe(0)
  const [first, second] = [await site.person(), await site.person()]
  const { subscription } = await subscribe(first)
  await site.api.as(second).subscribePush(subscription)
  const rows = await site.db.selectFrom('push_subscriptions').select('account_id').execute()
  expect(rows).toEqual([{ account_id: second.accountId }])
  expect(await site.api.as(first).unsubscribePush({ endpoint: subscription.endpoint })).toMatchObject({ count: 0 })
  expect(await site.api.as(second).unsubscribePush({ endpoint: subscription.endpoint })).toMatchObject({ count: 1 })
})

test('a browser that subscribes many times at once, for two members, has one subscription', async () => {
  const [one, other] = [await site.person(), await site.person()]
  const { subscription } = subscribeBrowser(service.origin)
  const calls = [one, one, other, other].map((person) => site.api.as(person).subscribePush(subscription))
  await expect(Promise.all(calls)).resolves.toHaveLength(4)
  const { rows } = await sql`select from push_subscriptions where endpoint = ${subscription.endpoint}`.execute(site.db)
  expect(rows).toHaveLength(1)
})

test('an account has ten devices at most, the last ones', async () => {
  const person = await site.person()
  for (let n = 0; n < 12; n++) {
    const { accountId: other } = await site.person()
    await subscribe(person)
    // Stands for twelve sessions, each of which has one subscription.
    await sql`update push_subscriptions set session_id = (
      select id from sessions where account_id = ${other})
      where account_id = ${person.accountId} and session_id in (select id from sessions where account_id = ${person.accountId})`.execute(
      site.db,
    )
  }
  expect(await count()).toBe(10)
})

test('nobody subscribes for others, or with a temporary password', async () => {
  const { subscription } = subscribeBrowser(service.origin)
  const restricted = await site.person({ restricted: true })
  for (const [api, code] of [
    [site.api.fresh(), 'UNAUTHENTICATED'],
    [site.api.as(restricted), 'FORBIDDEN'],
  ] as const) {
    expect(await refusal(api.subscribePush(subscription))).toMatchObject({ code })
    expect(await refusal(api.unsubscribePush(subscription))).toMatchObject({ code })
    expect(await refusal(api.getPushKey())).toMatchObject({ code })
  }
})

test.each([
  'http://push.example.kr/send/a',
  'https://127.0.0.1.example.kr/',
  'https://10.0.0.1/send',
  'https://[::1]/send',
  'https://localhost/send',
  'https://169.254.169.254/latest/meta-data',
  'https://push.example.kr:8443/send',
  'https://user@push.example.kr/send',
  'https://evilpush.example.kr.attacker.kr/',
  'https://evil-push.example.kr/send',
  'file:///etc/passwd',
  'not a URL',
  `https://push.example.kr/${'a'.repeat(2000)}`,
])('%s is no endpoint of a push service', async (endpoint) => {
  const person = await site.person()
  const { subscription } = subscribeBrowser(service.origin)
  const refused = await refusal(site.api.as(person).subscribePush({ ...subscription, endpoint }))
  expect(refused).toMatchObject({ code: 'BAD_USER_INPUT' })
  expect(await count()).toBe(0)
})

test('keys that are none are refused', async () => {
  const person = await site.person()
  const { subscription } = subscribeBrowser(service.origin)
  for (const wrong of [{ p256dh: '' }, { auth: 'AAAA' }, { p256dh: `${subscription.p256dh}A` }, { auth: '맛' }]) {
    const refused = await refusal(site.api.as(person).subscribePush({ ...subscription, ...wrong }))
    expect(refused).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
})

/** An uncompressed point of P-256 with a changed part. */
function point(change: (bytes: Buffer) => unknown): string {
  const bytes = createECDH('prime256v1').generateKeys()
  change(bytes)
  return bytes.toString('base64url')
}

const compressed = () =>
  String(ECDH.convertKey(createECDH('prime256v1').generateKeys(), 'prime256v1', undefined, 'base64url', 'compressed'))

test.each<[string, () => { p256dh?: string; auth?: string }]>([
  ['65 bytes of zeros', () => ({ p256dh: Buffer.alloc(65).toString('base64url') })],
  ['the point at infinity with zeros', () => ({ p256dh: point((bytes) => bytes.fill(0, 1)) })],
  ['65 random bytes', () => ({ p256dh: randomBytes(65).toString('base64url') })],
  ['a point with one other bit', () => ({ p256dh: point((bytes) => bytes.writeUInt8(bytes.readUInt8(64) ^ 1, 64)) })],
  ['a coordinate beyond the field', () => ({ p256dh: point((bytes) => bytes.fill(0xff, 1, 33)) })],
  ['the hybrid form', () => ({ p256dh: point((bytes) => bytes.writeUInt8(6 + (bytes.readUInt8(64) & 1), 0)) })],
  ['the compressed form', () => ({ p256dh: compressed() })],
  ['a point of another curve', () => ({ p256dh: createECDH('secp256k1').generateKeys('base64url') })],
  ['an X25519-like key', () => ({ p256dh: randomBytes(32).toString('base64url') })],
  ['a padded point', () => ({ p256dh: `${point(() => {})}=` })],
  ['a secret of 15 bytes', () => ({ auth: randomBytes(15).toString('base64url') })],
  ['a secret of 17 bytes', () => ({ auth: randomBytes(17).toString('base64url') })],
  ['a secret in base64 with other signs', () => ({ auth: '++++++++++++++++++++++'.slice(0, 22) })],
  ['a secret with bits to spare', () => ({ auth: `${'A'.repeat(21)}B` })],
])('%s is refused, so that nothing is sealed for nobody', async (_what, wrong) => {
  const person = await site.person()
  const { subscription } = subscribeBrowser(service.origin)
  const refused = await refusal(site.api.as(person).subscribePush({ ...subscription, ...wrong() }))
  expect(refused).toMatchObject({ code: 'BAD_USER_INPUT' })
  const stored = site.db.selectFrom('push_subscriptions').select('id').where('account_id', '=', person.accountId)
  expect(await stored.execute()).toEqual([])
})

test('nothing is sent to a service that is none any more, and its subscription goes', async () => {
  const author = await site.person()
  await subscribe(author)
  const own = site.db.updateTable('push_subscriptions').where('account_id', '=', author.accountId)
  const elsewhere = service.origin.replace('127.0.0.1', 'localhost')
  await own.set({ endpoint: `${elsewhere}/send/formerly-allowed` }).execute()
  await like(await site.post({ author }))
  await send()
  const left = site.db.selectFrom('push_subscriptions').select('id').where('account_id', '=', author.accountId)
  expect([service.pushes, await left.execute()]).toEqual([[], []])
})

type Answer = (error: null, found: string | { address: string; family: number }[], family?: number) => void

test('a name of a push service that leads inside is not connected to', async () => {
  const author = await site.person()
  await subscribe(author)
  const own = site.db.updateTable('push_subscriptions').where('account_id', '=', author.accountId)
  await own.set({ endpoint: 'https://push.example.kr/send/a' }).execute()
  await like(await site.post({ author }))
  // The name leads to this machine, where nothing may be requested.
  const { lookup } = dns
  const logged = site.logged().length
  dns.lookup = ((_name: string, options: { all?: boolean }, answer: Answer) =>
    options.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4)) as typeof lookup
  syncBuiltinESMExports()
  try {
    await send()
  } finally {
    dns.lookup = lookup
    syncBuiltinESMExports()
  }
  expect(site.logged().slice(logged)).toContain('"reason":"NOT_PUBLIC"')
})
