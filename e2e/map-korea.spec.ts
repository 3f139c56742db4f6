import { existsSync } from 'node:fs'
import { koreaData } from '#tests/place-files.ts'
import { testOn } from './fixtures.ts'
import { importPlaces, pickByKeyboardAndPost } from './places.ts'
import { type RunningApp, startApp } from './running-app.ts'

const test = testOn<RunningApp>(async (use) => {
  const app = await startApp('e2e-korea', {})
  const files = ['korea-gazetteer.json', 'korea-places.json', 'korea-base.topo.json']
  await importPlaces(
    app.dataDir,
    files.map((file) => koreaData + file),
  )
  await use(app)
  await app.stop()
})

// Only where the public data are beside the project.
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
