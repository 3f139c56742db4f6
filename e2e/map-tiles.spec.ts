import { writeFile } from 'node:fs/promises'
import { landTile, pmtilesFile } from '#tests/pmtiles-file.ts'
import { expect, testOn } from './fixtures.ts'
import { colourInTheMiddle, runArchiveSite } from './tiles.ts'

const test = testOn(runArchiveSite)

test('an archive of vector tiles is drawn in the colours of the theme, an unreadable one gives way to the bundled map', {
  tag: ['@wide', '@long'],
}, async ({ page, site }) => {
  await writeFile(site.archive, pmtilesFile('mvt', 8, landTile()))
  await page.goto('/map?lat=37.5&lng=127&zoom=11')
  const map = page.getByRole('region', { name: '맛집 지도' })
  await expect.poll(async () => Math.min(...(await colourInTheMiddle(map)))).toBeGreaterThan(200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => Math.max(...(await colourInTheMiddle(map)))).toBeLessThan(60)
  // A map that still loads would ask for parts that the shorter file lacks.
  await page.goto('about:blank')
  await writeFile(site.archive, 'this is no archive, but it is long enough to be asked for one')
  await page.goto('/map?lat=33.4&lng=126.5&zoom=9')
  await expect(page.getByRole('img', { name: /지도에 보이는 곳: .*제주/ })).toBeVisible()
})
