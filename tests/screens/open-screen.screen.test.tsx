import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { viewer } from '#tests/viewer.ts'
import { type Answers, openScreen, Refusal, Unanswered } from './open-screen.tsx'

const version = { version: '1' }
const api: Answers = { getLegalVersions: { terms: version, privacy: version, location: version } }

test('an operation that the test did not expect fails it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const screen = await openScreen('/account/sign_up')
  await expect(screen.close()).rejects.toThrow(/getLegalVersions/)
})

test('a screen is as wide as asked, and shows the person who is signed in', async () => {
  for (const width of [360, 768, 1280] as const) {
    await openScreen('/offline', { viewer, width })
    expect(innerWidth).toBe(width)
    await expect.element(page.getByRole('button', { name: '하나 사용자 메뉴' }).first()).toBeInTheDocument()
  }
})

test('without a person a screen is a visitor’s', async () => {
  await openScreen('/offline')
  await expect.element(page.getByRole('link', { name: '로그인' }).first()).toBeInTheDocument()
})

test('another screen in a test keeps what the tab has stored, and the next test does not find it', async () => {
  await openScreen('/account/sign_up', { api })
  sessionStorage.setItem('of-this-test', '1')
  await openScreen('/account/sign_up', { api })
  expect(sessionStorage.getItem('of-this-test')).toBe('1')
})

test('what a test stored is gone in the next, and Back closes what is open', async () => {
  const refused = () => {
    throw new Refusal('BAD_CREDENTIALS')
  }
  const screen = await openScreen('/account/login', { api: { ...api, login: refused } })
  expect(sessionStorage.getItem('of-this-test')).toBeNull()
  await page.getByLabelText('이메일').fill('hana@naver.com')
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect.element(page.getByRole('dialog', { name: '이메일 또는 비밀번호가 올바르지 않습니다.' })).toBeVisible()
  expect(screen.asked.map(({ name }) => name)).toEqual(['login'])
  screen.api.login = () => {
    throw new Unanswered()
  }
  // A dialog gets its entry in the history a moment after it is shown.
  await expect.poll(() => history.state?.overlays).toBe(1)
  history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(screen.url).toBe('/account/login')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect.element(page.getByRole('dialog', { name: '인터넷 연결을 확인해 주세요.' })).toBeVisible()
})
