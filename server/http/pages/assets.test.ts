import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
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
