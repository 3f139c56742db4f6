import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { failures } from '#rules/errors.ts'
import { homeAnswers, profileAnswers } from '#tests/fake-account.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'

const menuButton = page.getByRole('button', { name: '하나 사용자 메뉴' })
const logoutPanel = page.getByRole('dialog', { name: '정말 로그아웃하시겠어요?' })
const withdrawalPanel = page.getByRole('dialog', { name: '정말 탈퇴하시겠어요?' })
const title = page.getByRole('heading', { level: 1, name: '이웃이 나눈 맛집' })
const barTexts = () => visibleTexts('nav[aria-label="하단 메뉴"] li')

const nothing = { posts: 0, comments: 0, likes: 0, images: 0, saves: 0, collections: 0 }
const api: Answers = { ...homeAnswers, logout: { count: 1 }, remove: { count: 1 }, getWithdrawalSummary: nothing }

/** Opens the user menu and chooses an entry, by keyboard. */
async function chooseFromMenu(entry: string): Promise<void> {
  await press(menuButton)
  await press(page.getByRole('navigation', { name: '사용자 메뉴' }).getByRole('button', { name: entry }))
}

test('a logout by keyboard is said, and the heading of home gets the focus', async () => {
  const screen = await openScreen('/account/profile', { viewer, api: { ...api, ...profileAnswers }, width: 1280 })
  await chooseFromMenu('로그아웃')
  await press(logoutPanel.getByRole('button', { name: '로그아웃' }))
  await expect.element(page.getByRole('status').filter({ hasText: '로그아웃했어요.' })).toBeVisible()
  await expect.element(title).toHaveFocus()
  expect(screen.url).toBe('/')
  expect(screen.asked.filter(({ name }) => name === 'logout')).toHaveLength(1)
  expect([sessionStorage.user, sessionStorage.auth]).toEqual([undefined, undefined])
})

test('the lower bar of a phone can log out too', async () => {
  await openScreen('/', { api: { ...api } })
  expect(barTexts()).toEqual(['로그인', '홈', '글쓰기', '지도', '내 맛집'])
  await openScreen('/', { viewer, api: { ...api } })
  expect(barTexts()).toEqual(['로그아웃', '홈', '글쓰기', '지도', '내 맛집'])
  const bar = page.getByRole('navigation', { name: '하단 메뉴' })
  await bar.getByRole('button', { name: '로그아웃' }).click()
  await logoutPanel.getByRole('button', { name: '로그아웃' }).click()
  await expect.poll(barTexts).toEqual(['로그인', '홈', '글쓰기', '지도', '내 맛집'])
})

test('a logout without a response says so and leaves the person signed in', async () => {
  const logout = () => {
    throw new Unanswered()
  }
  await openScreen('/', { viewer, api: { ...api, logout }, width: 1280 })
  await chooseFromMenu('로그아웃')
  await logoutPanel.getByRole('button', { name: '로그아웃' }).click()
  await expect.element(logoutPanel.getByRole('alert')).toHaveTextContent(failures.offline)
  await logoutPanel.getByRole('button', { name: '취소' }).click()
  await expect.element(logoutPanel).not.toBeInTheDocument()
  await expect.element(menuButton).toBeVisible()
})

test('withdrawing shows how much is deleted, survives a failure, and says farewell at home', async () => {
  localStorage.auto_login = '{"v":1,"auto":true}'
  const screen = await openScreen('/', {
    viewer,
    api: { ...api, getWithdrawalSummary: { ...nothing, posts: 1, images: 1, likes: 1, collections: 1 } },
    width: 1280,
  })
  await chooseFromMenu('회원탈퇴')
  const loss = '계정과 글 1개, 사진 1장, 좋아요 1개, 모음 1개가 모두 삭제되고 되돌릴 수 없어요.'
  await expect.element(withdrawalPanel.getByText(loss)).toBeVisible()
  const download = withdrawalPanel.getByRole('link', { name: '내 데이터 다운로드' })
  await expect.element(download).toBeVisible()
  const confirm = withdrawalPanel.getByRole('button', { name: '확인' })
  for (const [failure, sentence] of [
    [new Refusal('INTERNAL'), '애러가 발생했습니다.'],
    [new Unanswered(), failures.offline],
  ] as const) {
    screen.api.remove = () => {
      throw failure
    }
    await confirm.click()
    await expect.element(withdrawalPanel.getByRole('alert')).toHaveTextContent(sentence)
  }
  screen.api.remove = { count: 1 }
  await confirm.click()
  await expect.element(withdrawalPanel).not.toBeInTheDocument()
  expect(screen.url).toBe('/')
  const farewell = page.getByRole('status').filter({ hasText: '탈퇴가 완료되었어요.' })
  await expect.element(farewell.getByText('계정과 남긴 내용을 모두 삭제했어요.')).toBeVisible()
  await expect.element(title).toHaveFocus()
  await expect.poll(() => visibleTexts('header a')).toContain('로그인')
  expect([sessionStorage.user, sessionStorage.auth, localStorage.auto_login]).toEqual([undefined, undefined, undefined])
  expect(screen.asked.filter(({ name }) => name === 'remove').at(-1)?.variables).toEqual({ jwt: viewer.jwt })
})

test('cancelling the withdrawal loses nothing', async () => {
  const screen = await openScreen('/', { viewer, api: { ...api } })
  await chooseFromMenu('회원탈퇴')
  await expect.element(withdrawalPanel.getByText('계정이 삭제되고 되돌릴 수 없어요.')).toBeVisible()
  await withdrawalPanel.getByRole('button', { name: '취소' }).click()
  await expect.element(withdrawalPanel).not.toBeInTheDocument()
  expect(screen.asked.map(({ name }) => name)).not.toContain('remove')
  await expect.element(menuButton).toBeVisible()
})

test('who moderates has the way to it in the menu, with the number that waits', async () => {
  const menu = page.getByRole('navigation', { name: '사용자 메뉴' })
  await openScreen('/', { viewer, api, waiting: 12 })
  await press(menuButton)
  const entry = menu.getByRole('link', { name: '운영' })
  await expect.element(entry).toMatchTextContent(/12/)
  await expect.element(entry).toHaveAttribute('href', '/admin')
  expect(await findFaultsInBothThemes()).toEqual([])
  await openScreen('/', { viewer, api })
  await press(menuButton)
  await expect.element(menu).toBeVisible()
  await expect.element(entry).not.toBeInTheDocument()
})
