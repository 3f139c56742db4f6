import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from '../fixtures.ts'
import { waitForHydration } from '../scripts.ts'
import { expectAccessible, press, typeInto } from './by-hand.ts'

test('a week of notifications: seen, answered, followed back, read', { tag: ['@narrow', '@long'] }, async ({
  page,
  api,
  signIn,
}) => {
  const [fan, guest] = [await buildUser(api, { username: '단골손님' }), await buildUser(api, { username: '지나던이' })]
  const user = await signIn()
  const post = await buildPost(api, { author: user, title: '연희 손만두' })
  // First, because opening an entry marks those before it as read.
  await api.as(guest).addComment({ post: post.id, text: '몇 시에 여나요?' })
  for (const person of [guest, fan]) await api.as(person).likePost({ id: post.id, isLike: true, jwt: person.handle })
  await api.as(fan).followUser({ handle: user.handle, follow: true })
  await page.goto('/')
  await waitForHydration(page)
  await press(page, page.getByRole('banner').getByRole('link', { name: '알림, 읽지 않은 것 3개' }))
  await expect(page).toHaveURL('/notifications')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await press(page, rows.getByRole('button').filter({ hasText: '나도 팔로우' }))
  await expect.poll(async () => (await api.getAuthor({ handle: fan.handle })).followers).toBe(1)
  await press(page, rows.getByRole('link', { name: /몇 시에 여나요/ }))
  const comments = page.getByRole('region', { name: /^댓글/ })
  await typeInto(page, comments.getByRole('textbox', { name: '댓글', exact: true }), '열한 시에 열어요.')
  await press(page, comments.getByRole('button', { name: '남기기' }))
  await expect(comments.getByRole('heading', { name: /^댓글/ })).toHaveText('댓글 2')
  await page.goBack()
  await press(page, page.getByRole('button', { name: '모두 읽음 표시' }))
  await expect(page.getByRole('banner').getByRole('link', { name: '알림', exact: true })).toBeVisible()
  await expect.poll(async () => (await api.as(user).getNotifications()).unread).toBe(0)
  await expectAccessible(page)
})
