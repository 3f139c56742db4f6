import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { StoredFile } from '#server/platform/pictures/store.ts'
import { Client } from '#tests/api.ts'
import { photo, smallPhoto, twoColourPicture } from '#tests/image-fixtures.ts'
import { openImageSite, signIn, uploadPicture } from '#tests/image-site.ts'
import { queueImageDeletion } from '../../pictures/delete-images.ts'
import { parseRange } from './serve-images.ts'

const { site } = await openImageSite()

async function claimedPicture(
  browser: Client = site.browser(),
  picture?: Buffer,
): Promise<{ key: string; id: number }> {
  const { answer } = await uploadPicture(browser, picture ?? (await photo(500, 400)))
  const uploader = browser.cookies.get('uid') ?? null
  const [shown] = await site.images.claim(site.db, [answer.url], { uploader, accountId: null })
  return { key: answer.public_id, id: shown?.imageId ?? 0 }
}

test('a claimed picture is public and cached forever', async () => {
  const { key } = await claimedPicture()
  const reply = await site.browser().send('GET', `/images/${key}.jpg`)
  expect(reply.status).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'content-length': String(reply.bytes.length),
  })
  expect(reply.headers.etag).toMatch(/^"[^"]+"$/)
  expect(Date.parse(reply.headers['last-modified'] ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect((await sharp(reply.bytes).metadata()).width).toBe(500)
  const variant = await site.browser().send('GET', `/images/${key}_320.webp`)
  expect([variant.status, variant.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('where there is no WebP, the JPEG is sent under its name', async () => {
  const { key } = await claimedPicture(site.browser(), await twoColourPicture(500, 400).jpeg().toBuffer())
  const ask = () => site.browser().send('GET', `/images/${key}_full.webp`)
  const own = await ask()
  expect([own.status, own.headers['content-type'], (await sharp(own.bytes).metadata()).width]).toEqual([
    200,
    'image/webp',
    500,
  ])
  for (const file of await site.files()) if (file.endsWith(`${key}_full.webp`)) await rm(file)
  const older = await ask()
  expect([older.status, older.headers['content-type'], (await sharp(older.bytes).metadata()).width]).toEqual([
    200,
    'image/jpeg',
    500,
  ])
})

test('HEAD answers with the headers of GET and no body', async () => {
  const { key } = await claimedPicture()
  const get = await site.browser().send('GET', `/images/${key}.jpg`)
  const head = await site.browser().send('HEAD', `/images/${key}.jpg`)
  expect([head.status, head.bytes.length]).toEqual([200, 0])
  for (const name of ['etag', 'content-length', 'content-type', 'last-modified', 'cache-control'] as const) {
    expect(head.headers[name]).toBe(get.headers[name])
  }
})

test('a picture that the browser has is not sent again', async () => {
  const { key } = await claimedPicture()
  const path = `/images/${key}.jpg`
  const { headers } = await site.browser().send('GET', path)
  const ask = (name: string, value: string) => site.browser().send('GET', path, null, { [name]: value })
  const etag = headers.etag ?? ''
  for (const value of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const reply = await ask('if-none-match', value)
    expect([reply.status, reply.bytes.length, reply.headers.etag]).toEqual([304, 0, etag])
  }
  expect((await ask('if-none-match', '"other"')).status).toBe(200)
  expect((await ask('if-modified-since', headers['last-modified'] ?? '')).status).toBe(304)
  expect((await ask('if-modified-since', 'Thu, 01 Jan 2015 00:00:00 GMT')).status).toBe(200)
})

test('a range of a picture can be requested', async () => {
  const { key } = await claimedPicture()
  const path = `/images/${key}.jpg`
  const whole = await site.browser().send('GET', path)
  const size = whole.bytes.length
  const ask = (range: string, headers = {}) => site.browser().send('GET', path, null, { range, ...headers })
  const start = await ask('bytes=0-99')
  expect([start.status, start.headers['content-range']]).toEqual([206, `bytes 0-99/${size}`])
  expect(start.bytes.equals(whole.bytes.subarray(0, 100))).toBe(true)
  const end = await ask('bytes=-10')
  expect(end.bytes.equals(whole.bytes.subarray(size - 10))).toBe(true)
  const outside = await ask(`bytes=${size}-`)
  expect([outside.status, outside.headers['content-range'], outside.bytes.length]).toEqual([416, `bytes */${size}`, 0])
  expect((await ask('bytes=0-9', { 'if-range': whole.headers.etag ?? '' })).status).toBe(206)
  expect((await ask('bytes=0-9', { 'if-range': '"other"' })).status).toBe(200)
})

/** Replaces stored files by these. */
function findInstead(find: (name: string) => Partial<StoredFile>): void {
  vi.spyOn(site.images, 'access').mockResolvedValue('public')
  const file = { type: 'image/jpeg', size: 0, modified: new Date(), bytes: vi.fn(), stream: vi.fn() } as const
  vi.spyOn(site.images, 'open').mockImplementation(async (_key, name) => ({ ...file, ...find(name) }))
  onTestFinished(() => void vi.restoreAllMocks())
}

const KEYS = { large: 'L'.repeat(22), small: 'S'.repeat(22) }

test('of a large picture only the bytes of the range are read', async () => {
  const bytes = vi.fn()
  const stream = vi.fn(() => Readable.from([Buffer.from('abc')]))
  findInstead(() => ({ size: 10_000_000, bytes, stream }))
  const reply = await site.browser().send('GET', `/images/${KEYS.large}.jpg`, null, { range: 'bytes=5000000-5000002' })
  expect([reply.status, reply.text]).toEqual([206, 'abc'])
  expect(stream.mock.calls).toEqual([[{ start: 5_000_000, end: 5_000_002 }]])
  expect(bytes).not.toHaveBeenCalled()
})

test('many large pictures of one network delay one of another network by its own turns only', async () => {
  const [readers, parts] = [20, 5]
  const part = Buffer.alloc(4096)
  let sent = 0
  const endless = async function* () {
    for (; ; sent++) yield part
  }
  let sentBefore = 0
  const short = async function* () {
    sentBefore = sent
    for (let turn = 0; turn < parts; turn++) yield part
  }
  findInstead((name) =>
    name.startsWith(KEYS.large)
      ? { size: 1e12, stream: () => Readable.from(endless()) }
      : { size: 20 * part.length, stream: () => Readable.from(short()) },
  )
  const gone = new AbortController()
  const origin = `http://127.0.0.1:${site.config.port}`
  const many = Array.from({ length: readers }, async () => {
    const response = await fetch(`${origin}/images/${KEYS.large}.jpg`, { signal: gone.signal })
    for await (const chunk of response.body ?? []) void chunk
  })
  await expect.poll(() => sent).toBeGreaterThan(readers * parts)
  const other = new Client(origin, undefined, '127.0.0.2')
  const reply = await other.send('GET', `/images/${KEYS.small}.jpg`, null, {
    range: `bytes=0-${parts * part.length - 1}`,
  })
  expect(reply.bytes).toHaveLength(parts * part.length)
  expect(sent - sentBefore).toBeLessThan(readers + 3 * parts)
  gone.abort()
  await Promise.allSettled(many)
})

test('a picture that nobody has asked for lately is looked up in a turn of its network, a known one at once', async () => {
  const { key } = await claimedPicture()
  const turns = vi.spyOn(site.app, 'inReadTurn')
  const turnsOf = async (name: string) => {
    turns.mockClear()
    await site.browser().send('GET', `/images/${name}.jpg`)
    return turns.mock.calls.length
  }
  expect([await turnsOf(key), await turnsOf(key)]).toEqual([1, 0])
  const unknown = 'x'.repeat(22)
  expect([await turnsOf(unknown), await turnsOf(unknown)]).toEqual([1, 1])
})

test('a pending picture is visible only to its uploader and never cached', async () => {
  const browser = site.browser()
  const { answer } = await uploadPicture(browser, await smallPhoto())
  const path = `/images/${answer.public_id}.jpg`
  const own = await browser.send('GET', path)
  expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store'])
  const other = site.browser()
  expect((await other.send('GET', path)).status).toBe(404)
  await uploadPicture(other, await smallPhoto())
  const foreign = await other.send('GET', path)
  expect([foreign.status, foreign.headers['cache-control']]).toEqual([404, 'no-store'])
  const { browser: stranger } = await signIn(site)
  expect((await stranger.send('GET', path)).status).toBe(404)
})

test('the account that uploaded a pending picture sees it from another browser too', async () => {
  const { browser } = await signIn(site)
  const { answer } = await uploadPicture(browser, await smallPhoto())
  const elsewhere = site.browser()
  elsewhere.cookies.set('sid', browser.cookies.get('sid') ?? '')
  expect((await elsewhere.send('GET', `/images/${answer.public_id}.jpg`)).status).toBe(200)
})

test('a pending picture of an account is not visible to the next one in the same browser', async () => {
  const { browser } = await signIn(site)
  const { answer } = await uploadPicture(browser, await smallPhoto())
  const { browser: next } = await signIn(site)
  next.cookies.set('uid', browser.cookies.get('uid') ?? '')
  expect((await next.send('GET', `/images/${answer.public_id}.jpg`)).status).toBe(404)
})

test.each([
  'x.jpg',
  '../uploads/x.jpg',
  '..%2f..%2fsecret.key',
  '%2e%2e%2fsecret.key',
  'AAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAA.png',
  'AAAAAAAAAAAAAAAAAAAAAA.webp',
  'AAAAAAAAAAAAAAAAAAAAAA_321.webp',
  'AAAAAAAAAAAAAAAAAAAAAA_320.jpg',
  'AAAAAAAAAAAAAAAAAAAAAA.jpg',
  'AAAAAAAAAAAAAAAAAAAAAA.jpg%00',
])('there is no picture named %s', async (name) => {
  const reply = await site.browser().send('GET', `/images/${name}`)
  expect(reply.status).toBe(404)
  expect(reply.text).not.toContain('ENOENT')
})

test('a deleted picture answers 404, also right after it was shown', async () => {
  const { key, id } = await claimedPicture()
  const browser = site.browser()
  expect((await browser.send('GET', `/images/${key}.jpg`)).status).toBe(200)
  await queueImageDeletion(site.db, [id])
  await site.images.deleteQueued([id])
  expect((await browser.send('GET', `/images/${key}.jpg`)).status).toBe(404)
  expect((await browser.send('GET', `/images/${key}_320.webp`)).status).toBe(404)

  const other = await claimedPicture()
  expect((await browser.send('GET', `/images/${other.key}.jpg`)).status).toBe(200)
  for (const file of await site.files()) if (file.includes(other.key)) await rm(file)
  expect((await browser.send('GET', `/images/${other.key}.jpg`)).status).toBe(404)
})

test.each([
  [undefined, null],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-', { start: 10, end: 999 }],
  ['bytes=-5', { start: 995, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
] as const)('the range %s of 1000 bytes', (header, range) => {
  expect(parseRange(header, 1000)).toEqual(range)
})
