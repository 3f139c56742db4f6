import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PAGE_CODE } from '#rules/paths.ts'
import { openSite } from '#tests/site.ts'

const site = await openSite({ env: { PUBLIC_ORIGIN: 'https://matnanum.kr' } })

const get = (path: string) => site.api.fresh().send('GET', PAGE_CODE + path)

/** What a phone reads. */
async function readCode(svg: Buffer): Promise<string> {
  const image = sharp(svg, { density: 300 }).resize(600, 600).flatten({ background: '#fff' }).ensureAlpha().raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test.each([
  ['/', '/'],
  ['/post/123456', '/post/123456'],
  [encodeURI('/area/서울/마포구/망원동'), encodeURI('/area/서울/마포구/망원동')],
  ['/search?keyword=x', '/search?keyword=x'],
])('the code of %s leads to that page', async (path, page) => {
  const { status, headers, bytes } = await get(path)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  })
  expect(await readCode(bytes)).toBe(`https://matnanum.kr${page}`)
})

test.each([
  '/https://evil.example/',
  '//evil.example',
  '/@evil.example',
  '/.evil.example/',
  '/%00',
  '/?https://evil.example',
])('a code never leads to another site: %j', async (path) => {
  expect(await readCode((await get(path)).bytes)).toMatch(/^https:\/\/matnanum\.kr\//)
})

test('an address that is too long for a print has no code', async () => {
  expect((await get(`/post/${'1'.repeat(250)}`)).status).toBe(200)
  expect((await get(`/post/${'1'.repeat(300)}`)).status).toBe(400)
})

test('a path that is written otherwise gives the code of a page of ours too', async () => {
  const { bytes } = await site.api.fresh().send('GET', '/%63ode/x')
  expect(await readCode(bytes)).toBe('https://matnanum.kr/x')
})
