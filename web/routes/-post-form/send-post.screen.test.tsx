import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { errorMessages } from '#rules/errors.ts'
import { ownMap } from '#tests/fake-places.ts'
import { answerInPages, answersBesideHome } from '#tests/fake-posts.ts'
import { openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

test('a post above the limit is refused with a message, and the text stays', async () => {
  const addPost = () => {
    throw new Refusal('RATE_LIMITED')
  }
  const screen = await openScreen('/add_post', { viewer, api: { ...ownMap, addPost }, width: 1280 })
  await page.getByLabelText('상호명').fill('둘째 글')
  await page.getByLabelText('상세내용').fill('잠시 뒤에\n다시 올릴 글이에요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  const often = page.getByRole('dialog', { name: errorMessages.RATE_LIMITED })
  await often.getByRole('button', { name: '닫기' }).click()
  await expect.element(page.getByRole('main').getByText(errorMessages.RATE_LIMITED)).toBeVisible()
  const expectText = async () => {
    await expect.element(page.getByLabelText('상호명')).toHaveValue('둘째 글')
    await expect.element(page.getByLabelText('상세내용')).toHaveValue('잠시 뒤에\n다시 올릴 글이에요.')
  }
  await expectText()
  await screen.reload()
  await expectText()
})

test('where drafts are not kept, a post that needs a login stays in its form', async () => {
  const addPost = () => {
    throw new Refusal('UNAUTHENTICATED')
  }
  const screen = await openScreen('/add_post', { viewer, api: { ...ownMap, addPost }, width: 1280 })
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  onTestFinished(() => setItem.mockRestore())
  await page.getByLabelText('상호명').fill('남을 글')
  await page.getByLabelText('상세내용').fill('쿠키가 막혀 있어요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(page.getByRole('dialog', { name: errorMessages.UNAUTHENTICATED })).toBeVisible()
  expect(screen.url).toBe('/add_post')
  await expect.element(page.getByLabelText('상세내용')).toHaveValue('쿠키가 막혀 있어요.')
})

test('who goes back by two pages from the message of a sent post stays there', async () => {
  const api = { ...answersBesideHome, ...ownMap, addPost: { count: 1, id: '7' }, getPosts: answerInPages([]) }
  const screen = await openScreen('/account/my_list', { viewer, api })
  await page.getByRole('main').getByRole('link', { name: '글쓰기' }).click()
  await page.getByLabelText('상호명').fill('보낸 글')
  await page.getByLabelText('상세내용').fill('목록에서 왔어요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  await expect.poll(() => history.state?.overlays).toBe(1)
  history.go(-2)
  await expect.element(page.getByRole('heading', { name: '내가 쓴 글' })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(screen.url).toBe('/account/my_list')
})
