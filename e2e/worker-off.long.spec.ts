import { expect, testOn } from './fixtures.ts'
import { startApp } from './running-app.ts'
import { waitForHydration } from './scripts.ts'

/** A site whose operator has switched the service worker off. */
const test = testOn(async (use) => {
  const app = await startApp('e2e-no-worker', { BUNDLED_PLACES: 'off', SERVICE_WORKER: 'off' })
  await use(app)
  await app.stop()
})

test.use({ serviceWorkers: 'allow' })

test('a worker that the operator has switched off leaves nothing behind', async ({ page }) => {
  await page.goto('/account/login')
  await waitForHydration(page)
  await page.evaluate(() => caches.open('pages visitor'))
  await page.reload()
  const left = () =>
    page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length])
  await expect.poll(left).toEqual([0, 0])
})
