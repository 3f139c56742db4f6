import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { errorMessages } from '#rules/errors.ts'
import { notificationLabels } from '#rules/notifications.ts'
import { profileAnswers } from '#tests/fake-account.ts'
import { openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

test('a switch of the notifications acts at once, and goes back when it fails', async () => {
  const screen = await openScreen('/account/profile', {
    viewer,
    api: { ...profileAnswers, switchNotifications: { count: 1 } },
  })
  const likes = page.getByRole('checkbox', { name: notificationLabels.like })
  await expect.element(likes).toBeChecked()
  await likes.click()
  await expect.element(likes).not.toBeChecked()
  expect(screen.asked.at(-1)).toEqual({ name: 'switchNotifications', variables: { kind: 'like', on: false } })
  screen.api.switchNotifications = () => {
    throw new Refusal('RATE_LIMITED')
  }
  await likes.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(errorMessages.RATE_LIMITED)
  await expect.element(likes).not.toBeChecked()
})

test('a device takes notifications after a press, and stops after another', async () => {
  const endpoint = 'https://fcm.googleapis.com/send/1'
  let current: object | null = null
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: async () => {
      current = null
    },
  }
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => {
      current = subscription
      return subscription
    }),
  }
  // A headless browser shows no permission prompt, and its push service is not reachable.
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue({ pushManager } as never)
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted')
  const screen = await openScreen('/account/profile', {
    viewer,
    api: {
      ...profileAnswers,
      getPushKey: 'BPushKey',
      subscribePush: { count: 1 },
      unsubscribePush: { count: 0 },
    },
  })
  const box = page.getByLabelText('이 기기로 알림 받기')
  const sent = () => screen.asked.filter(({ name }) => name.endsWith('ubscribePush'))
  const subscribed = { name: 'subscribePush', variables: { endpoint, p256dh: 'key', auth: 'secret' } }
  const unsubscribed = { name: 'unsubscribePush', variables: { endpoint } }
  await expect.element(box).not.toBeChecked()
  await box.click()
  await expect.element(box).toBeChecked()
  await expect.poll(sent).toEqual([subscribed])
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BPushKey' })
  await box.click()
  await expect.element(box).not.toBeChecked()
  await expect.poll(sent).toEqual([subscribed, unsubscribed])
  await expect.poll(() => current).toBeNull()
  await box.click()
  await expect.poll(sent).toEqual([subscribed, unsubscribed, subscribed])
})
