import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakePhoto } from '#tests/fake-photo.ts'
import { answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'

/** Opening the viewer adds an entry to the tab's history, and closing it takes it out a moment later. */
const expectOverlays = (count: number) => expect.poll(() => history.state?.overlays ?? 0).toBe(count)

test('a post shows its photos one at a time, and all of each in the viewer, which keys, Escape and Back leave', async () => {
  const images = [fakePhoto(300, 700), fakePhoto(900, 300)]
  const post = fullPost({ id: '7', title: '긴 사진', images, image: images[0]?.url ?? null, image_count: 2 })
  const screen = await openScreen('/post/7', { api: { ...answersBesidePost, getPost: post }, width: 1280 })
  const shown = (number: number) => page.getByRole('main').getByRole('img', { name: `긴 사진 사진 ${number}/2` })
  await expect.element(shown(1)).toBeInViewport()
  await expect.element(shown(2)).not.toBeInViewport()
  // A portrait photo is not cut.
  await expect.element(shown(1)).toHaveStyle({ objectFit: 'contain' })
  const { width, height } = document.querySelector('.detail-photo')?.getBoundingClientRect() ?? { width: 0, height: 1 }
  expect(height).toBeLessThanOrEqual(width / 0.8 + 1)
  await page.getByRole('button', { name: '다음 사진' }).click()
  await expect.element(shown(2)).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: '이전 사진' }).click()
  await expect.element(shown(1)).toBeInViewport({ ratio: 0.9 })

  const viewer = page.getByRole('dialog', { name: '사진 보기' })
  await shown(1).click()
  await expect.element(viewer.getByText('1 / 2')).toBeVisible()
  await expect.element(viewer).toHaveFocus()
  await expectOverlays(1)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(viewer.getByText('2 / 2')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expectOverlays(0)
  await expect.element(shown(2)).toBeInViewport({ ratio: 0.9 })
  await expect.element(page.getByRole('main').getByRole('link', { name: '긴 사진 사진 2/2' })).toHaveFocus()
  await shown(2).click()
  await expect.element(viewer.getByText('2 / 2')).toBeVisible()
  await expectOverlays(1)
  history.back()
  await expect.element(viewer).not.toBeInTheDocument()
  expect(screen.url).toBe('/post/7')
})

test('an upright photo leaves room for the name below it in a wide window', async () => {
  const info = { width: 900, height: 1200, placeholder: '' }
  const images = [{ ...fakePhoto(900, 1200), info }]
  const post = fullPost({ id: '7', title: '세로 사진', images, image: images[0]?.url ?? null, image_count: 1 })
  for (const width of [768, 1280] as const) {
    await openScreen('/post/7', { api: { ...answersBesidePost, getPost: post }, width })
    const part = () => (document.querySelector('.detail-photo')?.getBoundingClientRect().height ?? 0) / innerHeight
    await expect.poll(part).toBeGreaterThan(0.55)
    expect(part()).toBeLessThan(0.65)
    await expect.element(page.getByRole('heading', { name: '세로 사진' })).toBeInViewport({ ratio: 1 })
  }
})

test('a press leads to the photo of the menu, then to the next one', async () => {
  const images = [fakePhoto(300, 200), fakePhoto(301, 200), fakePhoto(302, 200)]
  const post = fullPost({
    id: '7',
    title: '국수집',
    images,
    image: images[0]?.url ?? null,
    image_count: 3,
    menus: [1, 2],
  })
  await openScreen('/post/7', { api: { ...answersBesidePost, getPost: post }, width: 360 })
  const menu = page.getByRole('button', { name: '메뉴판 사진 보기' })
  const shown = (number: number) => page.getByRole('main').getByRole('img', { name: `국수집 메뉴판 ${number}/3` })
  await menu.click()
  await expect.element(shown(2)).toBeInViewport({ ratio: 0.9 })
  await menu.click()
  await expect.element(shown(3)).toBeInViewport({ ratio: 0.9 })
  await menu.click()
  await expect.element(shown(2)).toBeInViewport({ ratio: 0.9 })
})
