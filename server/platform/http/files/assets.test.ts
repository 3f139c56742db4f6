import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeWeb } from '#tests/fake-web.ts'
import { type Site, startSite } from '#tests/site.ts'

const SCRIPT = `export const greeting = '안녕하세요'\n`.repeat(50)

let folder: string
let site: Site
let rendered = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-assets-'))
  await mkdir(path.join(folder, 'client/assets/map'), { recursive: true })
  await writeFile(path.join(folder, 'client/assets/entry-a1.js'), SCRIPT)
  await writeFile(path.join(folder, 'client/assets/entry-a1.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(path.join(folder, 'client/assets/map/base.json'), '{}')
  await writeFile(path.join(folder, 'client/logo.svg'), '<svg/>')
  await writeFile(path.join(folder, 'client/sw.js'), 'the worker')
  await writeFile(path.join(folder, 'client/sw.js.br'), brotliCompressSync('the worker'))
  await writeFile(path.join(folder, 'secret.txt'), 'of the server alone')
  const fetch = async () => {
    rendered++
    return new Response('<!doctype html>', { status: 404, headers: { 'content-type': 'text/html' } })
  }
  site = await startSite({ web: { ...fakeWeb(fetch), clientDir: path.join(folder, 'client') } })
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const get = (target: string) => site.api.fresh().send('GET', target)

test('files with a hash in their name are kept for ever, others for an hour', async () => {
  const script = await get('/assets/entry-a1.js')
  expect(script).toMatchObject({ status: 200, text: SCRIPT })
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/assets/map/base.json')).text).toBe('{}')
  const logo = await get('/logo.svg')
  expect(logo).toMatchObject({ status: 200, text: '<svg/>' })
  expect(logo.headers['cache-control']).toBe('public, max-age=3600')
})

test('a browser gets what the build has compressed', async () => {
  const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const { headers } = await site.api.fresh().send('GET', '/assets/entry-a1.js', null, browser)
  expect(headers['content-encoding']).toBe('br')
})

test.each(['/assets/entry-b2.js', '/assets/', '/assets/map', '/assets/..%2f..%2fsecret.txt'])(
  '%s is not found, and no page is rendered for it',
  async (target) => {
    const before = rendered
    const { status, text } = await get(target)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(text).not.toContain('of the server alone')
    expect(rendered).toBe(before)
  },
)

test('the service worker is looked for anew each time, and may send requests to the site alone', async () => {
  for (const encoding of ['identity', 'br']) {
    const worker = await site.api.fresh().send('GET', '/sw.js', null, { 'accept-encoding': encoding })
    expect(worker.status).toBe(200)
    if (encoding === 'identity') expect(worker.text).toBe('the worker')
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    expect(worker.headers['content-type']).toContain('javascript')
  }
})

test('instead of a worker that is switched off there is one that removes it', async () => {
  const web = { ...fakeWeb(async () => new Response('')), clientDir: path.join(folder, 'client') }
  const without = await startSite({ web, env: { SERVICE_WORKER: 'off' } })
  const { text, headers } = await without.api.fresh().send('GET', '/sw.js', null, { 'accept-encoding': 'br' })
  expect(text).toContain('registration.unregister()')
  expect(headers['cache-control']).toBe('no-cache')
  await without.close()
})

test('the manifest has the name of the site, and names files and pages that there are', async () => {
  const manifest = JSON.parse((await get('/manifest.webmanifest')).text)
  expect(manifest).toMatchObject({ name: '맛나눔', lang: 'ko', display: 'standalone', start_url: '/' })
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['글쓰기', '지도', '내 맛집'])
  const pictures = [manifest, ...manifest.shortcuts].flatMap(({ icons, screenshots = [] }) => [
    ...icons,
    ...screenshots,
  ])
  expect(pictures).toHaveLength(11)
  for (const { src, sizes } of pictures) {
    const { width, height, format } = await sharp(path.join('web/public', src)).metadata()
    expect([src, format === 'svg' ? 'any' : `${width}x${height}`]).toEqual([src, sizes])
  }
})
