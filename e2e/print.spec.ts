import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { openUntilShown, waitForHydration } from './scripts.ts'

test('a page is printed with its content and the address that is shown, and no bars', {
  tag: ['@wide', '@long'],
}, async ({ page, api, origin }) => {
  await test.step('a post, a list and a collection are printed with content and address, and no bars', async () => {
    const author = await buildUser(api)
    const word = uniqueName()
    const { id, address } = await buildPost(api, { author, title: '인쇄할 식당', contents: word })
    const { id: collection } = await api.as(author).addCollection({ name: '인쇄할 모음', visibility: 'public' })
    await api.as(author).putInCollection({ id: collection, post: id, note: '창가 자리' })
    for (const [path, content] of [
      [`/u/${author.handle}`, ['인쇄할 식당', String(address)]],
      [`/post/${id}`, ['인쇄할 식당', word, String(address)]],
      [`/collection/${collection}`, ['인쇄할 모음', '인쇄할 식당', String(address), '창가 자리']],
    ] as const) {
      await page.emulateMedia({ media: 'screen' })
      await openUntilShown(page, path, page.getByRole('heading', { name: content[0] }).first())
      await waitForHydration(page)
      const printed = page.locator('.printed')
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await expect(printed).toBeHidden()
      await page.emulateMedia({ media: 'print' })
      for (const text of content) await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
      await expect(printed).toHaveText(origin + path)
      for (const bar of ['.topbar', '.bottombar', '.foot']) await expect(page.locator(bar)).toBeHidden()
      await expect(page.getByRole('main').locator('button:visible')).toHaveCount(0)
    }
  })
  await test.step('the printed address is that of the page that is shown, in Korean letters', async () => {
    await page.emulateMedia({ media: 'screen' })
    const printed = page.locator('.printed')
    await page.goto('/area/서울')
    await waitForHydration(page)
    await page.getByRole('navigation', { name: '주요 메뉴' }).getByRole('link', { name: '홈' }).click()
    await expect(page).toHaveURL('/')
    await page.pdf()
    await expect(printed).toHaveText(`${origin}/`)
    await page.goBack()
    await expect(page).toHaveURL(encodeURI('/area/서울'))
    await page.pdf()
    await expect(printed).toHaveText(`${origin}/area/서울`)
  })
})
