import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorMessages, failures } from '#rules/errors.ts'
import { imageLimits, imageSrcSet } from '#rules/images.ts'
import { UPLOAD_URL } from '#rules/paths.ts'
import { ImageStore } from '#server/images/store.ts'
import { bucketOf } from '#server/limits/attempts.ts'
import { Secrets } from '#server/secrets.ts'
import type { Client } from '#tests/api.ts'
import { freshDatabase } from '#tests/database.ts'
import { BLUE, colorAt, emptyPng, halves, isNear, phonePhoto, photo, RED, smallPhoto } from '#tests/image-fixtures.ts'
import { type ImageSite, signIn, startImageSite, upload } from '#tests/image-site.ts'

/** As `startImageSite` makes it. */
const secrets = new Secrets('a secret of at least thirty-two characters')

let database: Awaited<ReturnType<typeof freshDatabase>>
let site: ImageSite

beforeAll(async () => {
  database = await freshDatabase()
  site = await startImageSite(database.db)
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

const countImages = async () => (await site.db.selectFrom('images').select('id').execute()).length

async function expectNothingKept(before: { rows: number; files: string[] }): Promise<void> {
  expect(await countImages()).toBe(before.rows)
  expect(await site.files()).toEqual(before.files)
}

const state = async () => ({ rows: await countImages(), files: await site.files() })

test('an upload answers like Cloudinary and is stored in our own formats', async () => {
  const browser = site.browser()
  const { reply, answer } = await upload(browser, await photo(1600, 1200))
  expect(reply.status).toBe(200)
  expect(answer).toMatchObject({ width: 1600, height: 1200, format: 'jpg', secure_url: answer.url })
  expect(answer.public_id).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(answer.url).toBe(`${site.config.imageOrigin}/images/${answer.public_id}.jpg`)
  const stored = await browser.send('GET', new URL(answer.url).pathname)
  expect(stored.bytes.length).toBe(answer.bytes)
  expect((await sharp(stored.bytes).metadata()).format).toBe('jpeg')
  const row = await site.db
    .selectFrom('images')
    .selectAll()
    .where('key', '=', answer.public_id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ width: 1600, height: 1200, bytes: answer.bytes, claimed_at: null, account_id: null })
  expect(row.placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(row.placeholder.length).toBeLessThanOrEqual(400)
})

test.each([
  [200, 150],
  [640, 100],
  [1300, 900],
  [3000, 2000],
])('every file in the srcset of a %i by %i picture exists and has that width', async (width, height) => {
  const browser = site.browser()
  const { answer } = await upload(browser, await halves(width, height).png().toBuffer())
  for (const candidate of imageSrcSet(answer.url, answer.width)?.split(', ') ?? []) {
    const [url = '', descriptor] = candidate.split(' ')
    const file = await browser.send('GET', new URL(url).pathname)
    expect(file.status).toBe(200)
    const info = await sharp(file.bytes).metadata()
    expect(info.format).toBe('webp')
    expect(`${info.width}w`).toBe(descriptor)
  }
  expect(answer.width).toBe(Math.min(width, imageLimits.side))
})

test('a phone photo is rotated upright and loses its EXIF location and camera', async () => {
  const original = await phonePhoto()
  expect((await sharp(original).metadata()).exif?.length).toBeGreaterThan(100)
  const browser = site.browser()
  const { answer } = await upload(browser, original)
  expect([answer.width, answer.height]).toEqual([20, 40])
  for (const suffix of ['.jpg', '_320.webp']) {
    const { bytes } = await browser.send('GET', `/images/${answer.public_id}${suffix}`)
    const { exif, orientation, icc, xmp } = await sharp(bytes).metadata()
    expect([exif, orientation ?? 1, icc, xmp]).toEqual([undefined, 1, undefined, undefined])
    expect(bytes.includes('Matnanum')).toBe(false)
    expect(isNear(await colorAt(bytes, 10, 5), RED)).toBe(true)
    expect(isNear(await colorAt(bytes, 10, 35), BLUE)).toBe(true)
  }
})

test('data after the end of a PNG is removed, and transparency becomes white', async () => {
  const clear = await sharp({
    create: { width: 50, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const browser = site.browser()
  const { reply, answer } = await upload(
    browser,
    Buffer.concat([clear, Buffer.from('<html><script>alert(1)</script>')]),
  )
  expect(reply.status).toBe(200)
  const { bytes } = await browser.send('GET', `/images/${answer.public_id}.jpg`)
  expect(bytes.includes('<script>')).toBe(false)
  expect(await colorAt(bytes, 20, 20)).toEqual({ r: 255, g: 255, b: 255 })
})

test.each([
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['three bytes', Buffer.from([0xff, 0xd8, 0xff])],
])('%s named .png is refused', async (_name, content) => {
  const before = await state()
  const { reply, answer } = await upload(site.browser(), content, { filename: 'picture.png' })
  expect(reply.status).toBe(400)
  expect(answer.error?.message).toBe(failures.imageType)
  expect(answer.errors).toEqual([{ message: failures.imageType, extensions: { code: 'BAD_USER_INPUT' } }])
  await expectNothingKept(before)
})

test.each(['tiff', 'gif', 'webp', 'avif'] as const)('a real %s is refused whatever its name', async (format) => {
  const content = await halves(64, 48).toFormat(format).toBuffer()
  const { reply, answer } = await upload(site.browser(), content, { filename: 'picture.jpg' })
  expect([reply.status, answer.error?.message]).toEqual([400, failures.imageType])
})

test('a truncated JPEG is refused and leaves nothing', async () => {
  const before = await state()
  const { reply, answer } = await upload(site.browser(), (await photo()).subarray(0, 20_000))
  expect([reply.status, answer.error?.message]).toEqual([400, failures.imageUpload])
  await expectNothingKept(before)
})

test('a bomb of 289 million pixels is refused by its header, and our memory does not grow', async () => {
  const bomb = await sharp({
    create: { width: 17_000, height: 17_000, channels: 3, background: '#f00' },
    limitInputPixels: false,
  })
    .grayscale()
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  const before = await state()
  const memory = process.memoryUsage.rss()
  const { reply, answer } = await upload(site.browser(), bomb)
  expect(reply.status).toBe(413)
  expect(answer.errors?.[0]).toEqual({ message: errorMessages.TOO_LARGE, extensions: { code: 'TOO_LARGE' } })
  expect(process.memoryUsage.rss() - memory).toBeLessThan(50 * 1024 * 1024)
  await expectNothingKept(before)
}, 30_000)

test('pictures of one column or row are refused by their header and delay nobody', async () => {
  const before = await state()
  const [tall, wide] = [emptyPng(1, 39_999_999), emptyPng(39_999_999, 1)]
  const bad = Array.from({ length: 10 }, async (_, index) => {
    const browser = site.browser()
    browser.localAddress = `127.0.0.${2 + (index % 3)}`
    return upload(browser, index % 2 === 0 ? tall : wide)
  })
  const good = await upload(site.browser(), await photo(600, 400))
  expect([good.reply.status, good.answer.width]).toEqual([200, 600])
  for (const { reply, answer } of await Promise.all(bad)) {
    expect([reply.status, answer.error?.message]).toEqual([400, failures.imageShape])
  }
  expect(await countImages()).toBe(before.rows + 1)
}, 120_000)

test.each([
  ['panorama of a phone', 16_000, 1800, 200],
  ['long screenshot', 1080, 16_384, 200],
  ['side of 16,385 pixels', 16_385, 2000, 413],
  ['ratio of 17 to 1', 1700, 100, 400],
])(
  'a %s, %i by %i, is answered with %s',
  async (_name, width, height, status) => {
    const { reply } = await upload(site.browser(), emptyPng(width, height))
    expect(reply.status).toBe(status)
  },
  120_000,
)

test('many slow pictures of one network delay nobody else', async () => {
  const busy = await startImageSite(database.db, { processor: { processes: 1 } })
  const large = emptyPng(8000, 5000)
  const done: string[] = []
  const send = async (name: string, picture: Buffer, browser: Client) => {
    const { reply } = await upload(browser, picture)
    expect(reply.status).toBe(200)
    done.push(name)
  }
  const bad = [1, 2, 3].flatMap((network) =>
    [1, 2, 3].map(async () => {
      const { browser } = await signIn(busy)
      browser.localAddress = `127.0.0.${1 + network}`
      await send('bad', large, browser)
    }),
  )
  await expect.poll(async () => (await busy.files()).length).toBeGreaterThanOrEqual(9)
  await send('good', await photo(600, 400), busy.browser())
  // One is being processed, and each of the three networks has at most one turn before.
  expect(done.indexOf('good')).toBeLessThanOrEqual(5)
  await Promise.all(bad)
  await busy.close()
}, 120_000)

test('an account that fills its network with slow uploads makes room for another account, and its aborted uploads leave nothing', async () => {
  const before = await state()
  const answers: number[] = []
  const start = ({ cookies }: Client) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const outgoing = request(new URL(UPLOAD_URL, site.config.publicOrigin), {
      method: 'POST',
      headers: { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100_000 },
    })
    outgoing.on('error', () => {})
    outgoing.on('response', (incoming) => answers.push(incoming.resume().statusCode ?? 0))
    outgoing.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n')
    outgoing.write(head)
    return outgoing
  }
  const head = (await photo(200, 200)).subarray(0, 4000)
  const people = await Promise.all(Array.from({ length: 3 }, () => signIn(site)))
  const slow = people.slice(0, 2).flatMap(({ browser }) => Array.from({ length: 6 }, () => start(browser)))
  await expect.poll(async () => (await site.files()).length).toBe(before.files.length + 12)
  const { reply } = await upload(people[2]?.browser ?? site.browser(), await smallPhoto())
  expect(reply.status).toBe(200)
  await expect.poll(() => answers).toEqual([503])
  await expect.poll(async () => (await site.files()).filter((file) => file.includes('/uploads/')).length).toBe(11)
  for (const outgoing of slow) outgoing.destroy()
  await expect.poll(async () => (await site.files()).filter((file) => file.includes('/uploads/'))).toEqual([])
  expect(await countImages()).toBe(before.rows + 1)
}, 60_000)

test('a file above the limit is refused with a readable message, and nothing of it stays', async () => {
  const before = await state()
  const large = Buffer.concat([await smallPhoto(), Buffer.alloc(imageLimits.bytes)])
  const { reply, answer } = await upload(site.browser(), large)
  expect([reply.status, answer.errors?.[0]?.extensions.code]).toEqual([413, 'TOO_LARGE'])
  await expectNothingKept(before)
})

test('an endless body without a length is refused early and closed', async () => {
  const before = await state()
  const memory = process.memoryUsage.rss()
  const outgoing = request(new URL(UPLOAD_URL, site.config.publicOrigin), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
  })
  outgoing.on('error', () => {})
  outgoing.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n')
  outgoing.write(await smallPhoto())
  let sent = 0
  const endless = function* () {
    for (const chunk = Buffer.alloc(64 * 1024); sent < 4 * 1024 ** 3; sent += chunk.length) yield chunk
  }
  const poured = pipeline(Readable.from(endless()), outgoing).catch(() => 'cut off')
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(incoming.statusCode).toBe(413)
  incoming.resume()
  expect(await poured).toBe('cut off')
  expect(process.memoryUsage.rss() - memory).toBeLessThan(100 * 1024 * 1024)
  await expectNothingKept(before)
}, 30_000)

test('an upload that breaks off leaves nothing', async () => {
  const before = await state()
  const outgoing = request(new URL(UPLOAD_URL, site.config.publicOrigin), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100_000 },
  })
  outgoing.on('error', () => {})
  outgoing.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n')
  outgoing.write((await photo(200, 200)).subarray(0, 4000))
  await expect.poll(async () => (await site.files()).length).toBeGreaterThan(before.files.length)
  outgoing.destroy()
  await expect.poll(site.files).toEqual(before.files)
  await expectNothingKept(before)
})

test('a file name with a path writes nothing outside the folder', async () => {
  const house = await mkdtemp(path.join(tmpdir(), 'matnanum-house-'))
  const climbing = await startImageSite(database.db, { env: { DATA_DIR: path.join(house, '1/2/3/4/data') } })
  const kept: string[] = []
  for (const up of ['', '../', '../../', '../../../', '../../../../', '..\\..\\', '%2e%2e/', `${house}/`]) {
    const { reply, answer } = await upload(climbing.browser(), await smallPhoto(), { filename: `${up}planted.jpg` })
    expect(reply.status).toBe(200)
    kept.push(`${answer.public_id}.jpg`, `${answer.public_id}_320.webp`)
  }
  const files = (await readdir(house, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).toSorted()).toEqual(kept.toSorted())
  expect(new Set(kept).size).toBe(16)
  await climbing.close()
  await rm(house, { recursive: true })
})

test('the URL of a picture elsewhere is refused and never fetched', async () => {
  let hits = 0
  const elsewhere = createServer((_request, reply) => {
    hits++
    reply.end()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const address = elsewhere.address()
  const port = address && typeof address === 'object' ? address.port : 0
  for (const url of [
    `http://127.0.0.1:${port}/a.jpg`,
    'ftp://127.0.0.1/a.jpg',
    's3://bucket/a.jpg',
    'file:///etc/passwd',
  ]) {
    const { reply, answer } = await upload(site.browser(), url)
    expect([reply.status, answer.error?.message]).toEqual([400, failures.imageType])
  }
  expect(hits).toBe(0)
  elsewhere.close()
})

test('a data: URI is accepted as a picture; other texts and broken base64 are not', async () => {
  const picture = await photo(300, 200)
  const good = await upload(site.browser(), `data:image/jpeg;base64,${picture.toString('base64')}`)
  expect([good.reply.status, good.answer.width]).toEqual([200, 300])
  for (const text of [
    `data:image/svg+xml;base64,${picture.toString('base64')}`,
    'data:text/html,<script>',
    `data:image/jpeg;base64,${picture.toString('base64').slice(0, 400)}!!!!`,
  ]) {
    expect((await upload(site.browser(), text)).reply.status).toBe(400)
  }
})

test('no file, an empty file and a foreign preset each get their message', async () => {
  const none = await upload(site.browser(), null)
  expect([none.reply.status, none.answer.error?.message]).toEqual([400, failures.imageMissing])
  const empty = await upload(site.browser(), new Uint8Array())
  expect([empty.reply.status, empty.answer.error?.message]).toEqual([400, failures.imageMissing])
  const before = await state()
  const foreign = await upload(site.browser(), await smallPhoto(), { preset: 'other' })
  expect([foreign.reply.status, foreign.answer.error?.message]).toEqual([400, errorMessages.BAD_USER_INPUT])
  expect((await upload(site.browser(), await smallPhoto(), { preset: null })).reply.status).toBe(400)
  await expectNothingKept(before)
})

test('a body that is not a multipart form is refused', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/jpeg']) {
    const reply = await site.browser().send('POST', UPLOAD_URL, '{}', { 'content-type': type })
    expect([reply.status, JSON.parse(reply.text).errors[0].extensions.code]).toEqual([415, 'BAD_USER_INPUT'])
  }
  const broken = await site.browser().send('POST', UPLOAD_URL, 'no form', { 'content-type': 'multipart/form-data' })
  expect(broken.status).toBe(400)
})

test('another site cannot upload in the name of its visitor', async () => {
  const before = await state()
  const foreign: [string, string][] = [
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
  ]
  for (const header of foreign) {
    const headers = Object.fromEntries([header])
    const { reply, answer } = await upload(site.browser(), await smallPhoto(), { headers })
    expect([reply.status, answer.errors?.[0]?.extensions.code]).toEqual([403, 'FORBIDDEN'])
  }
  await expectNothingKept(before)
  const own = { origin: site.config.publicOrigin, 'sec-fetch-site': 'same-origin' }
  expect((await upload(site.browser(), await smallPhoto(), { headers: own })).reply.status).toBe(200)
})

test('the first upload sets the uploader cookie, and the next ones keep it', async () => {
  const browser = site.browser()
  await upload(browser, await smallPhoto())
  expect(browser.setCookies).toHaveLength(1)
  expect(browser.setCookies[0]).toMatch(/HttpOnly/i)
  expect(browser.setCookies[0]).toMatch(/SameSite=Lax/i)
  browser.setCookies = []
  await upload(browser, await smallPhoto())
  expect(browser.setCookies).toEqual([])
})

test('an upload of a signed-in person belongs to the account too', async () => {
  const { browser, accountId } = await signIn(site)
  const { answer } = await upload(browser, await smallPhoto())
  const row = await site.db
    .selectFrom('images')
    .select('account_id')
    .where('key', '=', answer.public_id)
    .executeTakeFirst()
  expect(row?.account_id).toBe(accountId)
})

test('a full disk fails the upload with its message and leaves neither row nor file', async () => {
  class FullDisk extends FSDriver {
    #room = 1
    override async put(key: string, contents: string | Uint8Array): Promise<void> {
      if (this.#room-- > 0) return super.put(key, contents)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-full-'))
  const store = new ImageStore(new Disk(new FullDisk({ location: folder, visibility: 'public' })))
  const full = await startImageSite(database.db, { store })
  const rows = await countImages()
  const { reply, answer } = await upload(full.browser(), await smallPhoto())
  expect([reply.status, answer.error?.message]).toEqual([500, failures.imageUpload])
  expect(await countImages()).toBe(rows)
  expect(await full.files()).toEqual([])
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
  await full.close()
  await rm(folder, { recursive: true })
})

test('uploads above the limit of a network are refused for a while; those of an account behind it are not', async () => {
  const limited = await startImageSite(database.db)
  await site.db.deleteFrom('attempts').execute()
  const tiny = Buffer.from('no picture')
  for (let count = 0; count < 60; count++) expect((await upload(limited.browser(), tiny)).reply.status).toBe(400)
  const { reply, answer } = await upload(limited.browser(), tiny)
  expect([reply.status, answer.errors?.[0]?.extensions.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  const { browser } = await signIn(limited)
  expect((await upload(browser, await smallPhoto())).reply.status).toBe(200)
  await site.db.deleteFrom('attempts').execute()
  await limited.close()
}, 30_000)

test.each([
  ['uploads', { LIMIT_UPLOAD_ADDRESS: '3/10m' }],
  ['megabytes', { LIMIT_UPLOAD_MEGABYTES: '3/10m' }],
])(
  'a network has a limit of %s that its accounts share; other networks have their own',
  async (_name, env) => {
    const limited = await startImageSite(database.db, { env })
    await site.db.deleteFrom('attempts').execute()
    const from = async (address: string) => {
      const { browser } = await signIn(limited)
      browser.localAddress = address
      return upload(browser, await smallPhoto())
    }
    for (let count = 0; count < 3; count++) expect((await from('127.0.0.9')).reply.status).toBe(200)
    const { reply, answer } = await from('127.0.0.9')
    expect([reply.status, answer.errors?.[0]?.extensions.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('127.0.0.10')).reply.status).toBe(200)
    await site.db.deleteFrom('attempts').execute()
    await limited.close()
  },
  30_000,
)

test('uploads that break off are not counted, as often as the limit, and those that arrived whole are', async () => {
  const limited = await startImageSite(database.db, { env: { LIMIT_UPLOAD: '3/10m' } })
  const picture = await smallPhoto()
  const form = new FormData()
  form.append('upload_preset', 'ml_default')
  form.append('file', new Blob([Uint8Array.from(picture)]), 'a.jpg')
  const asked = new Request(limited.config.publicOrigin, { method: 'POST', body: form })
  const body = Buffer.from(await asked.arrayBuffer())
  /** Sends the first `bytes` of the form and leaves once the server has answered or, if `counted`, counted it. */
  const leave = async ({ browser, accountId }: Awaited<ReturnType<typeof signIn>>, bytes: number, counted: number) => {
    const outgoing = request(new URL(UPLOAD_URL, limited.config.publicOrigin), {
      method: 'POST',
      headers: {
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': asked.headers.get('content-type') ?? '',
        'content-length': body.length,
      },
    })
    outgoing.on('error', () => {})
    const arrived = new Promise((resolve) => limited.app.server.once('request', resolve))
    outgoing.write(body.subarray(0, bytes))
    const incoming = (await arrived) as IncomingMessage
    if (bytes === body.length) await expect.poll(() => incoming.complete).toBe(true)
    await expect.poll(() => countOf('upload', accountId)).toBeGreaterThan(counted - 1)
    outgoing.destroy()
    await expect.poll(() => incoming.socket.destroyed).toBe(true)
  }
  const countOf = async (what: string, accountId: number) => {
    const { name } = bucketOf(secrets, limited.config.limits.upload, what, `account ${accountId}`)
    const row = await database.db.selectFrom('attempts').select('count').where('bucket', '=', name).executeTakeFirst()
    return row?.count ?? 0
  }
  const uploadOnce = async ({ browser }: { browser: Client }) => (await upload(browser, picture)).reply.status

  const unlucky = await signIn(limited)
  for (let i = 1; i <= 3; i++) {
    await leave(unlucky, 500, 1)
    await expect.poll(() => countOf('refunded uploads', unlucky.accountId)).toBe(i)
    await expect.poll(() => countOf('upload', unlucky.accountId)).toBe(0)
  }
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push(await uploadOnce(unlucky))
  expect(statuses).toEqual([200, 200, 200, 429])

  const sly = await signIn(limited)
  for (let i = 1; i <= 6; i++) {
    await leave(sly, 500, Math.max(1, i - 3))
    if (i <= 3) await expect.poll(() => countOf('upload', sly.accountId)).toBe(0)
  }
  expect(await uploadOnce(sly)).toBe(429)

  const impatient = await signIn(limited)
  for (let i = 1; i <= 3; i++) await leave(impatient, body.length, i)
  expect(await uploadOnce(impatient)).toBe(429)
  expect(await countOf('refunded uploads', impatient.accountId)).toBe(0)
  await limited.close()
})

test('the npm client of Cloudinary uploads through the endpoint as it is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-client-'))
  const script = path.join(folder, 'client.cjs')
  const module = path.resolve('node_modules/cloudinary')
  await writeFile(path.join(folder, 'photo.jpg'), await photo(400, 300))
  await writeFile(path.join(folder, 'page.jpg'), '<html>')
  await writeFile(
    script,
    `const { v2 } = require(${JSON.stringify(module)})
    v2.uploader.unsigned_upload(process.argv[2], 'ml_default')
      .then((result) => console.log(JSON.stringify(result)), (error) => console.log(JSON.stringify({ error })))`,
  )
  const run = async (file: string) => {
    const CLOUDINARY_URL = `cloudinary://matnanum?upload_prefix=${site.config.publicOrigin}`
    const { stdout } = await promisify(execFile)(process.execPath, [script, file], { env: { CLOUDINARY_URL } })
    return JSON.parse(stdout)
  }
  const done = await run(path.join(folder, 'photo.jpg'))
  expect(done).toMatchObject({ width: 400, height: 300, format: 'jpg', resource_type: 'image', type: 'upload' })
  expect(done.url).toBe(`${site.config.imageOrigin}/images/${done.public_id}.jpg`)
  const asUri = await run(`data:image/jpeg;base64,${(await smallPhoto()).toString('base64')}`)
  expect(asUri.width).toBe(64)
  const refused = await run(path.join(folder, 'page.jpg'))
  expect(refused.error).toMatchObject({ message: failures.imageType, http_code: 400 })
  await rm(folder, { recursive: true })
}, 30_000)
