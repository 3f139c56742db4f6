import { dishMessages } from '#rules/facts.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { shiftedClock } from '#tests/shifted-clock.ts'
import { unlimited } from '#tests/unlimited.ts'
import { judge } from './axe.ts'
import { expect, test, testOn } from './fixtures.ts'
import { startApp } from './running-app.ts'
import { waitForHydration } from './scripts.ts'

/** A public holiday. */
const CHRISTMAS = Date.parse('2026-12-25T12:00+09:00')

const holidayTest = testOn(async (use) => {
  const app = await startApp('e2e-holiday', {
    BUNDLED_PLACES: 'off',
    VERIFY_EMAIL: 'off',
    NODE_OPTIONS: shiftedClock(CHRISTMAS - Date.now()),
    ...unlimited,
  })
  await use(app)
  await app.stop()
})

test('kind, price, dishes, closing days and traits are chosen, drafted, sent, shown and edited', {
  tag: '@narrow',
}, async ({ page, signIn, api }) => {
  const user = await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('새벽 국밥')
  await page.getByLabel('상세내용').fill('국물이 깊어요.')
  const group = (name: string) => page.getByRole('group', { name })
  await group('종류').getByRole('radio', { name: '중식' }).check()
  // By keyboard, as any group of radio buttons.
  await page.keyboard.press('ArrowLeft')
  await expect(group('종류').getByRole('radio', { name: '한식' })).toBeChecked()
  // What few people fill in is folded, and opens by keyboard too.
  await expect(group('한 사람 가격')).toBeHidden()
  expect((await judge(page, { exclude: ['.map'] })).faults).toEqual([])
  await page.locator('summary', { hasText: '더 알려 주기' }).press('Enter')
  await group('한 사람 가격').getByRole('radio', { name: '1만원 이하' }).check()
  await group('한 사람 가격').getByRole('button', { name: '한 사람 가격 지우기' }).click()
  await expect(group('한 사람 가격').getByRole('radio', { checked: true })).toHaveCount(0)
  await group('한 사람 가격').getByRole('radio', { name: '1만원 이하' }).check()
  await page.getByLabel('메뉴 1 이름').fill('돼지국밥')
  const price = page.getByLabel('메뉴 1 가격(원)')
  await price.pressSequentially('9500')
  await expect(price).toHaveValue('9,500')
  await price.fill('싯가')
  await price.blur()
  await expect(price).toHaveValue('싯가')
  await page.getByRole('button', { name: '하나 더 적기' }).click()
  await page.getByLabel('메뉴 2 이름').fill('가'.repeat(21))
  for (const day of ['일', '공휴일']) await group('쉬는 날').getByRole('checkbox', { name: day, exact: true }).check()
  await group('이런 점이 좋아요').getByRole('checkbox', { name: '혼밥' }).check()
  for (const chip of await page.locator('.pick').all()) {
    const box = await chip.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }

  expect((await judge(page, { exclude: ['.map'] })).faults).toEqual([])
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(group('먹은 것')).toContainText(dishMessages.price)
  await expect(price).toBeFocused()
  await price.fill('구천오백원')
  await price.blur()
  await expect(price).toHaveValue('9,500')
  await expect(group('먹은 것')).toContainText('메뉴 이름을 20자 이내로 작성해 주세요.')
  await page.getByLabel('메뉴 2 이름').fill('수육')
  await expect(group('먹은 것')).not.toContainText('메뉴 이름을')
  await page.reload()
  await expect(page.getByLabel('메뉴 2 이름')).toBeVisible()
  await expect(page.getByLabel('메뉴 2 이름')).toHaveValue('수육')
  await expect(group('쉬는 날').getByRole('checkbox', { checked: true })).toHaveCount(2)
  await page.getByRole('button', { name: '등록하기' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '홈으로' }).click()

  await expect(page.getByRole('article').first().locator('.hours')).toHaveText('한식 · 1만원 이하')
  const [post] = (await api.getPosts({ user_id: user.handle })).data
  const id = post?.id ?? ''
  expect(post).toMatchObject({
    kind: 'korean',
    price: 'under_1',
    dishes: [
      { name: '돼지국밥', price: 9500 },
      { name: '수육', price: null },
    ],
    closed_on: ['sun', 'holiday'],
    traits: ['solo'],
  })
  await page.goto(`/post/${id}`)
  // One line of text, without a second row of chips.
  const facts = page.getByRole('list', { name: '이곳은' }).getByRole('listitem')
  await expect(facts).toHaveText(['한식', '1만원 이하', '혼밥', '일요일 · 공휴일 쉬어요'])
  await expect(page.locator('.detail article .tag')).toHaveCount(0)
  await expect(page.locator('.dishes')).toHaveText('돼지국밥9,500원수육')

  await page.goto(`/edit/${id}`)
  await waitForHydration(page)
  await expect(group('종류').getByRole('radio', { name: '한식' })).toBeChecked()
  await page.getByRole('button', { name: '메뉴 1 지우기' }).click()
  await page.getByRole('button', { name: '수정하기' }).click()
  await expect(page.getByRole('dialog', { name: '성공적으로 수정되었습니다.' })).toBeVisible()
  expect(await api.getPost({ id })).toMatchObject({ kind: 'korean', dishes: [{ name: '수육', price: null }] })
})

