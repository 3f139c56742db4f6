import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { buildPostsByHours } from './places.ts'
import { openUntilShown } from './scripts.ts'

test.use({ javaScriptEnabled: false })

test('without script, lists, a search, a post, the map and the filter of what is open can be read and used', {
  tag: '@narrow',
}, async ({ page, api }) => {
  await test.step('the list, a search and a post can be read and are linked', async () => {
    const author = await buildUser(api)
    const word = uniqueName()
    await buildPost(api, {
      author,
      title: '스크립트 없이',
      contents: `구수한 ${word}`,
      start_time: '09:00',
      end_time: '21:00',
    })
    const newest = page.getByRole('article').first().getByRole('link', { name: '스크립트 없이' })
    await openUntilShown(page, '/', newest)
    await newest.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('스크립트 없이')
    await expect(page.getByText(`구수한 ${word}`)).toBeVisible()
    await expect(page.getByRole('main').getByText('09:00~21:00').first()).toBeVisible()
    await page.getByRole('combobox', { name: '검색어' }).fill(word)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/search?keyword=${word}`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByText('정렬: 정확도순').click()
    await page.getByRole('link', { name: '이름순' }).click()
    await expect(page).toHaveURL(`/search?keyword=${word}&filter=order`)
    await expect(page.getByRole('article')).toHaveCount(1)
    // With only the page's script off, the browser itself leaves this out.
    const login = (await (await page.goto('/account/login'))?.text()) ?? ''
    expect(login).toMatch(
      /<noscript>.*이 화면은 자바스크립트를 켜야 쓸 수 있어요\..*<button type="submit" disabled.*<\/noscript>/,
    )
  })
  await test.step('the field of the map keeps the view, and an invalid view is none', async () => {
    const field = page.getByRole('combobox', { name: '지도 검색어' })
    await page.goto('/map?lat=37.55&lng=126.9&zoom=13')
    await field.fill('국밥')
    await field.press('Enter')
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get('keyword') === '국밥')
    await expect(page).toHaveURL(/lat=37\.55&lng=126\.9&zoom=13/)
    for (const view of ['lat=37.5&lng=127&zoom=', 'lat=999&lng=abc&zoom=99']) {
      const response = await page.request.get(`/map?${view}&keyword=없는말`)
      expect(response.status()).toBe(200)
      expect(await response.text()).not.toContain('name="lat"')
    }
  })
  await test.step('the filter is a link, and a URL with an unknown value has no filter', async () => {
    const cards = page.getByRole('article')
    const filter = page.getByRole('link', { name: '영업 중', exact: true })
    const note = page.getByText('영업시간이 없는 글은 빠져요.')
    const word = uniqueName()
    await buildPostsByHours(api, await buildUser(api), word)
    // Words for open places set the filter.
    await page.goto(`/search?keyword=${word} 지금 문 연 식당`)
    await expect(page).toHaveURL(`/search?keyword=${word}&open=1`)
    await expect(cards).toHaveCount(1)
    const onMap = await page.request.get(`/map?keyword=${word} 영업중`, { maxRedirects: 0 })
    expect(onMap.headers().location).toMatch(new RegExp(`keyword=${word}&.*open=1|open=1&.*keyword=${word}`))
    await page.goto(`/search?keyword=${word}&open=yes`)
    await expect(cards).toHaveCount(3)
    await filter.click()
    await expect(page).toHaveURL(/open=1/)
    await expect(cards).toHaveCount(1)
    await expect(note).toBeVisible()
    await filter.click()
    await expect(cards).toHaveCount(3)
  })
})
