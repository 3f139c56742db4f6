import type { Page } from '@playwright/test'
import { errorMessages } from '#rules/errors.ts'
import { buildPost } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'

const cardsOf = (page: Page) => page.getByRole('article')

test('deleting asks first, can be undone, reports a failure, and removes the post from every list', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  const author = await signIn()
  await buildPost(api, { author, title: '지울 글' })
  await buildPost(api, { author, title: '남길 글' })
  await page.clock.install()
  await page.goto('/account/my_list')
  await cardsOf(page).filter({ hasText: '지울 글' }).getByRole('button', { name: '글 삭제' }).click()
  const dialog = page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' })
  await dialog.getByRole('button', { name: '취소' }).click()
  await expect(cardsOf(page)).toHaveCount(2)
  const remove = async () => {
    await cardsOf(page).filter({ hasText: '지울 글' }).getByRole('button', { name: '글 삭제' }).click()
    await dialog.getByRole('button', { name: '확인' }).click()
    await expect(dialog).toBeHidden()
    await expect(cardsOf(page).getByRole('heading')).toHaveText(['남길 글'])
  }
  await remove()
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect(cardsOf(page).getByRole('heading')).toHaveText(['남길 글', '지울 글'])
  const errors = [{ message: errorMessages.INTERNAL, extensions: { code: 'INTERNAL' } }]
  await page.route('/graphql', (route) =>
    route.request().postData()?.includes('deletePost')
      ? route.fulfill({ json: { data: null, errors } })
      : route.fallback(),
  )
  await remove()
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('status').filter({ hasText: '애러가 발생했습니다.' })).toBeVisible()
  await expect(cardsOf(page).getByRole('heading')).toHaveText(['남길 글', '지울 글'])
  await page.unrouteAll()
  await remove()
  await page.getByRole('link', { name: '맛나눔' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '내가 쓴 글' })).toBeHidden()
  await expect(cardsOf(page).getByRole('heading', { name: '남길 글' })).toBeVisible()
  await expect(cardsOf(page).getByRole('heading', { name: '지울 글' })).toHaveCount(0)
  await page.clock.fastForward(10_000)
  await expect.poll(async () => (await api.getPosts({ user_id: author.handle })).data.length).toBe(1)
})

test('after a deletion from a list a message appears, and the focus goes to the next card, the previous one, or the heading', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  const author = await signIn()
  for (const title of ['셋째', '둘째', '첫째']) await buildPost(api, { author, title })
  await page.goto('/account/my_list')
  const dialog = page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' })
  const remove = async (title: string) => {
    await cardsOf(page).filter({ hasText: title }).getByRole('button', { name: '글 삭제' }).press('Enter')
    await dialog.getByRole('button', { name: '확인' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: '글을 삭제했어요.' })).toBeVisible()
  }
  await remove('둘째')
  await expect(cardsOf(page).getByRole('link', { name: '셋째', exact: true })).toBeFocused()
  await remove('셋째')
  await expect(cardsOf(page).getByRole('link', { name: '첫째', exact: true })).toBeFocused()
  await cardsOf(page).getByRole('button', { name: '글 삭제' }).press('Enter')
  await dialog.getByRole('button', { name: '취소' }).press('Enter')
  await expect(cardsOf(page).getByRole('button', { name: '글 삭제' })).toBeFocused()
  await remove('첫째')
  await expect(page.getByRole('heading', { name: '아직 쓴 글이 없어요' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '내가 쓴 글' })).toBeFocused()
})