test('the focus goes to the row of a dish that is added, and stays in the rows when one is removed', {
  tag: '@wide',
}, async ({ page, signIn }) => {
  await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.locator('summary', { hasText: '더 알려 주기' }).press('Enter')
  const row = (number: number) => page.getByLabel(`메뉴 ${number} 이름`)
  const more = page.getByRole('button', { name: '하나 더 적기' })
  await more.press('Enter')
  await expect(row(2)).toBeFocused()
  await more.press('Enter')
  await expect(row(3)).toBeFocused()
  await expect(more).toBeHidden()
  await page.getByRole('button', { name: '메뉴 3 지우기' }).press('Enter')
  await expect(row(2)).toBeFocused()
  await page.getByRole('button', { name: '메뉴 1 지우기' }).press('Enter')
  await expect(row(1)).toBeFocused()
  await expect(row(2)).toBeHidden()
})

test('on a closing day a place is shut although its hours say otherwise', { tag: '@narrow' }, async ({
  page,
  signIn,
  api,
}) => {
  const author = await signIn()
  const { id } = await api.as(author).addPost({
    title: '쉬는 집',
    contents: '오늘은 쉬어요.',
    start_time: '00:00',
    end_time: '00:00',
    closed_on: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  })
  await page.goto(`/post/${id}`)
  await expect(page.locator('.detail .hours')).toHaveText('오늘 휴무')
})

test('what is folded in the form opens for a fault in it, and stays open when a choice is taken back', {
  tag: '@narrow',
}, async ({ page, signIn }) => {
  await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('새벽 국밥')
  await page.getByLabel('상세내용').fill('국물이 깊어요.')
  const more = page.getByText('더 알려 주기')
  const solo = page.getByRole('checkbox', { name: '혼밥' })
  await more.click()
  await solo.check()
  await solo.uncheck()
  await expect(solo).toBeVisible()
  const price = page.getByLabel('메뉴 1 가격(원)')
  await page.getByLabel('메뉴 1 이름').fill('광어')
  await price.fill('싯가')
  await more.click()
  await expect(price).toBeHidden()
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(price).toBeFocused()
  await expect(price).toBeInViewport()
  await expect(page.getByRole('group', { name: '먹은 것' })).toContainText(dishMessages.price)
  // It cannot be folded over its fault.
  await more.click()
  await expect(price).toBeVisible()
})

holidayTest(
  'on a public holiday what is closed on holidays is shut and not among what is open, a day later it is open',
  { tag: '@narrow' },
  async ({ page, api }) => {
    const author = await buildUser(api)
    const contents = uniqueName()
    const allDay = { author, contents, start_time: '00:00', end_time: '00:00' }
    await buildPost(api, { ...allDay, title: '늘 여는 집' })
    const { id } = await buildPost(api, { ...allDay, title: '공휴일에 쉬는 집', closed_on: ['holiday'] })
    await page.clock.setFixedTime(CHRISTMAS)
    const titles = page.getByRole('article').getByRole('heading')
    await page.goto(`/search?keyword=${contents}`)
    await expect(titles).toHaveText(['공휴일에 쉬는 집', '늘 여는 집'])
    await page.getByRole('link', { name: '영업 중', exact: true }).click()
    await expect(titles).toHaveText(['늘 여는 집'])
    const state = page.locator('.detail .hours')
    await page.goto(`/post/${id}`)
    await waitForHydration(page)
    await expect(state).toHaveText('오늘 휴무')
    // The server's day is still the holiday: the browser says what is so by now.
    await page.clock.setFixedTime(CHRISTMAS + 86_400_000)
    await page.reload()
    await expect(state).toHaveText('24시간 영업')
  },
)
