import type { Page } from '@playwright/test'
import { buildUser } from '#tests/factories.ts'
import { shopLine, writeShopFile } from '#tests/place-files.ts'
import { unlimited } from '#tests/unlimited.ts'
import { expect, testOn } from '../fixtures.ts'
import { importPlaces } from '../places.ts'
import { type RunningApp, startApp } from '../running-app.ts'
import { waitForHydration, waitForOverlays } from '../scripts.ts'
import { chooseFile, chooseRadio, expectAccessible, press, typeInto } from './by-hand.ts'

/** With longitudes that are some streets apart: a map shows two of each square. */
const SHOPS = [
  ['노형국밥', '126.4769'],
  ['노형칼국수', '126.4770'],
  ['노형초밥', '126.4789'],
  ['노형분식', '126.4783'],
] as const
const NAMES = SHOPS.map(([name]) => name)

/** A site with shops of public data and without a post. */
const test = testOn<RunningApp>(async (use) => {
  const app = await startApp('e2e-town-without-posts', { BUNDLED_PLACES: 'off', VERIFY_EMAIL: 'off', ...unlimited })
  const lines = SHOPS.map(([상호명, 경도], n) =>
    shopLine({
      상가업소번호: `s${n}`,
      상호명,
      경도,
      위도: '33.4837',
      도로명주소: `제주특별자치도 제주시 노형로 ${380 + n}`,
    }),
  )
  await importPlaces(app, [await writeShopFile(lines)])
  await use(app)
  await app.stop()
})

/** The next Saturday, as a field of days has it. */
function saturday(): string {
  const now = new Date(Date.now() + 9 * 3_600_000)
  const days = ((6 - now.getUTCDay() + 7) % 7) + 7
  return new Date(+now + days * 86_400_000).toISOString().slice(0, 10)
}

async function planSaturday(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: '날짜와 시간 정하기' }))
  const dialog = page.getByRole('dialog', { name: '언제 모이고 어디서 출발하나요?' })
  await dialog.getByLabel('날짜').fill(saturday())
  await dialog.getByLabel('시간').fill('19:00')
  await press(page, dialog.getByRole('button', { name: '저장' }))
  await expect(dialog).toBeHidden()
  await waitForOverlays(page, 0)
  await expect(page.getByRole('button', { name: /토요일 19:00/ })).toBeVisible()
}

async function calendarOf(page: Page): Promise<string> {
  const calendar = page.waitForEvent('download')
  await press(page, page.getByRole('link', { name: '캘린더에 담기' }))
  const file = await (await calendar).createReadStream()
  return Buffer.concat(await file.toArray()).toString()
}

