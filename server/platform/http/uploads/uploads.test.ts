import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { errorMessages, failures } from '#rules/errors.ts'
import { UPLOAD_URL } from '#rules/paths.ts'
import { imageLimits } from '#rules/uploads.ts'
import { FolderStore } from '#server/platform/pictures/store.ts'
import { photo, smallPhoto } from '#tests/image-fixtures.ts'
import { openImageSite, signIn, startImageSite, uploadPicture } from '#tests/image-site.ts'

const { site, database } = await openImageSite()

test('an upload answers like Cloudinary and is stored in our own formats', async () => {
  const browser = site.browser()
  const { reply, answer } = await uploadPicture(browser, await photo(1600, 1200))
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

test('a file above the limit is refused with a readable message, and nothing of it stays', async () => {
  const before = await site.state()
  const large = Buffer.concat([await smallPhoto(), Buffer.alloc(imageLimits.bytes)])
  const { reply, answer } = await uploadPicture(site.browser(), large)
  expect([reply.status, answer.errors?.[0]?.extensions.code]).toEqual([413, 'TOO_LARGE'])
  expect(await site.state()).toEqual(before)
})

test('an endless body without a length is refused early and closed', async () => {
  const before = await site.state()
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
  expect(await site.state()).toEqual(before)
}, 30_000)

test('an upload that breaks off leaves nothing', async () => {
  const before = await site.state()
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
  expect(await site.state()).toEqual(before)
})

test('a file name with a path writes nothing outside the folder', async () => {
  const house = await mkdtemp(path.join(tmpdir(), 'matnanum-house-'))
  const climbing = await startImageSite(database.db, { env: { DATA_DIR: path.join(house, '1/2/3/4/data') } })
  const kept: string[] = []
  for (const up of ['', '../', '../../', '../../../', '../../../../', '..\\..\\', '%2e%2e/', `${house}/`]) {
    const { reply, answer } = await uploadPicture(climbing.browser(), await smallPhoto(), {
      filename: `${up}planted.jpg`,
    })
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
    const { reply, answer } = await uploadPicture(site.browser(), url)
    expect([reply.status, answer.error?.message]).toEqual([400, failures.imageType])
  }
  expect(hits).toBe(0)
  elsewhere.close()
})

test('a data: URI is accepted as a picture; other texts and broken base64 are not', async () => {
  const picture = await photo(300, 200)
  const good = await uploadPicture(site.browser(), `data:image/jpeg;base64,${picture.toString('base64')}`)
  expect([good.reply.status, good.answer.width]).toEqual([200, 300])
  for (const text of [
    `data:image/svg+xml;base64,${picture.toString('base64')}`,
    'data:text/html,<script>',
    `data:image/jpeg;base64,${picture.toString('base64').slice(0, 400)}!!!!`,
  ]) {
    expect((await uploadPicture(site.browser(), text)).reply.status).toBe(400)
  }
})

test('no file, an empty file and a foreign preset each get their message', async () => {
  const none = await uploadPicture(site.browser(), null)
  expect([none.reply.status, none.answer.error?.message]).toEqual([400, failures.imageMissing])
  const empty = await uploadPicture(site.browser(), new Uint8Array())
  expect([empty.reply.status, empty.answer.error?.message]).toEqual([400, failures.imageMissing])
  const before = await site.state()
  const foreign = await uploadPicture(site.browser(), await smallPhoto(), { preset: 'other' })
  expect([foreign.reply.status, foreign.answer.error?.message]).toEqual([400, errorMessages.BAD_USER_INPUT])
  expect((await uploadPicture(site.browser(), await smallPhoto(), { preset: null })).reply.status).toBe(400)
  expect(await site.state()).toEqual(before)
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
  const before = await site.state()
  const foreign: [string, string][] = [
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
  ]
  for (const header of foreign) {
    const headers = Object.fromEntries([header])
    const { reply, answer } = await uploadPicture(site.browser(), await smallPhoto(), { headers })
    expect([reply.status, answer.errors?.[0]?.extensions.code]).toEqual([403, 'FORBIDDEN'])
  }
  expect(await site.state()).toEqual(before)
  const own = { origin: site.config.publicOrigin, 'sec-fetch-site': 'same-origin' }
  expect((await uploadPicture(site.browser(), await smallPhoto(), { headers: own })).reply.status).toBe(200)
})

test('the first upload sets the uploader cookie, and the next ones keep it', async () => {
  const browser = site.browser()
  await uploadPicture(browser, await smallPhoto())
  expect(browser.setCookies).toHaveLength(1)
  expect(browser.setCookies[0]).toMatch(/HttpOnly/i)
  expect(browser.setCookies[0]).toMatch(/SameSite=Lax/i)
  browser.setCookies = []
  await uploadPicture(browser, await smallPhoto())
  expect(browser.setCookies).toEqual([])
})

test('an upload of a signed-in person belongs to the account too', async () => {
  const { browser, accountId } = await signIn(site)
  const { answer } = await uploadPicture(browser, await smallPhoto())
  const row = await site.db
    .selectFrom('images')
    .select('account_id')
    .where('key', '=', answer.public_id)
    .executeTakeFirst()
  expect(row?.account_id).toBe(accountId)
})

test('a full disk fails the upload with its message and leaves neither row nor file', async () => {
  class FullDisk extends FolderStore {
    #room = 1
    override async put(name: string, content: Uint8Array): Promise<void> {
      if (this.#room-- > 0) return super.put(name, content)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-full-'))
  const store = new FullDisk(folder)
  const full = await startImageSite(database.db, { store })
  const { rows } = await site.state()
  const { reply, answer } = await uploadPicture(full.browser(), await smallPhoto())
  expect([reply.status, answer.error?.message]).toEqual([500, failures.imageUpload])
  expect((await site.state()).rows).toBe(rows)
  expect(await full.files()).toEqual([])
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
  await full.close()
  await rm(folder, { recursive: true })
})

test('the npm client of Cloudinary uploads to the endpoint unmodified', async () => {
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
