import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { waitForHydration } from './scripts.ts'
import { expectReadable } from './themes.ts'

test('a post links to the page of its place, which combines what all its posts say', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, origin, signIn }) => {
  await signIn()
  const author = await buildUser(api)
  const place = {
    author,
    place_name: `${uniqueName()} 본점`,
    lat: 37.5554,
    lng: 126.9012,
    address: '서울 마포구 망원로 1',
  }
  const image = await uploadAs(author, await phonePhoto())
  const hours = { start_time: '00:00', end_time: '00:00' }
  const dishes = [{ name: '냉소바', price: 12_000 }]
  const facts = { kind: 'japanese', price: 'from_1_to_2' } as const
  const first = await buildPost(api, { ...place, ...facts, dishes, title: '사진이 있는 글', image })
  const second = await buildPost(api, { ...place, title: '시간이 있는 글', ...hours, lat: 37.5556 })
  await api.as(author).likePost({ id: first.id, isLike: true, jwt: author.handle })
  await api.as(author).savePost({ post: first.id, list: 'been', saved: true })
  await api.as(author).addComment({ post: second.id, text: '면이 쫄깃해요.' })

  await page.goto(`/post/${second.id}`)
  await waitForHydration(page)
  const others = page.getByRole('region', { name: '이 장소의 다른 글' })
  await expect(others.getByRole('link', { name: /사진이 있는 글/ })).toBeVisible()
  await others.getByRole('link', { name: '모두 보기' }).click()
  await expect(page.getByRole('heading', { level: 1, name: place.place_name })).toBeVisible()
  await expect(page).toHaveTitle(`${place.place_name} | 맛나눔`)
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([
    '시간이 있는 글',
    '사진이 있는 글',
  ])
  await expect(page.getByText('24시간 영업').first()).toBeVisible()
  await expect(page.getByRole('region', { name: '사진' }).getByRole('link')).toHaveCount(1)
  await expect(page.getByRole('region', { name: '장소 지도' })).toBeVisible()
  await expect(page.getByText('좋아요 1개', { exact: true })).toBeVisible()
  await expect(page.getByText('다녀왔어요 1명', { exact: true })).toBeVisible()
  await expect(page.locator('.place-head .facts li')).toHaveText(['일식 1명', '1만~2만원 1명'])
  await expect(page.getByRole('region', { name: '영업시간' })).toContainText('1명 확인')
  await expect(page.getByRole('region', { name: '메뉴', exact: true })).toContainText(/냉소바12,000원 \d+월/)
  const comments = page.getByRole('region', { name: '이웃의 댓글' })
  await expect(comments).toContainText('면이 쫄깃해요.')
  await expect(comments.getByRole('link', { name: '‘시간이 있는 글’ 글에서' })).toHaveAttribute(
    'href',
    `/post/${second.id}#comments`,
  )
  await expectReadable(page, '.place-head')

  const card = page.getByRole('article').filter({ hasText: '시간이 있는 글' })
  await card.getByRole('button', { name: '좋아요 0' }).click()
  await expect(page.getByText('좋아요 2개', { exact: true })).toBeVisible()
  await page.getByText('정렬: 최신순').click()
  await page.getByRole('link', { name: '이름순' }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([
    '사진이 있는 글',
    '시간이 있는 글',
  ])

  await page.reload()
  const { pathname } = new URL(page.url())
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', origin + pathname)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /글 2개, 좋아요 2개/)
  const data = JSON.parse((await page.locator('head script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({
    '@type': 'Restaurant',
    name: place.place_name,
    url: origin + pathname,
    openingHours: 'Mo-Su',
    interactionStatistic: { userInteractionCount: 2 },
  })

  await api.as(author).deletePost({ id: first.id })
  await api.as(author).deletePost({ id: second.id })
  await expect.poll(async () => (await page.request.get(pathname)).status()).toBe(404)
})
