import type { Page } from '@playwright/test'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './scripts.ts'

const open = (page: Page) => page.getByRole('button', { name: '필터' }).click()
const chosen = (page: Page) => page.getByRole('list', { name: '고른 조건' }).getByRole('link')

test('home, an area, an author, the followed, a place and what one keeps are filtered in the same sheet', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const author = await buildUser(api)
  const user = await signIn()
  await api.as(user).followUser({ handle: author.handle, follow: true })
  const place = { place_name: '둘이서', address: '제주특별자치도 제주시 은남길 7', lat: 33.49, lng: 126.49 }
  await buildPost(api, { author, title: '낮에는 카페', kind: 'cafe', ...place })
  const { id } = await buildPost(api, { author, title: '밤에는 술집', kind: 'bar', ...place })
  const { place_id } = await api.getPost({ id })
  for (const { id } of (await api.getPosts({ user_id: author.handle })).data) {
    await api.as(user).savePost({ post: id, list: 'want', saved: true })
  }
  // Others have posts in the first two.
  const paths = ['/', '/area/제주/제주시', `/u/${author.handle}`, '/following', '/me', `/place/${place_id}`]
  const title = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first()
  for (const [index, path] of paths.entries()) {
    await page.goto(path)
    await expect(title('낮에는 카페')).toBeVisible()
    await waitForHydration(page)
    await open(page)
    await page.getByRole('dialog', { name: '필터' }).getByRole('checkbox', { name: '술집' }).check()
    await page.keyboard.press('Enter')
    await expect(title('밤에는 술집')).toBeVisible()
    await expect(title('낮에는 카페')).toHaveCount(0)
    await expect(chosen(page)).toHaveText(['술집', '초기화'])
    if (index < 2) continue
    await page.goto(`${path}?kind=seafood`)
    await expect(page.getByRole('heading', { name: '조건에 맞는 글이 없어요' })).toBeVisible()
  }
  // A place can be kept, whatever passes the filter.
  await expect(page.getByRole('main').getByRole('button', { name: '가고 싶어요' })).toBeVisible()
})
