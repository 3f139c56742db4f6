import { errorMessages } from '#rules/errors.ts'
import { placeMessages } from '#rules/places.ts'
import { pinMessages } from '#rules/precision.ts'
import { uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { foundPlaces, searchPlace } from './places.ts'
import { waitForHydration } from './scripts.ts'

const address = '서울 마포구 월드컵로13길 20'
const centre = '마포구 가운데예요. 핀을 옮겨 주세요.'

test('the centre of a partly known address becomes the position only after the person confirms it', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  const author = await signIn()
  const title = uniqueName()
  const send = async (button: string) => {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog', { name: /^성공적으로/ })).toBeVisible()
    const [post] = (await api.getPosts({ user_id: author.handle })).data
    return post
  }
  await page.goto('/add_post')
  await waitForHydration(page)
  await expect(page.getByText(pinMessages.none)).toBeVisible()
  await searchPlace(page, address)
  await expect(foundPlaces(page)).toHaveText([/서울특별시 마포구 · 시군구 단위 위치/])
  await foundPlaces(page).getByRole('button').click()
  await expect(page.getByText(centre)).toBeVisible()
  await expect(page.getByText(pinMessages.unconfirmed)).toBeVisible()
  await page.getByLabel('상호명').fill(title)
  await page.getByLabel('상세내용').fill('골목 안쪽이에요.')
  // A draft remembers that nobody confirmed it.
  await page.reload()
  await expect(page.getByLabel('상호명')).toHaveValue(title)
  await expect(page.getByText(centre)).toBeVisible()
  const post = await send('등록하기')
  expect(post).toMatchObject({ title, address, lat: null, lng: null })

  await page.goto(`/post/${post?.id}`)
  await expect(page.getByRole('region', { name: '장소', exact: true })).toContainText(address)
  await expect(page.getByRole('region', { name: '장소 지도' })).toHaveCount(0)
  await page.getByText('길찾기').click()
  await expect(page.getByRole('link', { name: '카카오맵' })).toHaveAttribute(
    'href',
    `https://map.kakao.com/link/search/${encodeURIComponent(address)}`,
  )

  await page.goto(`/edit/${post?.id}`)
  await waitForHydration(page)
  const typed = page.getByRole('textbox', { name: '주소' })
  await expect(typed).toHaveValue(address)
  await typed.press('Enter')
  await page.getByRole('button', { name: '여기가 맞아요' }).click()
  await expect(page.getByText(centre)).toBeHidden()
  await expect(page.getByText(pinMessages.unconfirmed)).toBeHidden()
  const edited = await send('수정하기')
  expect(edited).toMatchObject({ address, lat: expect.closeTo(37.56, 1), lng: expect.closeTo(126.91, 1) })
})

test('a typed address that is chosen gets the city that the result has', { tag: '@narrow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await searchPlace(page, '마포구 월드컵로13길 20')
  await foundPlaces(page).getByRole('button').click()
  await expect(page.getByRole('group', { name: '고른 위치' })).toContainText('서울특별시 마포구 월드컵로13길 20')
})

test('looking a typed address up leads to the question about its centre', { tag: '@narrow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByText('직접 입력', { exact: true }).click()
  await page.getByRole('textbox', { name: '주소' }).fill('서울 마포구')
  await page.getByRole('button', { name: '지도에서 찾기' }).click()
  await expect(page.getByText('마포구까지만 찾았어요. 위 지도에서 위치를 맞춰 주세요.')).toHaveCount(1)
  await expect(page.getByText(centre)).toBeInViewport({ ratio: 1 })
  const chosen = page.getByRole('group', { name: '고른 위치' })
  await expect(chosen).toBeFocused()
  await page.keyboard.press('Tab')
  const confirm = page.getByRole('button', { name: '여기가 맞아요' })
  await expect(confirm).toBeFocused()
  await expect(confirm).toBeInViewport({ ratio: 1 })
})

test('a search for which the site is still being prepared is repeated by itself', { tag: '@wide' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  let asked = 0
  let isPrepared = false
  await page.route('/graphql', (route) => {
    if (!route.request().postData()?.includes('searchPlaces')) return route.continue()
    asked++
    if (isPrepared) return route.continue()
    const error = { message: errorMessages.PREPARING, extensions: { code: 'PREPARING' }, path: ['searchPlaces'] }
    return route.fulfill({ json: { data: null, errors: [error] } })
  })
  await page.goto('/add_post')
  await waitForHydration(page)
  await searchPlace(page, '마포구')
  await expect(page.getByRole('status').filter({ hasText: placeMessages.preparing })).toBeVisible()
  await expect(page.getByText(placeMessages.none)).toBeHidden()
  await expect.poll(() => asked).toBeGreaterThan(1)
  isPrepared = true
  await expect(foundPlaces(page).first()).toContainText('마포구')
  await expect(page.getByText(placeMessages.preparing)).toBeHidden()
})
