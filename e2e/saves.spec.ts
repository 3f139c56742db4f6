import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { holdScripts, waitForHydration } from './scripts.ts'

test('one press keeps a post, and the first paint shows the marks', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
}) => {
  const author = await buildUser(api)
  const user = await signIn()
  await test.step('one press keeps a post, on a card, on its page and on the page of its place', async () => {
    const word = uniqueName()
    const { id } = await buildPost(api, { author, title: '책갈피집', contents: word, place_name: word })
    const { place_id } = await api.getPost({ id })
    await page.goto(`/search?keyword=${word}`)
    const want = page.getByRole('button', { name: /^‘.*’ 가고 싶어요(에 저장)?$/ })
    const been = page.getByRole('button', { name: /^‘.*’ 다녀왔어요$/ })
    await want.click()
    await expect(want).toHaveAttribute('aria-pressed', 'true')
    const said = page.getByRole('status').filter({ hasText: '가고 싶어요에 담았어요' })
    await expect(said).toBeVisible()
    // While its button has the focus it does not go by itself.
    await said.getByRole('button', { name: '모음에 담기' }).focus()
    await want.dispatchEvent('click')
    await expect(said).toBeHidden()
    await expect(want).toHaveAttribute('aria-pressed', 'false')
    await want.click()
    await expect(want).toHaveAttribute('aria-pressed', 'true')
    const marks = async () => {
      const { wanted, been } = await api.as(user).getPost({ id })
      return { wanted, been }
    }
    await expect.poll(marks).toEqual({ wanted: true, been: false })
    await page.goto(`/post/${id}`)
    await expect(want).toHaveAttribute('aria-pressed', 'true')
    await been.press('Enter')
    await expect(been).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(marks).toEqual({ wanted: true, been: true })
    await page.goto(`/place/${place_id}`)
    const marksOfPlace = page.locator('.place-head .acts')
    await expect(marksOfPlace.getByRole('button', { name: `‘${word}’ 다녀왔어요` })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await marksOfPlace.getByRole('button', { name: `‘${word}’ 가고 싶어요` }).click()
    await expect.poll(marks).toEqual({ wanted: false, been: true })
  })
  await test.step('the first paint shows the marks', async () => {
    const word = uniqueName()
    const { id } = await buildPost(api, { author, title: '처음부터집', contents: word })
    await api.as(user).savePost({ post: id, list: 'been', saved: true })
    const release = await holdScripts(page)
    await page.goto(`/search?keyword=${word}`, { waitUntil: 'commit' })
    const been = page.getByRole('button', { name: '‘처음부터집’ 다녀왔어요' })
    const want = page.getByRole('button', { name: '‘처음부터집’ 가고 싶어요' })
    await expect(been).toHaveAttribute('aria-pressed', 'true')
    await expect(want).toHaveAttribute('aria-pressed', 'false')
    release()
    await waitForHydration(page)
    await expect(been).toHaveAttribute('aria-pressed', 'true')
  })
})

test('the map of a list has a pin for each place, which shows its post', { tag: ['@narrow', '@long'] }, async ({
  page,
  api,
  signIn,
}) => {
  const author = await buildUser(api)
  const user = await signIn()
  const place = { lat: 33.4996, lng: 126.5312 }
  const { id } = await buildPost(api, { author, title: '지도국밥', ...place })
  const other = await buildPost(api, { author, title: '다른 곳', lat: 33.25, lng: 126.56 })
  for (const post of [id, other.id]) await api.as(user).savePost({ post, list: 'want', saved: true })
  await page.goto('/me?view=map')
  // On a wide screen both are there, and the switch is hidden.
  await expect(page.locator('.me-views [aria-current]')).toHaveText('지도')
  const map = page.getByRole('region', { name: '가고 싶어요 지도' })
  await map.getByRole('button', { name: '지도국밥' }).press('Enter')
  const card = map.getByRole('list', { name: '선택한 곳' })
  await card.getByRole('link', { name: /지도국밥/ }).click()
  await expect(page).toHaveURL(`/post/${id}`)

  // The other lists, each with pins of its own sign.
  await api.as(user).savePost({ post: id, list: 'been', saved: true })
  await api.as(user).likePost({ id, isLike: true, jwt: user.handle })
  // At another place, whose newest post would name its pin.
  await buildPost(api, { author: user, title: '내가 쓴 집', lat: 33.38, lng: 126.4, place_name: '내 집' })
  for (const [list, name, sign, title] of [
    ['been', '다녀왔어요', 'been', '지도국밥'],
    ['liked', '좋아요', 'liked', '지도국밥'],
    ['written', '내가 쓴 글', 'mine', '내가 쓴 집'],
  ]) {
    await page.goto(`/me?list=${list}&view=map`)
    const pin = page.getByRole('region', { name: `${name} 지도` }).getByRole('button', { name: title })
    await expect(pin.locator(`[data-mark=${sign}]`)).toBeVisible()
  }
})
