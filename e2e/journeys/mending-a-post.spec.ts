import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from '../fixtures.ts'
import { waitForHydration, waitForOverlays } from '../scripts.ts'
import { expectAccessible, press } from './by-hand.ts'

test('mending a post: found under 내 맛집, corrected, and seen corrected by others', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, signIn, another }) => {
  const reader = await buildUser(api)
  const user = await signIn()
  const { id } = await buildPost(api, { author: user, title: '을밀데', price: 'under_1' })
  await api.as(reader).likePost({ id, isLike: true, jwt: reader.handle })
  await page.goto('/')
  await waitForHydration(page)
  await press(page, page.getByRole('link', { name: '내 맛집' }).filter({ visible: true }))
  const lists = page.getByRole('navigation', { name: '내 맛집 목록' })
  await press(page, lists.getByRole('link', { name: /내가 쓴 글/ }))
  await press(page, page.getByRole('link', { name: '‘을밀데’ 글 수정' }))
  await expect(page).toHaveURL(`/edit/${id}`)
  const title = page.getByLabel('상호명')
  await press(page, title, 'End')
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.insertText('대')
  await press(page, page.getByRole('button', { name: '수정하기' }))
  const done = page.getByRole('dialog', { name: '성공적으로 수정되었습니다.' })
  await press(page, done.getByRole('link').or(done.getByRole('button')).first())
  await waitForOverlays(page, 0)
  expect(await api.getPost({ id })).toMatchObject({ title: '을밀대', price: 'under_1', like: 1 })
  const other = await another()
  await other.goto(`/post/${id}`)
  await expect(other.getByRole('heading', { level: 1, name: '을밀대' })).toBeVisible()
  await expectAccessible(page)
})
