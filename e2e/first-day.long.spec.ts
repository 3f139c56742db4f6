import { unlimited } from '#tests/unlimited.ts'
import { expect, testOn } from './fixtures.ts'
import { BUNDLE_LOAD_MS } from './places.ts'
import { type RunningApp, startEmbeddedApp } from './running-app.ts'
import { waitForHydration } from './scripts.ts'
import { PHONE } from './windows.ts'

/** A site as `npm start` makes it, with the bundle and without a post: of its own, because other tests write posts. */
const test = testOn<RunningApp>(async (use) => {
  const app = await startEmbeddedApp('e2e-first-day', unlimited)
  await use(app)
  await app.stop()
})

test.use(PHONE)
test.setTimeout(BUNDLE_LOAD_MS + 120_000)

for (const [typed, name] of [
  ['역삼동', '역삼동'],
  ['전주', '전주시'],
  ['구례읍', '구례읍'],
  // Its middle is kilometres from the next place to eat.
  ['청양', '청양군'],
] as const) {
  test(`before the first post somebody from ${name} finds ten places in three presses, saves one and writes about one`, async ({
    page,
    api,
    signIn,
  }) => {
    const person = await signIn()
    // Areas, and after them shops, are loaded behind the start.
    const loaded = async () => {
      const [area] = (await api.resolveKeyword({ keyword: typed })).areas
      return area ? (await api.getNearShops(area.position)).length : 0
    }
    await expect.poll(loaded, { timeout: BUNDLE_LOAD_MS }).toBe(10)
    await page.goto('/')
    await waitForHydration(page)
    await page.getByRole('button', { name: '동네 이름 입력' }).click()
    await page.getByRole('searchbox', { name: '동네나 역 이름' }).fill(typed)
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    const shops = page.getByRole('region', { name, exact: true }).getByRole('listitem')
    await expect(shops).toHaveCount(10)
    await shops
      .first()
      .getByRole('button', { name: /가고 싶어요$/ })
      .click()
    await expect(shops.first().getByRole('button', { name: /가고 싶어요$/ })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await api.as(person).getSavedCounts({})).want).toBe(1)
    const shop = (await shops.nth(1).getByRole('link').first().locator('b').textContent()) ?? ''
    await shops
      .nth(1)
      .getByRole('link', { name: `‘${shop}’ 첫 글 쓰기` })
      .click()
    await expect(page.getByLabel('상호명')).toHaveValue([...shop].slice(0, 20).join(''))
    await page.getByLabel('상세내용').fill('국물이 맑아요.')
    await page.getByRole('button', { name: '등록하기' }).click()
    await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
    const [post] = (await api.getPosts({ user_id: person.handle })).data
    expect(post?.place_name).toBe(shop)
    // The town now has a post, and its other places below it.
    await page.goto('/')
    await expect(page.locator('.home-town .town-shops').getByRole('listitem')).toHaveCount(4)
    // The list of its map has places too, or leads to the nearest ones.
    await page.getByRole('link', { name: `${name} 지도로 보기` }).click()
    await page.getByRole('button', { name: '목록 펼치기' }).click()
    await expect(page.locator('.map-shops').getByRole('listitem').first()).toBeVisible()
  })
}
