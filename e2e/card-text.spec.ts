import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './scripts.ts'

test('a press on a text of a card leads to the post, and the text can be selected', { tag: '@wide' }, async ({
  page,
  api,
}) => {
  const word = uniqueName()
  await buildPost(api, { author: await buildUser(api), title: '눌러 볼 집', contents: `${word} 국물이 깊어요.` })
  await page.goto(`/search?keyword=${word}`)
  await waitForHydration(page)
  const text = page.locator('article .description')
  const box = await text.boundingBox()
  if (!box) throw new Error('the text is not shown')
  const selected = () => page.evaluate(() => String(getSelection()))
  await page.mouse.move(box.x + 2, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 150, box.y + 12, { steps: 4 })
  await page.mouse.up()
  expect((await selected()).length).toBeGreaterThan(3)
  await expect(page).toHaveURL(/\/search/)
  await page.mouse.click(box.x + 20, box.y - 200)
  await page.goBack()
  await expect(text).toBeVisible()
  const [another] = await Promise.all([
    page.context().waitForEvent('page'),
    text.click({ modifiers: ['ControlOrMeta'] }),
  ])
  await expect(another).toHaveURL(/\/post\//)
  await text.click()
  await expect(page).toHaveURL(/\/post\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('눌러 볼 집')
})
