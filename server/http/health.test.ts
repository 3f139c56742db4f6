import { expect, test } from 'vitest'
import { openSite } from '#tests/site.ts'

const site = await openSite({ env: { TRUST_PROXY: '127.0.0.9' } })

const ask = async (headers: Readonly<Record<string, string>> = {}, from = '127.0.0.1') =>
  JSON.parse((await site.api.fresh(from).send('GET', '/readyz?verbose', null, headers)).text)

test('the machine itself is told what runs, and nobody through a proxy, listed or not', async () => {
  expect(await ask()).toMatchObject({ status: 'ready', release: { version: expect.any(String) } })
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
