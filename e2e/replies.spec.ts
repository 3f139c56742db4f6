import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './scripts.ts'

test('a reply is answered from its notification, however long its thread is, and its author is told', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const [author, guest] = [
    await buildUser(api, { username: '글쓴이' }),
    await buildUser(api, { username: '제주로간준호' }),
  ]
  const post = await buildPost(api, { author, title: '을지로 손칼국수' })
  const user = await signIn({ username: '국밥순례' })
  const { id } = await api.as(user).addComment({ post: post.id, text: '점심에 줄이 긴가요?' })
  for (const text of ['네', '길어요', '아주요', '열한 시엔 괜찮아요']) {
    await api.as(guest).addComment({ post: post.id, text, parent: id })
  }
  const { id: last } = await api.as(guest).addComment({ post: post.id, text: '@국밥순례 님은요?', parent: id })
  await page.goto('/notifications')
  await waitForHydration(page)
  await page.getByRole('link', { name: '제주로간준호 님이 답글을 남겼어요. “@국밥순례 님은요?”' }).click()
  await expect(page).toHaveURL(`/post/${post.id}#comment-${last}`)
  const row = page.locator(`#comment-${last}`)
  await expect(row).toBeInViewport()
  await expect(row.getByRole('link', { name: '@국밥순례' })).toHaveAttribute('href', `/u/${user.handle}`)
  await row.getByRole('button', { name: '제주로간준호 님 댓글에 답글' }).click()
  const field = page.getByRole('textbox', { name: '답글', exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('@제주로간준호 ')
  await page.keyboard.type('토요일에 가요. @글')
  await expect(page.getByRole('option', { name: '글쓴이' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('@제주로간준호 토요일에 가요. @글쓴이 ')
  await page.getByRole('form', { name: '답글 쓰기' }).getByRole('button', { name: '남기기' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '토요일에 가요' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^댓글/ })).toHaveText('댓글 7')
  const told = async (person: typeof author) => (await api.as(person).getNotifications()).data[0]
  expect(await told(guest)).toMatchObject({ kind: 'reply', text: '@제주로간준호 토요일에 가요. @글쓴이' })
  expect(await told(author)).toMatchObject({ kind: 'mention' })
  await page.goto(`/post/${post.id}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: '답글 3개 더 보기' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '토요일에 가요' })).toBeVisible()
})
