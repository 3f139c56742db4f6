import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountMessages } from '#rules/account.ts'
import { homeAnswers, person, signUpAnswers } from '#tests/fake-account.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'

const email = page.getByRole('textbox', { name: '이메일' })
const password = page.getByRole('textbox', { name: '비밀번호' })
const autoLogin = page.getByLabelText('자동 로그인')
const submit = page.getByRole('button', { name: '로그인' })

async function logIn(typed = 'hana@naver.com', secret = 'abcd123!'): Promise<void> {
  await email.fill(typed)
  await password.fill(secret)
  await submit.click()
}

const signedOut = () => {
  throw new Refusal('UNAUTHENTICATED')
}

/** The session that the tab remembers has ended, and a login opens another one. */
function endedSession(): Answers {
  let isIn = false
  return {
    ...homeAnswers,
    user: () => (isIn ? person() : signedOut()),
    login: () => {
      isIn = true
      return person()
    },
  }
}

test('login reports missing, malformed and wrong values, and keeps the text', async () => {
  const screen = await openScreen('/account/login', {
    api: {
      login: () => {
        throw new Refusal('BAD_CREDENTIALS')
      },
    },
  })
  await submit.click()
  await expect.element(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('비밀번호를 입력해주세요.')).toBeVisible()
  await expect.element(email).toHaveFocus()

  await logIn('hana@', 'x')
  await expect.element(page.getByText('이메일을 형식으로 입력해주세요')).toBeVisible()
  expect(screen.asked).toEqual([])

  await logIn('hana@naver.com', 'wrong123!')
  const failure = page.getByRole('dialog', { name: '이메일 또는 비밀번호가 올바르지 않습니다.' })
  // Said once at a time: in the dialog, and in the form when that is closed.
  await expect.element(failure).toBeVisible()
  expect(visibleTexts('.form .alert')).toEqual([])
  await failure.getByRole('button', { name: '닫기' }).click()
  await expect.poll(() => visibleTexts('.form .alert')).toEqual(['이메일 또는 비밀번호가 올바르지 않습니다.'])
  await expect.element(email).toHaveValue('hana@naver.com')
  await expect.element(password).toHaveValue('wrong123!')
  expect(screen.url).toBe('/account/login')
})

test('login leads home and stores who is signed in, but no proof of it', async () => {
  const screen = await openScreen('/account/login', {
    api: { ...homeAnswers, login: person({ username: '이두리', questionIndex: 3 }) },
    width: 1280,
  })
  await expect.element(autoLogin).not.toBeChecked()
  await logIn()
  await expect.poll(() => screen.url).toBe('/')
  await expect.element(page.getByRole('button', { name: '이두리 사용자 메뉴' })).toBeVisible()
  expect(JSON.parse(sessionStorage.user)).toEqual({
    image: null,
    email: 'hana@naver.com',
    username: '이두리',
    jwt: 'hana',
    questionIndex: 3,
  })
  expect(sessionStorage.auth).toBe('session')
  expect(localStorage.auto_login).toBeUndefined()
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('abcd123!')
})

test('where the browser keeps no cookies, the login says so and shows nobody', async () => {
  const screen = await openScreen('/account/login', { api: { login: person(), user: signedOut } })
  await logIn()
  const failure = page.getByRole('dialog', { name: accountMessages.cookiesBlocked })
  await failure.getByRole('button', { name: '닫기' }).click()
  await expect.poll(() => visibleTexts('.form .alert')).toEqual([accountMessages.cookiesBlocked])
  await expect.element(email).toHaveValue('hana@naver.com')
  expect(screen.url).toBe('/account/login')
  expect(sessionStorage.user).toBeUndefined()
  await expect.element(page.getByRole('button', { name: /사용자 메뉴/ })).not.toBeInTheDocument()
})

test('a login of which the site is not asked again at once goes on', async () => {
  const unanswered = () => {
    throw new Unanswered()
  }
  const screen = await openScreen('/account/login', { api: { ...homeAnswers, login: person(), user: unanswered } })
  await logIn()
  await expect.poll(() => screen.url).toBe('/')
})

