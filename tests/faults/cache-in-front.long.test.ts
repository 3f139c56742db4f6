import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureProgram } from '../../scripts/programs/debian.ts'
import { Client, type HttpResponse } from '../api.ts'
import { smallPhoto } from '../image-fixtures.ts'
import { uploadPicture } from '../image-site.ts'
import { ownPort } from '../own-port.ts'
import { addPerson, type Person, somePost } from '../post-site.ts'
import { type Application, prepareApplication } from './application.ts'

const varnish = await ensureProgram('varnishd')

let folder: string
let application: Application
let cache: ChildProcess
let person: Person
let reader: Person
let postId: string

/** The file of `deploy/` before a site, as the only way to it. */
beforeAll(async () => {
  if (!varnish) return
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-cache-'))
  const port = await ownPort()
  application = await prepareApplication({
    env: { PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' },
  })
  await application.start()
  const file = path.join(folder, 'varnish.vcl')
  const settings = await readFile('deploy/varnish.vcl', 'utf8')
  await writeFile(file, settings.replace('.port = "3000"', `.port = "${application.config.port}"`))
  // The server's own user could not enter the folders of tests.
  const args = [
    '-j',
    'none',
    '-F',
    '-a',
    `127.0.0.1:${port}`,
    '-f',
    file,
    '-n',
    path.join(folder, 'state'),
    '-s',
    'malloc,64m',
  ]
  cache = spawn(varnish, args, { stdio: 'ignore' })
  const db = await application.openDatabase()
  person = await addPerson({ ...application, db })
  reader = await addPerson({ ...application, db }, { username: '조용한 독자' })
})

afterAll(async () => {
  if (!varnish) return
  cache.kill('SIGTERM')
  await application.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, by: Client = application.api.fresh(), headers: Record<string, string> = {}) =>
  by.send('GET', url, null, { accept: 'text/html', ...headers })

const source = ({ headers }: HttpResponse) => headers['x-cache']

/** A visitor's second request is answered by the cache. */
async function expectHit(url: string): Promise<HttpResponse> {
  await expect.poll(async () => source(await get(url))).toBe('hit')
  return get(url)
}

test.skipIf(!varnish)('public pages and pictures are hits, and nobody gets a byte of a member', async () => {
  await expect.poll(async () => (await get('/').catch(() => null))?.status).toBe(200)
  const { answer } = await uploadPicture(person.client, await smallPhoto())
  const picture = new URL(answer.url).pathname
  // Its uploader alone sees it, and the cache keeps nothing of that.
  expect([(await get(picture, person.client)).status, (await get(picture)).status]).toEqual([200, 404])
  const { id } = await application.api.as(person).addPost({ ...somePost, image: answer.url })
  postId = String(id)

  const isPersonal = ({ text }: HttpResponse) => text.includes(reader.handle) || text.includes(reader.username)
  for (const url of ['/', `/post/${postId}`]) {
    const own = await get(url, reader.client)
    expect([own.headers['cache-control'], source(own), isPersonal(own)]).toEqual(['private, no-store', 'miss', true])
    const shared = await expectHit(url)
    expect([shared.headers['set-cookie'], isPersonal(shared)]).toEqual([undefined, false])
    // The page is cached now, and the member still gets their own.
    expect(isPersonal(await get(url, reader.client))).toBe(true)
    // Cookies of others have no page of their own.
    const tracked = new Client(application.api.origin, new Map([['_ga', 'GA1.2.3']]))
    expect(source(await get(url, tracked))).toBe('hit')
  }
  await expect.poll(async () => (await get(picture)).status).toBe(200)
  expect((await expectHit(picture)).bytes.length).toBeGreaterThan(0)
  expect((await application.api.as(person).getPost({ id: postId })).id).toBe(postId)
})

test.skipIf(!varnish)('what is purged is gone at once, and only this machine may purge', async () => {
  const { image } = await application.api.as(person).getPost({ id: postId })
  const picture = new URL(String(image)).pathname
  await expectHit(picture)
  await application.api.as(person).editPost({ id: postId, ...somePost })
  // Deleted on the site, but not yet in the cache.
  const site = new Client(`http://127.0.0.1:${application.config.port}`)
  await expect.poll(async () => (await get(picture, site)).status).toBe(404)
  expect((await get(picture)).status).toBe(200)
  const stranger = application.api.fresh('127.0.0.2')
  expect((await stranger.send('PURGE', picture)).status).toBe(405)
  expect((await get(picture)).status).toBe(200)
  expect((await application.api.fresh().send('PURGE', picture)).status).toBe(200)
  expect((await get(picture)).status).toBe(404)
})
