import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from '../fixtures.ts'
import { waitForHydration, waitForOverlays } from '../scripts.ts'
import { expectAccessible, press, typeInto } from './by-hand.ts'

test('planning a date: searched, saved, collected, shared, and opened by a stranger', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
  another,
}) => {
  const author = await buildUser(api)
  const word = uniqueName()
  await buildPost(api, { author, title: '창가 파스타', contents: word })
  const user = await signIn()
  await page.goto('/search')
  await waitForHydration(page)
  const field = page.getByRole('searchbox').or(page.getByRole('combobox', { name: /검색/ }))
  await typeInto(page, field.filter({ visible: true }).first(), word)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(word))
  await expect(page.getByRole('article')).toHaveCount(1)
  await press(page, page.getByRole('button', { name: '‘창가 파스타’ 가고 싶어요' }))
  await press(page, page.locator('.toast-undo').filter({ hasText: '모음에 담기' }))
  await press(page, page.getByRole('dialog', { name: '모음에 담기' }).getByRole('button', { name: '새 모음' }))
  const form = page.getByRole('dialog', { name: '새 모음' })
  await typeInto(page, form.getByLabel('이름'), '토요일 데이트')
  await press(page, form.getByRole('radio', { name: /링크/ }))
  await press(page, form.getByRole('button', { name: '만들기' }))
  await expect(page.getByText('‘토요일 데이트’\u2060에 담았어요')).toBeVisible()
  await waitForOverlays(page, 0)
  const [collection] = await api.as(user).getCollections({ handle: user.handle })
  await press(page, page.getByRole('link', { name: '내 맛집' }).filter({ visible: true }))
  await press(page, page.getByRole('main').getByRole('link', { name: /토요일 데이트/ }))
  await expect(page).toHaveURL(`/collection/${collection?.id}`)
  await page.evaluate(() => {
    const shared: unknown[] = []
    const share = async (data: unknown) => void shared.push(data)
    Object.assign(navigator, { share })
    Object.assign(window, { shared })
  })
  await press(page, page.getByRole('button', { name: '공유하기' }))
  const shared = () => page.evaluate(() => (window as unknown as { shared: { url: string }[] }).shared[0]?.url)
  await expect.poll(shared).toBe(page.url())

  const stranger = await another()
  await stranger.goto((await shared()) ?? '')
  await expect(stranger.locator('.entry h2')).toHaveText(['창가 파스타'])
  await expectAccessible(stranger)
})
