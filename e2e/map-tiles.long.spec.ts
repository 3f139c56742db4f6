import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { ownPort } from '#tests/own-port.ts'
import { pmtilesFile } from '#tests/pmtiles-file.ts'
import { expect, testOn } from './fixtures.ts'
import { watchRequestOrigins } from './places.ts'
import { startApp } from './running-app.ts'
import { colourInTheMiddle, plainPicture, runArchiveSite } from './tiles.ts'
import { WIDE } from './windows.ts'

const test = testOn(runArchiveSite)
test.use(WIDE)

test('an archive of raster tiles is the base of the map', async ({ page, site }) => {
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

test('a page left before its archive fails starts no other map', async ({ page }) => {
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

rasterTest.use(WIDE)

rasterTest('raster tiles of another host are the base of the map', async ({ page, site }) => {
  const asked = watchRequestOrigins(page)
  await page.goto('/map?lat=37.5&lng=127&zoom=11')
  const map = page.getByRole('region', { name: '맛집 지도' })
  await expect.poll(() => colourInTheMiddle(map)).toEqual([0x10, 0xa0, 0x20])
  await expect(map.getByText('© 타일을 만든 사람들')).toBeVisible()
  expect([...asked].toSorted()).toEqual([site.origin, site.host].toSorted())
})
