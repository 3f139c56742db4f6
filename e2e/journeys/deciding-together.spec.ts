import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from '../fixtures.ts'
import { waitForHydration, waitForOverlays } from '../scripts.ts'
import { expectAccessible, press } from './by-hand.ts'

const DAY_MS = 86_400_000

test('a date decided by two people on two phones', { tag: '@narrow' }, async ({ page, api, signIn, another }) => {
  const owner = await signIn({ username: '감자' })
  const friend = await buildUser(api, { username: '오늘' })
  const made = await api.as(owner).addCollection({ name: '토요일 저녁', visibility: 'link' })
  const hours = { start_time: '11:00', end_time: '22:00' }
  for (const fields of [{ title: '마당집' }, { title: '초밥 하루' }, { title: '칼국수', end_time: '15:00' }]) {
    const { id } = await buildPost(api, { author: owner, place_name: fields.title, ...hours, ...fields })
    await api.as(owner).putInCollection({ id: made.id, post: String(id) })
  }
  const url = `/collection/${made.id}`
  await page.goto(url)
  await waitForHydration(page)
  await press(page, page.getByRole('button', { name: '날짜와 시간 정하기' }))
  const dialog = page.getByRole('dialog', { name: '언제 모이고 어디서 출발하나요?' })
  const day = new Date(Date.now() + DAY_MS).toLocaleDateString('sv', { timeZone: 'Asia/Seoul' })
  await dialog.getByLabel('날짜').fill(day)
  await dialog.getByLabel('시간').fill('19:00')
  await press(page, dialog.getByRole('checkbox'), 'Space')
  await press(page, dialog.getByRole('button', { name: '저장' }))
  await expect(dialog).toBeHidden()
  await waitForOverlays(page, 0)
  await expect(page.getByText('그 시간에는 닫아요')).toBeVisible()

  const phone = await another()
  await phone
    .context()
    .addCookies([...friend.client.cookies].map(([name, value]) => ({ name, value, url: new URL(page.url()).origin })))
  await phone.goto(url)
  await waitForHydration(phone)
  await expect(phone.getByText(/요일 19:00/).first()).toBeVisible()
  await press(phone, phone.getByRole('button', { name: '비교' }))
  const heart = (title: string) => phone.getByRole('button', { name: new RegExp(`^‘${title}’ 하트`) })
  await press(phone, heart('초밥 하루'))
  await expect(heart('초밥 하루')).toHaveAccessibleName('‘초밥 하루’ 하트 1')
  await expect(phone.locator('.compare thead th')).toHaveText(['초밥 하루', '마당집', '칼국수'])
  await expect(phone.getByText('감자 님')).toHaveCount(0)
  await expectAccessible(phone)

  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText('1명이 함께 골라요')).toBeVisible()
  await press(page, page.getByRole('button', { name: '비교' }))
  const own = page.getByRole('button', { name: /^‘초밥 하루’ 하트/ })
  await press(page, own)
  await expect(own).toHaveAccessibleName('‘초밥 하루’ 하트 2')
  await expect(page.locator('.compare .sr-only').filter({ hasText: '오늘 님' })).toHaveCount(1)
  await expectAccessible(page)
  const calendar = page.waitForEvent('download')
  await press(page, page.getByRole('link', { name: '캘린더에 담기' }))
  const file = await (await calendar).createReadStream()
  expect(Buffer.concat(await file.toArray()).toString()).toContain('SUMMARY:토요일 저녁: 초밥 하루')
  await page.goto('/notifications')
  const told = page.getByRole('main').getByRole('link', { name: /토요일 저녁에서 함께 골라요/ })
  await expect(told).toBeVisible()
  await press(page, told)
  await expect(page).toHaveURL(url)

  await phone.reload()
  await waitForHydration(phone)
  await press(phone, phone.getByRole('button', { name: '함께 고르기에서 나가기' }))
  await expect(phone.getByRole('button', { name: '‘초밥 하루’ 하트 1' })).toBeVisible()
})