test('a date in a town about which nobody has written, decided by two people on two phones', async ({
  page,
  api,
  signIn,
  another,
}) => {
  const owner = await signIn({ username: '감자' })
  const friend = await buildUser(api, { username: '오늘' })
  await page.goto('/me')
  await waitForHydration(page)
  await press(page, page.getByRole('button', { name: '새 모음' }))
  const form = page.getByRole('dialog', { name: '새 모음' })
  await typeInto(page, form.getByLabel('이름'), '토요일 저녁')
  await chooseRadio(page, form, /링크/)
  await press(page, form.getByRole('button', { name: '만들기' }))
  await expect(page).toHaveURL(/\/collection\//)
  await waitForOverlays(page, 0)

  // Many at once: two by a search, and two of those around them on the map.
  await press(page, page.getByRole('button', { name: '담을 곳 고르기' }))
  const sheet = page.getByRole('dialog', { name: '담을 곳 고르기' })
  const choice = (name: string) => sheet.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  await press(page, sheet.getByRole('button', { name: '검색', exact: true }))
  for (const name of NAMES.slice(0, 2)) {
    await sheet.getByRole('searchbox').fill('')
    await typeInto(page, sheet.getByRole('searchbox'), name)
    await page.keyboard.press('Enter')
    await press(page, choice(name), 'Space')
    await expect(choice(name)).toBeChecked()
  }
  await press(page, sheet.getByRole('button', { name: '2곳 담기' }))
  await expect(page.locator('.entry h2')).toHaveText(NAMES.slice(0, 2))
  await waitForOverlays(page, 0)
  await press(page, page.getByRole('button', { name: '담을 곳 고르기' }))
  await press(page, sheet.getByRole('button', { name: '지도', exact: true }))
  for (const name of NAMES.slice(2)) {
    await press(page, choice(name), 'Space')
    await expect(choice(name)).toBeChecked()
  }
  await expectAccessible(page)
  await press(page, sheet.getByRole('button', { name: '2곳 담기' }))
  await expect(page.locator('.entry h2')).toHaveText(NAMES)
  await waitForOverlays(page, 0)
  await planSaturday(page)
  const url = new URL(page.url()).pathname

  const phone = await another()
  await phone
    .context()
    .addCookies([...friend.client.cookies].map(([name, value]) => ({ name, value, url: new URL(page.url()).origin })))
  await phone.goto(url)
  await waitForHydration(phone)
  await press(phone, phone.getByRole('button', { name: '비교' }))
  const heart = (on: Page, title: string) => on.getByRole('button', { name: new RegExp(`^‘${title}’ 하트`) })
  await press(phone, heart(phone, '노형초밥'))
  await expect(heart(phone, '노형초밥')).toHaveAccessibleName('‘노형초밥’ 하트 1')
  await expect(phone.locator('.compare thead th')).toHaveText(['노형초밥', '노형국밥', '노형칼국수', '노형분식'])
  await expect(phone.getByText('감자 님')).toHaveCount(0)
  await expectAccessible(phone)

  await page.reload()
  await waitForHydration(page)
  await press(page, heart(page, '노형초밥'))
  await expect(heart(page, '노형초밥')).toHaveAccessibleName('‘노형초밥’ 하트 2')
  await expect(page.locator('.entry .sr-only').filter({ hasText: '오늘 님' })).toHaveCount(1)
  await expectAccessible(page)
  const calendar = await calendarOf(page)
  expect(calendar).toContain('SUMMARY:토요일 저녁: 노형초밥')
  expect(calendar.replaceAll(/\r\n /g, '')).toContain('노형로 382')
  const { entries } = await api.as(owner).getCollection({ id: url.split('/').at(-1) ?? '' })
  expect(entries.map(({ post, hearts }) => [post, hearts])).toEqual([
    [null, 0],
    [null, 0],
    [null, 2],
    [null, 0],
  ])
})

test('my places from another app, planned for Saturday', async ({ page, signIn }) => {
  await signIn({ username: '감자전' })
  await page.goto('/me?view=import')
  await waitForHydration(page)
  const list = [
    'Title,Note,URL,Tags,Comment',
    '노형국밥,여름에,"https://www.google.com/maps/search/33.4837,126.4769",,',
  ]
  list.push('노형분식,,"https://www.google.com/maps/search/33.4837,126.4783",,', '아무도모르는집,,,,')
  await chooseFile(page, page.getByRole('button', { name: '파일 고르기' }), {
    name: '가고 싶은 곳.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(list.join('\n')),
  })
  await expect(page.getByRole('heading', { name: '찾았어요 2' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '찾지 못했어요 1' })).toBeVisible()
  await press(page, page.getByRole('button', { name: '새 모음' }))
  const form = page.getByRole('dialog', { name: '새 모음' })
  await typeInto(page, form.getByLabel('이름'), '토요일 제주')
  await press(page, form.getByRole('button', { name: '만들기' }))
  await expect(form).toBeHidden()
  await waitForOverlays(page, 0)
  await press(page, page.getByRole('button', { name: '2곳 담기' }))
  await expect(page.getByText('모음에 2곳을 담았어요.')).toBeVisible()
  await expectAccessible(page)
  await press(page, page.getByRole('link', { name: '모음 보기' }))
  await expect(page.locator('.entry h2')).toHaveText(['노형국밥', '노형분식'])
  await expect(page.getByText('여름에')).toBeVisible()
  await planSaturday(page)
  await expectAccessible(page)
  expect(await calendarOf(page)).toContain('SUMMARY:토요일 제주')
})
