import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from '../fixtures.ts'
import { waitForHydration } from '../scripts.ts'
import { expectAccessible, press } from './by-hand.ts'

test("moderating one's comments: what a guest wrote is removed, an own one is corrected", {
  tag: ['@narrow', '@long'],
}, async ({ page, api, signIn }) => {
  const guest = await buildUser(api, { username: '광고쟁이' })
  const user = await signIn({ username: '주인장' })
  const { id } = await buildPost(api, { author: user })
  await api.as(user).addComment({ post: id, text: '월요일에 쉬어요.' })
  await api.as(guest).addComment({ post: id, text: '대출 상담 받으세요.' })
  await page.goto(`/post/${id}`)
  await waitForHydration(page)
  const comments = page.getByRole('region', { name: /^댓글/ })
  const rows = comments.getByRole('listitem').filter({ has: page.locator('.comment-who') })
  const choose = async (text: string, entry: '수정' | '삭제') => {
    const row = rows.filter({ hasText: text })
    await press(page, row.getByRole('button', { name: '님 댓글 메뉴' }))
    await press(page, row.getByRole('button', { name: entry }))
  }
  await choose('대출 상담', '삭제')
  await expect(rows).toHaveText([/월요일에 쉬어요/])
  await choose('월요일', '수정')
  const editor = comments.getByRole('textbox', { name: '댓글 수정' })
  await press(page, editor, 'ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('화요일에 쉬어요.')
  await press(page, comments.getByRole('button', { name: '저장' }))
  await expect(rows).toHaveText([/화요일에 쉬어요.*수정됨|수정됨.*화요일에 쉬어요/])
  await expectAccessible(page)
  // Loading the page again ends the time to change one's mind.
  await page.reload()
  const texts = async () => (await api.getComments({ post: id })).data.map(({ text }) => text)
  await expect.poll(texts).toEqual(['화요일에 쉬어요.'])
})
