import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { ownPort } from '#tests/own-port.ts'
import { landTile, pmtilesFile } from '#tests/pmtiles-file.ts'
import { expect, testOn } from './fixtures.ts'
import { watchForeignRequests } from './places.ts'
import { startApp } from './running-app.ts'

/** An application whose own map is drawn from the archive in `folder`; each test may write another one. */
const test = testOn<{ origin: string; archive: string }>(async (use) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-tiles-'))
  const archive = path.join(folder, 'korea.pmtiles')
  await writeFile(archive, 'nothing yet')
  const settings = { PMTILES_PATH: archive, TILES_ATTRIBUTION: '© 지도를 만든 사람들' }
  const app = await startApp('e2e-tiles', { BUNDLED_PLACES: 'off', ...settings })
  await use({ origin: app.origin, archive })
  await app.stop()
  await rm(folder, { recursive: true })
})

test('an archive of raster tiles is the base of the map @wide', async ({ page, site }) => {
  await writeFile(site.archive, pmtilesFile('png', 8, await plainPicture('#1020e0')))
  const ranges: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.pmtiles')) ranges.push(request.headers().range)
  })
  await page.goto('/map?lat=37.5&lng=127&zoom=11')
  const map = page.getByRole('region', { name: '맛집 지도' })
  await expect.poll(() => colourInTheMiddle(map)).toEqual([0x10, 0x20, 0xe0])
  expect(ranges.length).toBeGreaterThan(0)
  expect(ranges.every(Boolean)).toBe(true)
  await expect(map.getByText('© 지도를 만든 사람들')).toBeVisible()
})

test('an archive of vector tiles is drawn in the colours of the theme @wide', async ({ page, site }) => {
  await writeFile(site.archive, pmtilesFile('mvt', 8, landTile()))
  await page.goto('/map?lat=37.5&lng=127&zoom=11')
  const map = page.getByRole('region', { name: '맛집 지도' })
  await expect.poll(async () => Math.min(...(await colourInTheMiddle(map)))).toBeGreaterThan(200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => Math.max(...(await colourInTheMiddle(map)))).toBeLessThan(60)
})

test('an unreadable archive falls back to the bundled map @wide', async ({ page, site }) => {
  await writeFile(site.archive, 'this is no archive, but it is long enough to be asked for one')
  await page.goto('/map?lat=33.4&lng=126.5&zoom=9')
  await expect(page.getByRole('img', { name: /지도에 보이는 곳: .*제주/ })).toBeVisible()
})

test('a page left before its archive fails starts no other map @wide', async ({ page }) => {
  let fail = () => {}
  const failed = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route('**/*.pmtiles', async (route) => {
    await failed
    await route.fulfill({ body: 'this is no archive' })
  })
  const asked = page.waitForRequest(/\.pmtiles$/)
  await page.goto('/map?lat=33.4&lng=126.5&zoom=9')
  await asked
  await page.getByRole('link', { name: '맛나눔' }).click()
  await expect(page.locator('.map')).toHaveCount(0)
  const answered = page.waitForResponse(/\.pmtiles$/)
  fail()
  await answered
  // The page has handled the answer after its next tasks; an error there would fail this test. Without the timeout Chromium
  // may never call a page that is already idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
  expect(page.workers()).toHaveLength(0)
})

/** An application whose map is drawn from another host's raster tiles, all of them green. */
const rasterTest = testOn<{ origin: string; host: string }>(async (use) => {
  const green = await plainPicture('#10a020')
  const host = createServer((request, reply) => {
    const isTile = /^\/\d+\/\d+\/\d+\.png$/.test(request.url ?? '')
    reply.writeHead(isTile ? 200 : 404, { 'content-type': 'image/png' }).end(isTile ? green : '')
  })
  const port = await ownPort()
  await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${port}`
  const settings = { TILES_URL: `${address}/{z}/{x}/{y}.png`, TILES_ATTRIBUTION: '© 타일을 만든 사람들' }
  const app = await startApp('e2e-raster', { BUNDLED_PLACES: 'off', ...settings })
  await use({ origin: app.origin, host: address })
  await app.stop()
  host.closeAllConnections()
  host.close()
})

rasterTest('raster tiles of another host are the base of the map @wide', async ({ page, site }) => {
  const asked = watchForeignRequests(page)
  await page.goto('/map?lat=37.5&lng=127&zoom=11')
  const map = page.getByRole('region', { name: '맛집 지도' })
  await expect.poll(() => colourInTheMiddle(map)).toEqual([0x10, 0xa0, 0x20])
  await expect(map.getByText('© 타일을 만든 사람들')).toBeVisible()
  expect([...asked].toSorted()).toEqual([site.origin, site.host].toSorted())
})

function plainPicture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Red, green and blue of a point slightly beside the centre of the map. */
async function colourInTheMiddle(map: Locator): Promise<number[]> {
  const picture = sharp(await map.screenshot())
  const { width, height } = await picture.metadata()
  const { data } = await picture
    .extract({ left: Math.round(width / 2) + 31, top: Math.round(height / 2) + 17, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}
