import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { webhookMessages } from '#rules/webhooks.ts'
import { dumpDatabase } from '#tests/dump.ts'
import { buildUser } from '#tests/factories.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { ownPostSite, type Person, type PostSite, refusal } from '#tests/post-site.ts'
import { startPushService } from '#tests/push-service.ts'
import { unlimited } from '#tests/unlimited.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { parseWebhookUrl } from './webhooks.ts'

let site: PostSite
let admin: Person
let receiver: Awaited<ReturnType<typeof startPushService>>

beforeEach(async () => {
  receiver = await startPushService()
  site = await ownPostSite({ env: unlimited })
  admin = await site.person()
  await sql`update accounts set role = 'admin' where id = ${admin.accountId}`.execute(site.db)
})
afterEach(() => receiver.close())

const api = () => site.api.as(admin)
const send = () => sendWebhooks(site.services)
const url = () => `${receiver.origin}/hook?from=matnanum`
const received = () => receiver.pushes.map(({ body }) => JSON.parse(body.toString()) as { type: string; data: object })
const waiting = async () => (await api().getWebhooks()).map(({ waiting }) => waiting)
const letTimePass = () => sql`update webhook_deliveries set next_at = now()`.execute(site.db)

test('a new post, a report and a sign-up are told with ids alone, signed by the secret that was told once', async () => {
  const { secret } = await api().addWebhook({ url: url(), events: ['post', 'report', 'signup'] })
  const author = await site.person()
  const post = await site.post({ author, title: '비밀 식당' })
  await site.api.as(await site.person()).report({ kind: 'post', id: post, reason: 'spam' })
  const { handle } = await buildUser(site.api)
  await send()
  expect(received().map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'post', data: { id: post } },
    { type: 'report', data: { kind: 'post', reason: 'spam' } },
    { type: 'signup', data: { handle, pending: false } },
  ])
  for (const { headers, body, path } of receiver.pushes) {
    expect(path).toBe('/hook?from=matnanum')
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
  }
  expect(new Set(receiver.pushes.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  expect(await api().getWebhooks()).toEqual([expect.objectContaining({ outcome: '201', waiting: 0 })])
  await send()
  expect(receiver.pushes).toHaveLength(3)
  expect(await dumpDatabase(site.db)).not.toContain(secret)
})

test('only what was asked for is told, and nothing of a write that failed or is held for review', async () => {
  await api().addWebhook({ url: url(), events: ['post'] })
  await api().setModerationRule({ kind: 'word', value: '도박', on: true })
  await buildUser(site.api)
  await outcomeOf(site.api.as(admin).addPost({ title: '', contents: '' }))
  const held = await site.post({ title: '도박', contents: '소개' })
  await send()
  expect(received()).toEqual([])
  await api().moderate({ kind: 'post', id: held, action: 'restore' })
  await send()
  expect(received()).toEqual([expect.objectContaining({ type: 'post', data: { id: held } })])
})

test('a receiver that is away gets it later under the same name, after growing pauses, and at last it is dropped', async () => {
  await api().addWebhook({ url: url(), events: ['post'] })
  await site.post()
  receiver.status = 500
  await send()
  await send()
  expect(receiver.pushes).toHaveLength(1)
  const pauses: number[] = []
  for (let i = 0; i < 9; i++) {
    await letTimePass()
    await send()
    const { rows } = await sql<{
      minutes: number
    }>`select round(extract(epoch from next_at - now()) / 60)::int as minutes
      from webhook_deliveries`.execute(site.db)
    pauses.push(rows[0]?.minutes ?? 0)
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512])
  expect(new Set(receiver.pushes.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await api().getWebhooks())[0]).toMatchObject({ outcome: '500', waiting: 1 })
  await letTimePass()
  await send()
  expect(await waiting()).toEqual([0])
})

test('a redirect is not followed, and two runs at once send each delivery once', async () => {
  await api().addWebhook({ url: url(), events: ['post'] })
  for (let i = 0; i < 60; i++) await site.post()
  await Promise.all([send(), send()])
  expect(receiver.pushes).toHaveLength(60)
  await site.post()
  receiver.status = 302
  await send()
  expect(receiver.pushes.map(({ path }) => path)).not.toContain('/elsewhere')
  expect(await waiting()).toEqual([1])
})

test('a thousand wait at most, and a removed webhook gets nothing more', async () => {
  await api().addWebhook({ url: url(), events: ['post'] })
  const [{ id = '' } = {}] = await api().getWebhooks()
  await sql`insert into webhook_deliveries (webhook_id, event, data) select ${id}::bigint, 'post', '{}' from generate_series(1, 999)`.execute(
    site.db,
  )
  await site.post()
  await site.post()
  expect(await waiting()).toEqual([1000])
  await expect(api().removeWebhook({ id })).resolves.toMatchObject({ count: 1 })
  await expect(api().removeWebhook({ id })).resolves.toMatchObject({ count: 0 })
  await send()
  expect(receiver.pushes).toEqual([])
})

