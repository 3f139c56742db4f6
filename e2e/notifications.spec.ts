import type { Page } from '@playwright/test'
import { notificationLabels, notificationMessages } from '#rules/notifications.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { judge } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { waitForHydration } from './scripts.ts'
import { atBothWidths, inBothThemes } from './themes.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^알림/ })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

test('the bell tells how many are new; the list says who did what, leads there, and marks them as read', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const [fan, other] = [
    await buildUser(api, { username: '오늘은면' }),
    await buildUser(api, { username: '제주로간준호' }),
  ]
  const user = await signIn({ username: '국밥순례' })
  const image = await uploadAs(user, await phonePhoto())
  const post = await buildPost(api, { author: user, title: '을지로 손칼국수', image })
  await page.goto('/')
  await waitForHydration(page)
  await expect(bell(page)).toHaveAccessibleName('알림')
  for (const person of [other, fan]) await api.as(person).likePost({ id: post.id, isLike: true, jwt: person.handle })
  const { id } = await api.as(other).addComment({ post: post.id, text: '겉절이까지 다 먹고 왔어요.' })
  await api.as(other).followUser({ handle: user.handle, follow: true })
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('알림, 읽지 않은 것 3개')
  await bell(page).click()
  await expect(page).toHaveURL('/notifications')
  await expect(page.getByRole('heading', { name: '오늘' })).toBeVisible()
  await expect(rows(page)).toHaveText([
    /제주로간준호 님이 나를 팔로우해요.*새 알림/,
    /제주로간준호 님이 댓글을 남겼어요. “겉절이까지 다 먹고 왔어요.”.*새 알림/,
    /오늘은면 님 외 1명이 을지로 손칼국수를 좋아해요.*새 알림/,
  ])
  const followBack = rows(page).first().getByRole('button')
  await followBack.filter({ hasText: '나도 팔로우' }).click()
  await expect(followBack).toHaveText(/팔로잉/)
  await expect.poll(async () => (await api.getAuthor({ handle: other.handle })).followers).toBe(1)
  await rows(page)
    .getByRole('link', { name: /겉절이까지/ })
    .click()
  await expect(page).toHaveURL(`/post/${post.id}#comment-${id}`)
  await expect(page.getByText('겉절이까지 다 먹고 왔어요.')).toBeInViewport()
  await expect(bell(page)).toHaveAccessibleName('알림, 읽지 않은 것 1개')
  await page.goBack()
  await expect(rows(page).getByText('새 알림')).toHaveCount(1)
  const tab = await page.context().newPage()
  await tab.goto('/')
  await waitForHydration(tab)
  await expect(bell(tab)).toHaveAccessibleName('알림, 읽지 않은 것 1개')
  await page.getByRole('button', { name: '모두 읽음 표시' }).click()
  await expect(bell(tab)).toHaveAccessibleName('알림')
  await expect(rows(page).getByText('새 알림')).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('알림')
  await expect(page.getByRole('button', { name: '모두 읽음 표시' })).toHaveCount(0)
  await page.reload()
  await expect(rows(page).getByText('새 알림')).toHaveCount(0)
  expect((await api.as(user).getNotifications()).unread).toBe(0)
})

test('an empty list says what will come; a switch in the profile keeps a kind away', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
}) => {
  const user = await signIn()
  const post = await buildPost(api, { author: user })
  await page.goto('/notifications')
  await waitForHydration(page)
  await expect(page.getByText(notificationMessages.empty)).toBeVisible()
  await page.getByRole('link', { name: '알림 설정' }).click()
  const likes = page.getByRole('checkbox', { name: notificationLabels.like })
  await expect(likes).toBeChecked()
  await likes.click()
  await expect.poll(async () => (await api.as(user).getNotificationSwitches())[0]).toEqual({ kind: 'like', on: false })
  const fan = await buildUser(api)
  await api.as(fan).likePost({ id: post.id, isLike: true, jwt: fan.handle })
  await page.goto('/notifications')
  await expect(page.getByText(notificationMessages.empty)).toBeVisible()
  await page.goto('/account/profile')
  await expect(likes).not.toBeChecked()

  // Whom one follows is told of by a job of the queue.
  await api.as(user).followUser({ handle: fan.handle, follow: true })
  const news = await buildPost(api, { author: fan, title: '새로 연 국숫집' })
  await expect(async () => {
    await page.goto('/notifications')
    await expect(rows(page)).toHaveText([/님이 새 글을 올렸어요. 새로 연 국숫집.*새 알림/], { timeout: 1000 })
  }).toPass()
  await expect(rows(page).getByRole('link', { name: /새로 연 국숫집/ })).toHaveAttribute('href', `/post/${news.id}`)
})

