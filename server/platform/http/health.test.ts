import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { product } from '#server/product/product.ts'
import { freshDatabase } from '#tests/database.ts'
import { openSite } from '#tests/site.ts'
import { lastMigration } from '../database/prepare-database.ts'
import { NO_REPLICAS } from '../database/replicas.ts'
import { registerHealth } from './health.ts'

const site = await openSite({ env: { TRUST_PROXY: '127.0.0.9' } })

const ask = async (headers: Readonly<Record<string, string>> = {}, from = '127.0.0.1') =>
  JSON.parse((await site.api.fresh(from).send('GET', '/readyz?verbose', null, headers)).text)

test('the machine itself is told what runs, and nobody through a proxy, listed or not', async () => {
  expect(await ask()).toMatchObject({
    status: 'ready',
    release: { version: expect.any(String) },
    migration: lastMigration(),
    postsWithoutAreas: 0,
  })
  for (const [name, value] of Object.entries({
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    via: '1.1 proxy',
    host: 'your.site',
  })) {
    expect(await ask({ [name]: value }), name).toEqual({ status: 'ready' })
  }
  expect(await ask({ 'x-forwarded-for': '203.0.113.9' }, '127.0.0.9')).toEqual({ status: 'ready' })
})

test('a stop makes it unready, which is no fault of the log', async () => {
  site.app.announceStop()
  expect(await site.api.fresh().send('GET', '/readyz')).toMatchObject({
    status: 503,
    headers: { 'cache-control': 'no-store' },
    text: expect.stringContaining('UNAVAILABLE'),
  })
  expect(site.logged()).not.toContain('service unavailable')
})

test('however many ask whether the site is ready, the database is asked once a second', async () => {
  const { db, pool, drop } = await freshDatabase()
  const app = Fastify().decorate('isDraining', false)
  onTestFinished(async () => {
    await app.close()
    await drop()
  })
  registerHealth(app, { db, replicas: NO_REPLICAS }, product.backfill)
  let asked = 0
  pool.on('acquire', () => asked++)
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const flood = async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => app.inject('/readyz')))
    return answers.filter(({ statusCode }) => statusCode === 200).length
  }
  expect(await flood()).toBe(500)
  now = 999
  expect(await flood()).toBe(500)
  expect(asked).toBe(1)
  now = 1000
  expect(await flood()).toBe(500)
  expect(asked).toBe(2)
})