test('one whose secret cannot be opened any more keeps no other waiting', async () => {
  await api().addWebhook({ url: url(), events: ['post'] })
  await sql`update webhooks set secret_sealed = 'sealed with another key than that of today'`.execute(site.db)
  for (let i = 0; i < 11; i++) await site.post()
  await api().addWebhook({ url: url(), events: ['post'] })
  await site.post()
  await send()
  expect(receiver.pushes).toHaveLength(1)
  expect((await api().getWebhooks()).map(({ outcome, waiting }) => [outcome, waiting])).toEqual([
    ['not allowed', 12],
    ['201', 0],
  ])
})

/** A receiver that never answers until it is closed, and one at '/endless' whose body has no end. */
async function startHangingReceiver() {
  const open = new Set<Socket>()
  const receiver = { origin: '', asked: 0, mostOpen: 0, close: () => {} }
  const server = createServer((request, reply) => {
    receiver.asked += 1
    if (request.url === '/endless') reply.writeHead(200).write('{')
  })
  server.on('connection', (socket) => {
    open.add(socket.on('close', () => open.delete(socket)))
    receiver.mostOpen = Math.max(receiver.mostOpen, open.size)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  receiver.close = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  onTestFinished(receiver.close)
  return receiver
}

/** Queues deliveries, the webhooks with the lowest ids first. */
const queue = (count: number) =>
  sql`insert into webhook_deliveries (webhook_id, event, data, next_at)
    select w.id, 'post', '{}', now() - interval '1 minute' + w.id * interval '1 ms'
    from webhooks w, generate_series(1, ${count}::integer) order by w.id`.execute(site.db)

test('nine receivers that never answer keep the tenth not waiting, and each holds ten connections at most', async () => {
  const hanging = await startHangingReceiver()
  for (let i = 0; i < 9; i++) await api().addWebhook({ url: `${hanging.origin}/${i}`, events: ['post'] })
  await api().addWebhook({ url: url(), events: ['post'] })
  await queue(100)
  const sending = send()
  await expect.poll(() => receiver.pushes.length).toBe(100)
  hanging.close()
  await sending
  expect(hanging.mostOpen).toBeLessThanOrEqual(9 * 10)
  // They get no more in the same minute.
  expect(hanging.asked).toBeLessThanOrEqual(9 * 10)
  expect((await api().getWebhooks()).map(({ outcome, waiting }) => [outcome, waiting])).toEqual([
    ...Array.from({ length: 9 }, () => [expect.stringMatching(/^ECONN/), 100]),
    ['201', 0],
  ])
})

test('an answer counts by its first line, however long the rest takes, and none at all is told as such', async () => {
  const hanging = await startHangingReceiver()
  for (const path of ['/endless', '/never']) await api().addWebhook({ url: hanging.origin + path, events: ['post'] })
  await queue(1)
  await send()
  expect((await api().getWebhooks()).map(({ outcome, waiting }) => [outcome, waiting])).toEqual([
    ['200', 0],
    ['ABORT_ERR', 1],
  ])
})

test('addresses of this machine, by number, with a port or a password are refused in production', () => {
  const production = { mode: 'production' } as const
  for (const wrong of [
    'http://hooks.example.kr/',
    'https://hooks.example.kr:8443/',
    'https://name:word@hooks.example.kr/',
    'https://hooks.example.kr/#a',
    'https://10.0.0.1/',
    'https://[2001:db8::1]/',
    'https://127.0.0.1/',
    'http://localhost:3000/',
    'ftp://hooks.example.kr/',
    '',
    `https://hooks.example.kr/${'a'.repeat(500)}`,
  ])
    expect(parseWebhookUrl(wrong, production), wrong).toBe(null)
  expect(parseWebhookUrl('https://hooks.example.kr/a?b=c', production)?.href).toBe('https://hooks.example.kr/a?b=c')
})

test('there are ten at most, and a wrong address and no event are refused with a sentence', async () => {
  expect(await refusal(api().addWebhook({ url: 'http://hooks.example.kr/', events: ['post'] }))).toMatchObject({
    fields: [{ field: 'url', message: webhookMessages.url }],
  })
  expect(await refusal(api().addWebhook({ url: url(), events: [] }))).toMatchObject({
    fields: [{ field: 'events', message: webhookMessages.events }],
  })
  const calls = Array.from({ length: 12 }, () => outcomeOf(api().addWebhook({ url: url(), events: ['post'] })))
  expect((await Promise.all(calls)).filter((outcome) => outcome === 'ok')).toHaveLength(10)
  const moderator = await site.person()
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(site.db)
  expect((await refusal(site.api.as(moderator).getWebhooks())).code).toBe('FORBIDDEN')
})
