import { pushBrowser } from '#tests/push-service.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './scripts.ts'

test.use({ serviceWorkers: 'allow' })

test('a device takes notifications after a press, and stops after another', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
}) => {
  const user = await signIn()
  const { subscription } = pushBrowser('https://fcm.googleapis.com')
  // Nobody can be asked in a browser without windows, and its push service is not reachable.
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => 'granted'
    let current: object | null = null
    const fake = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        current = null
      },
    }
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null
    PushManager.prototype.subscribe = async () => {
      current = fake
      return fake as unknown as PushSubscription
    }
  }, subscription)
  await page.goto('/account/profile')
  await waitForHydration(page)
  const box = page.getByLabel('이 기기로 알림 받기')
  await expect(box).not.toBeChecked()
  const said = () => page.waitForResponse((reply) => reply.request().postData()?.includes('subscribePush(') ?? false)
  const devices = async () => (await api.as(user).unsubscribePush({ endpoint: subscription.endpoint })).count
  await Promise.all([said(), box.check()])
  await Promise.all([said(), box.uncheck()])
  expect(await devices()).toBe(0)
  await Promise.all([said(), box.check()])
  expect(await devices()).toBe(1)
})
