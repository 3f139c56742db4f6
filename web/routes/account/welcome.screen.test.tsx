import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { suggestedPerson } from '#tests/fake-people.ts'
import { area } from '#tests/fake-places.ts'
import { answerInPages, answersBesideHome, placesInPages } from '#tests/fake-posts.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const near = { lat: 37.5, lng: 127.036 }
const people = [
  suggestedPerson('duri', { username: '국밥순례', tastes: ['국밥', '냉면'], posts: 24 }),
  suggestedPerson('sena', { username: '오늘은면', about: '면이라면 다 좋아요.', tastes: [], posts: 3 }),
]
const api: Answers = {
  ...answersBesideHome,
  getPosts: answerInPages([]),
  getNearPlaces: placesInPages([]),
  getTowns: { areas: [{ name: '서울 강남구 역삼동', path: '서울/강남구/역삼동', position: near }], landmarks: [] },
  getArea: ({ path }) => area(path),
  getAreaAt: null,
  getActiveAuthors: people,
  setTastes: { count: 1 },
  followUser: { count: 1 },
}
const next = page.getByRole('button', { name: '다음' })
const field = page.getByRole('searchbox', { name: '내 동네' })

test('a new member chooses town and three dishes, then neighbours of that town', async () => {
  const screen = await openScreen('/account/welcome', { api, viewer })
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/어디에서 무엇을/)
  await field.fill('역삼')
  await page.getByRole('button', { name: '역삼동 서울 강남구' }).click()
  await expect.element(field).toHaveValue('역삼동')
  for (const dish of ['냉면', '국밥', '만두']) await page.getByLabelText(dish).click()
  document.querySelector<HTMLElement>('label.pick:nth-child(3)')?.click()
  // A fourth is not taken, and the reason is said.
  await expect.element(page.getByLabelText('초밥')).not.toBeChecked()
  await expect.element(page.getByText('다른 음식을 고르려면 하나를 먼저 해제해 주세요.')).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
  await next.click()
  await expect.element(page.getByRole('heading', { level: 1, name: '역삼동 이웃이에요' })).toHaveFocus()
  expect(screen.asked).toContainEqual({ name: 'setTastes', variables: { dishes: ['국밥', '냉면', '만두'] } })
  expect(screen.asked.find(({ name }) => name === 'getActiveAuthors')?.variables).toEqual({ ...near, nearby: true })
  const [first, second] = page.getByRole('list', { name: '역삼동 이웃' }).getByRole('listitem').elements()
  expect(first?.textContent).toContain('국밥·냉면을 좋아해요글 24개')
  expect(second?.textContent).toContain('면이라면 다 좋아요.글 3개')
  await page.getByRole('button', { name: '국밥순례님 팔로우' }).click()
  await expect
    .poll(() => screen.asked)
    .toContainEqual({ name: 'followUser', variables: { handle: 'duri', follow: true } })
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('link', { name: '맛나눔 둘러보기' }).click()
  await expect.poll(() => screen.url).toBe('/')
})

test('towns that are found move nothing, and can be chosen by mouse and keyboard', async () => {
  await openScreen('/account/welcome', { api, viewer })
  const below = page.getByRole('group', { name: /좋아하는 음식/ })
  const top = () => below.element().getBoundingClientRect().top
  const before = top()
  await field.fill('역삼')
  const choice = page.getByRole('button', { name: '역삼동 서울 강남구' })
  await expect.element(choice).toBeVisible()
  expect(top()).toBe(before)
  await field.fill('없는동')
  expect(top()).toBe(before)
  await field.fill('역삼')
  await userEvent.keyboard('{Tab}')
  await expect.element(choice).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('역삼동')
  await expect.element(field).toHaveFocus()
  await field.fill('역삼')
  // Elsewhere it lies over nothing.
  await below.getByLabelText('냉면').click()
  await expect.element(choice).not.toBeInTheDocument()
})

test('both steps can be passed over, and without neighbours there is no second', async () => {
  const screen = await openScreen('/account/welcome', { api, viewer })
  await page.getByRole('button', { name: '건너뛰기' }).click()
  await expect.poll(() => screen.url).toBe('/')
  expect(screen.asked.map(({ name }) => name)).not.toContain('setTastes')
  localStorage.setItem('town', JSON.stringify({ near: '37.500,127.036', name: '역삼동' }))
  const again = await openScreen('/account/welcome', { api, viewer })
  await expect.element(field).toHaveValue('역삼동')
  await next.click()
  await page.getByRole('link', { name: '나중에 고르기' }).click()
  await expect.poll(() => again.url).toBe('/')
  const alone = await openScreen('/account/welcome', { api: { ...api, getActiveAuthors: [] }, viewer })
  await next.click()
  await expect.poll(() => alone.url).toBe('/')
})

test('a keyboard chooses dishes', async () => {
  await openScreen('/account/welcome', { api, viewer })
  await page.getByLabelText('국밥').click()
  await userEvent.keyboard('{Tab} ')
  await expect.element(page.getByLabelText('칼국수')).toBeChecked()
  await expect.element(page.getByText('2 / 3')).toBeVisible()
})
