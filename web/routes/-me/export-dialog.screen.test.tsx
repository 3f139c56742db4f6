import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { errorMessages } from '#rules/errors.ts'
import { collection } from '#tests/fake-collections.ts'
import { postPage } from '#tests/fake-posts.ts'
import { meAnswers } from '#tests/fake-saves.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

test('a list or a collection is downloaded in the chosen form, and a failure is said in the dialog', async () => {
  // The pointer passes the tab of one's own posts, which asks for them.
  const api = { ...meAnswers, getPosts: postPage([]), getCollections: [collection('c1', { name: '여름 국수' })] }
  await openScreen('/me', { viewer, api })
  const asked: string[] = []
  const inner = window.fetch
  let answer = () => new Response('file', { headers: { 'content-type': 'text/csv' } })
  window.fetch = async (input, init) => {
    if (!String(input).startsWith('/account/places/')) return inner(input, init)
    asked.push(String(input))
    return answer()
  }
  onTestFinished(() => {
    window.fetch = inner
  })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await page.getByRole('button', { name: '내 맛집 가져오기와 내보내기' }).click()
  await page.getByRole('button', { name: '내보내기', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '내 맛집 내보내기' })
  await dialog.getByRole('button', { name: 'CSV' }).click()
  await expect.poll(() => saved).toEqual(['가고 싶어요.csv'])
  await dialog.getByRole('combobox', { name: '내보낼 목록' }).selectOptions('여름 국수')
  await dialog.getByRole('button', { name: 'GPX' }).click()
  await expect.poll(() => saved).toEqual(['가고 싶어요.csv', '여름 국수.gpx'])
  expect(asked).toEqual(['/account/places/want.csv', '/account/places/c1.gpx'])
  answer = () => Response.json({ errors: [{ message: errorMessages.RATE_LIMITED }] }, { status: 429 })
  await dialog.getByRole('button', { name: 'KML' }).click()
  await expect.element(dialog.getByText(errorMessages.RATE_LIMITED)).toBeVisible()
  expect(saved).toHaveLength(2)
})