test('auto-login is asked for, and starts ticked the next time until it is taken back', async () => {
  const screen = await openScreen('/account/login', { api: endedSession() })
  await autoLogin.click()
  await logIn()
  await expect.poll(() => screen.url).toBe('/')
  expect(localStorage.auto_login).toBe('{"v":1,"auto":true}')
  expect(screen.asked.find(({ name }) => name === 'login')?.variables).toMatchObject({ autoLogin: true })

  const again = await openScreen('/account/login', { api: endedSession() })
  await expect.element(autoLogin).toBeChecked()
  await autoLogin.click()
  await logIn()
  await expect.poll(() => again.url).toBe('/')
  expect(localStorage.auto_login).toBeUndefined()
  expect(again.asked.find(({ name }) => name === 'login')?.variables).toMatchObject({ autoLogin: false })
})

test('login never leads to another site', async () => {
  for (const next of ['//evil.example/x', 'https://evil.example/x', '/\\evil.example']) {
    const screen = await openScreen(`/account/login?next=${encodeURIComponent(next)}`, {
      api: endedSession(),
    })
    await logIn()
    await expect.poll(() => screen.url).toBe('/')
  }
})

test('a login requested by a page says why', async () => {
  for (const [path, reason] of [
    ['/add_post', '글을 쓰려면 로그인해 주세요.'],
    ['/edit/1', '글을 수정하려면 로그인해 주세요.'],
    ['/account/my_list', '내가 쓴 글을 보려면 로그인해 주세요.'],
    ['/account/profile', '내 정보를 보려면 로그인해 주세요.'],
    ['/account/change_password', '내 정보를 보려면 로그인해 주세요.'],
    ['/account/people/followers', '내 정보를 보려면 로그인해 주세요.'],
    ['/following', '팔로우한 이웃의 글을 보려면 로그인해 주세요.'],
    ['/notifications', '알림을 보려면 로그인해 주세요.'],
    ['/me?list=been', '내 맛집을 보려면 로그인해 주세요.'],
  ] as const) {
    await openScreen(`/account/login?next=${encodeURIComponent(path)}`)
    await expect.element(page.getByText(reason)).toBeVisible()
  }
  await openScreen('/account/login')
  await expect.element(page.getByRole('main').getByText(/로그인해 주세요|돌아가요/)).not.toBeInTheDocument()
})

test('a signed-in person is sent away from login and sign-up', async () => {
  const screen = await openScreen('/account/login', { viewer, api: { ...homeAnswers } })
  expect(screen.url).toBe('/')
  const other = await openScreen('/account/sign_up?next=/account/my_list', {
    viewer,
    api: { ...homeAnswers },
  })
  expect(other.url).toBe('/account/my_list')
})

test('only a device that chose automatic login is greeted again, and both ways in are one press apart', async () => {
  const again = page.getByText('다시 만나서 반가워요.')
  await openScreen('/account/login', { api: signUpAnswers })
  await expect.element(page.getByText('이웃의 맛집을 담고, 내 맛집도 나눠 보세요.')).toBeVisible()
  await expect.element(again).not.toBeInTheDocument()
  const ways = page.getByRole('navigation', { name: '로그인과 회원가입' })
  await expect.element(ways.getByRole('link', { name: '로그인' })).toHaveAttribute('aria-current', 'page')
  await ways.getByRole('link', { name: '회원가입' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '회원가입' })).toBeVisible()
  await expect.element(ways.getByRole('link', { name: '회원가입' })).toHaveAttribute('aria-current', 'page')
  localStorage.auto_login = JSON.stringify({ v: 1, auto: true })
  await openScreen('/account/login', {})
  await expect.element(again).toBeVisible()
})

test('who comes for 내 맛집 sees what it is before the form, others after it', async () => {
  const isBefore = () => {
    const gains = page.getByRole('region', { name: '내 맛집에 이런 것이 모여요' }).element()
    return Boolean(gains.compareDocumentPosition(submit.element()) & Node.DOCUMENT_POSITION_FOLLOWING)
  }
  await openScreen('/account/login?next=/me', {})
  expect(isBefore()).toBe(true)
  expect(await findFaultsInBothThemes()).toEqual([])
  await openScreen('/account/login', {})
  expect(isBefore()).toBe(false)
})
