import { existsSync } from 'node:fs'
import { koreaData } from '#tests/place-files.ts'
import { test as base } from './fixtures.ts'
import { importPlaces, pickByKeyboardAndPost } from './places.ts'
import { startApp } from './running-app.ts'

const test = base.extend<object, { site: { origin: string } }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const app = await startApp('e2e-korea', {})
      const files = ['korea-gazetteer.json', 'korea-places.json', 'korea-base.topo.json']
      await importPlaces(
        app.dataDir,
        files.map((file) => koreaData + file),
      )
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  origin: async ({ site }, use) => use(site.origin),
})

// Only where somebody has laid the public data beside the project.
if (existsSync(koreaData)) {
  test('with the country imported a place is found by keyboard alone, posted, and on the map @wide', async ({
    page,
    origin,
    signIn,
  }) => {
    await signIn()
    await pickByKeyboardAndPost(page, origin, '나라 국밥')
  })
}
