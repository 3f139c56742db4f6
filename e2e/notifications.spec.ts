import type { Page } from '@playwright/test'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { waitForHydration } from './scripts.ts'

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
