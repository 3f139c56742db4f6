import type { Worker } from '@playwright/test'
import { buildPost } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('a push is shown, and a press of it leads to what it is about', { tag: ['@wide', '@long'] }, async ({
  page,
  context,
  api,
  signIn,
}) => {
  const { id } = await buildPost(api, { author: await signIn(), title: '을지로 손칼국수' })
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  await page.goto('/notifications')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const worker = context.serviceWorkers()[0] as Worker
  // A headless browser shows no notification that could be pressed; it only delivers the push.
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    scope.shown = []
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options })
    scope.WindowClient.prototype.focus = async function () {
      return this
    }
  })
  const push = { title: '맛나눔', text: '팬하나 님이 을지로 손칼국수를 좋아해요', url: `/post/${id}` }
  const origin = new URL(page.url()).origin
  const delivery = { origin, registrationId: await registered, data: JSON.stringify(push) }
  await browser.send('ServiceWorker.deliverPushMessage', delivery)
  const shown = () => worker.evaluate(() => (self as unknown as WorkerScope).shown)
  await expect.poll(shown).toMatchObject([{ title: push.title, body: push.text, tag: push.url, data: push.url }])
  const closed = await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    let isClosed = false
    const close = () => {
      isClosed = true
    }
    // `waitUntil` works only on the browser's own events.
    const press = Object.assign(new Event('notificationclick'), {
      notification: { data: scope.shown[0]?.data, close },
      waitUntil: () => {},
    })
    scope.dispatchEvent(press)
    return isClosed
  })
  expect(closed).toBe(true)
  await expect(page).toHaveURL(push.url)
  await expect(page.getByRole('heading', { name: '을지로 손칼국수' })).toBeVisible()
})

/** Globals of the service worker that the test uses. */
type WorkerScope = EventTarget & {
  shown: ({ title: string } & NotificationOptions)[]
  registration: ServiceWorkerRegistration
  WindowClient: { prototype: { focus: () => Promise<unknown> } }
}