test('a visitor is led to the login, and another member gets their own list', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const user = await buildUser(api)
  await buildPost(api, { author: user })
  await page.goto('/notifications')
  await expect(page).toHaveURL('/account/login?next=%2Fnotifications')
  await expect(page.getByText('알림을 보려면 로그인해 주세요.')).toBeVisible()
})

test('a name leads to that person, and the rest of its row to the post, by touch and by key', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const fan = await buildUser(api, { username: '오늘은면' })
  const user = await signIn()
  const { id } = await buildPost(api, { author: user, title: '을지로 손칼국수' })
  await api.as(fan).addComment({ post: id, text: '겉절이까지 다 먹고 왔어요.' })
  await api.as(fan).likePost({ id, isLike: true, jwt: fan.handle })
  await page.goto('/notifications')
  await waitForHydration(page)
  await expect(rows(page)).toHaveCount(2)
  const row = rows(page).filter({ hasText: '좋아해요' })
  const name = row.getByRole('link', { name: '오늘은면', exact: true })
  const tapCorner = async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await row.boundingBox()) ?? {}
    await page.touchscreen.tap(x + width - 8, y + height - 8)
  }
  const pressName = () => name.press('Enter')
  const pressRow = async () => {
    await name.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  const [person, post] = [`/u/${fan.handle}`, `/post/${id}`]
  for (const [open, path] of [
    [() => name.tap(), person],
    [tapCorner, post],
    [pressName, person],
    [pressRow, post],
  ] as const) {
    await open()
    await expect(page).toHaveURL(path)
    // The URL changes before the screen does.
    await expect(page.getByRole('heading', { level: 1, name: '알림' })).toHaveCount(0)
    await page.goBack()
    await expect(name).toBeVisible()
  }
})

test('notifications can be used with all senses and in both themes', { tag: '@wide' }, async ({
  page,
  api,
  signIn,
}) => {
  const fan = await buildUser(api, { username: '빵지도그리는사람의긴이름' })
  const user = await signIn()
  const posts = []
  for (const title of ['연희 손만두', '골목 김치찌개', 'Cafe 7'])
    posts.push(await buildPost(api, { author: user, title }))
  for (const { id } of posts) await api.as(fan).likePost({ id, isLike: true, jwt: fan.handle })
  await api.as(fan).addComment({ post: posts[0]?.id ?? '', text: '', tasty: true })
  await api.as(user).readNotifications({ upTo: (await api.as(user).getNotifications()).data[2]?.id ?? '' })
  await page.goto('/notifications')
  await waitForHydration(page)
  await expect(rows(page)).toHaveText([
    /연희 손만두가 맛있었대요/,
    /Cafe 7을 좋아해요/,
    /골목 김치찌개를 좋아해요/,
    /연희 손만두를 좋아해요/,
  ])
  await atBothWidths(page, () =>
    inBothThemes(page, async () => {
      expect((await judge(page, { include: ['main', 'header'] })).faults).toEqual([])
    }),
  )
})

test('notifications are kept for 90 days', { tag: '@narrow' }, async ({ page, api, signIn, runSql }) => {
  const fan = await buildUser(api)
  const user = await signIn()
  const { id } = await buildPost(api, { author: user })
  await api.as(fan).likePost({ id, isLike: true, jwt: fan.handle })
  await api.as(fan).followUser({ handle: user.handle, follow: true })
  await page.goto('/notifications')
  await expect(rows(page)).toHaveCount(2)
  const age = (kind: string, days: number) =>
    runSql(
      `update notifications set at = now() - $1 * interval '1 day' where kind = $2
        and account_id = (select id from accounts where handle = $3)`,
      [days, kind, user.handle],
    )
  await age('like', 91)
  await age('follow', 89)
  await runSql(`select graphile_worker.add_job('purge_expired')`)
  await expect(async () => {
    await page.reload()
    await expect(rows(page)).toHaveCount(1, { timeout: 3000 })
  }).toPass()
  await expect(rows(page)).toContainText('팔로우해요')
})
