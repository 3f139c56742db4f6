import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { consentLabels } from '#rules/consents.ts'
import { failures } from '#rules/errors.ts'
import { loginProviderMessages, loginReturnFailure, loginReturnFragment } from '#rules/provider-login.ts'
import { homeAnswers, person, profileAnswers, signUpAnswers } from '#tests/fake-account.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const logins = ['kakao', 'naver'] as const
const kakao = page.getByRole('button', { name: '카카오 로그인' })
const naver = page.getByRole('button', { name: '네이버 로그인' })
const email = page.getByRole('textbox', { name: '이메일' })

/** A provider that is a fragment of the page, so that the test stays where it is. */
const awayOf = () => `${location.href.split('#')[0]}#away`

test.each(['/account/login', '/account/sign_up', '/account/profile'])(
  'without keys %s has nothing of it',
  async (url) => {
    const isMine = url === '/account/profile'
    const screen = await openScreen(url, {
      api: { ...signUpAnswers, ...profileAnswers },
      viewer: isMine ? viewer : null,
    })
    // The buttons that come after hydration are there.
    await expect
      .element(isMine ? page.getByText('2단계 인증 켜기') : page.getByRole('heading', { level: 1 }))
      .toBeVisible()
    expect(document.body.textContent).not.toMatch(/카카오 로그인|네이버 로그인|연결된 로그인/)
    expect(screen.asked.map(({ name }) => name)).not.toContain('getLinkedLogins')
  },
)

test('a press leaves for the provider with the way back and automatic login, and can be made once', async () => {
  const screen = await openScreen('/account/login?next=%2Fme', { logins, api: { beginProviderLogin: () => awayOf() } })
  await page.getByLabelText('자동 로그인').click()
  await naver.click()
  await expect.poll(() => location.hash).toBe('#away')
  await expect.element(kakao).toHaveAttribute('aria-disabled', 'true')
  await kakao.click({ force: true })
  const sent = screen.asked.filter(({ name }) => name === 'beginProviderLogin')
  expect(sent.map(({ variables }) => variables)).toEqual([
    { provider: 'naver', next: '/me', autoLogin: true, invite: null },
  ])
  // Back from there, the page is as before.
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(kakao).not.toHaveAttribute('aria-disabled')
})

test('a press that fails says so, and what was typed stays', async () => {
  const screen = await openScreen('/account/login', {
    logins,
    api: {
      beginProviderLogin: () => {
        throw new Unanswered()
      },
    },
  })
  await email.fill('hana@naver.com')
  await kakao.click()
  await expect.element(page.getByText(failures.offline)).toBeVisible()
  await expect.element(email).toHaveValue('hana@naver.com')
  screen.api.beginProviderLogin = () => {
    throw new Refusal('NOT_FOUND', loginProviderMessages.notSet)
  }
  await kakao.click()
  await expect.element(page.getByText(loginProviderMessages.notSet)).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
})

test.each(['denied', 'late', 'failed', 'away', 'often', 'taken', 'other'] as const)(
  'a return that ended with %s says so once',
  async (result) => {
    const screen = await openScreen(`/account/login#${loginReturnFragment('kakao', result)}`, { logins })
    await expect.element(page.getByText(loginReturnFailure('kakao', result) ?? '?')).toBeVisible()
    expect(location.hash).toBe('')
    await screen.reload()
    await expect.element(kakao).toBeVisible()
    await expect.element(page.getByText(loginReturnFailure('kakao', result) ?? '?')).not.toBeInTheDocument()
  },
)

test('with two-step sign-in the code is asked for, and the password instead of it', async () => {
  let isIn = false
  const screen = await openScreen(`/account/login#${loginReturnFragment('naver', 'code')}`, {
    logins,
    api: {
      ...homeAnswers,
      loginByCode: () => {
        isIn = true
        return person()
      },
      user: () => {
        if (isIn) return person()
        throw new Refusal('UNAUTHENTICATED')
      },
    },
  })
  await expect.element(page.getByText('네이버 로그인을 확인했어요. 이제 코드를 입력해 주세요.')).toBeVisible()
  await page.getByRole('button', { name: '비밀번호 다시 입력하기' }).click()
  await expect.element(naver).toBeVisible()
  await screen.close()
  const again = await openScreen(`/account/login#${loginReturnFragment('naver', 'code')}`, { logins, api: screen.api })
  await page.getByRole('textbox', { name: '인증 코드' }).fill('123456')
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await expect.poll(() => again.url).toBe('/')
})

test.each([
  ['linked', '카카오 로그인을 연결했어요.'],
  ['refused', '카카오 로그인은 연결하지 못했어요. 프로필에서 연결해 주세요.'],
])('who has an account with the address logs in, which links it: %s', async (outcome, says) => {
  const screen = await openScreen(`/account/login#${loginReturnFragment('kakao', 'known')}`, {
    logins,
    api: {
      ...homeAnswers,
      login: person(),
      linkPendingLogin: () => {
        if (outcome === 'linked') return { count: 1 }
        throw new Refusal('FORBIDDEN')
      },
    },
  })
  await expect.element(page.getByText(/이미 가입한 이메일이에요/)).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
  await email.fill('hana@naver.com')
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await expect.poll(() => screen.url).toBe('/')
  await expect.element(page.getByText(says)).toBeVisible()
  expect(screen.asked.map(({ name }) => name)).toContain('linkPendingLogin')
})

test('after a login with a temporary password, which may not link, the next page says so', async () => {
  const restricted = person({ restricted: true })
  await openScreen(`/account/login#${loginReturnFragment('kakao', 'known')}`, {
    logins,
    api: {
      login: restricted,
      linkPendingLogin: () => {
        throw new Refusal('FORBIDDEN')
      },
    },
  })
  await email.fill('hana@naver.com')
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await expect.poll(() => location.pathname).toBe('/account/change_password')
  await expect.element(page.getByText('카카오 로그인은 연결하지 못했어요. 프로필에서 연결해 주세요.')).toBeVisible()
})

/** Fills what the provider does not know. */
async function fillRest(): Promise<void> {
  await page.getByRole('textbox', { name: '닉네임' }).fill('둘째')
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill('abcd123!')
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill('abcd123!')
  await page.getByRole('textbox', { name: '답변' }).fill('강릉')
  for (const name of ['over14', 'terms', 'privacy'] as const) await page.getByLabelText(consentLabels[name]).click()
}

const pending = { provider: 'kakao', email: 'second@example.com', emailVerified: true } as const

test('who is new signs up with the address of the provider, and all that a sign-up asks', async () => {
  const screen = await openScreen(`/account/sign_up#${loginReturnFragment('kakao', 'new')}&invite=abc`, {
    logins,
    api: { ...signUpAnswers, ...homeAnswers, getPendingLogin: pending, signup: person(), user: person() },
  })
  await expect.element(page.getByText(/카카오 계정으로 가입하고 있어요/)).toBeVisible()
  await expect.element(page.getByLabelText('이메일 아이디')).toHaveValue('second')
  await expect.element(page.getByLabelText('직접 입력한 도메인')).toHaveValue('example.com')
  await expect.element(kakao).not.toBeInTheDocument()
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect.element(page.getByText('닉네임을 입력해주세요.')).toBeVisible()
  await fillRest()
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect.element(page.getByRole('dialog', { name: '둘째님, 환영해요!' })).toBeVisible()
  const sent = screen.asked.find(({ name }) => name === 'signup')?.variables
  expect(sent).toMatchObject({
    provider: 'kakao',
    email: 'second@example.com',
    username: '둘째',
    password: 'abcd123!',
    invite: 'abc',
    consent: { over14: true, terms: '1', privacy: '1' },
  })
})

test('a sign-up need not link, and a typed address is not replaced', async () => {
  const first = await openScreen('/account/sign_up', { logins, api: signUpAnswers })
  await page.getByLabelText('이메일 아이디').fill('mine')
  await first.close()
  const screen = await openScreen(`/account/sign_up#${loginReturnFragment('kakao', 'new')}`, {
    logins,
    api: { ...signUpAnswers, ...homeAnswers, getPendingLogin: pending, signup: person() },
  })
  await page.getByRole('button', { name: '연결하지 않기' }).click()
  await expect.element(page.getByLabelText('이메일 아이디')).toHaveValue('mine')
  await expect.element(kakao).toBeVisible()
  await fillRest()
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect.element(page.getByRole('dialog', { name: '둘째님, 환영해요!' })).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'signup')?.variables.provider).toBeNull()
})

test.each([
  ['kakao', logins],
  [null, undefined],
])(
  'a sign-up sent before the answer about the provider is linked too, where it is configured: %s',
  async (provider, logins) => {
    const screen = await openScreen(`/account/sign_up#${loginReturnFragment('kakao', 'new')}`, {
      ...(logins && { logins }),
      api: { ...signUpAnswers, ...homeAnswers, getPendingLogin: () => new Promise(() => {}), signup: person() },
    })
    await page.getByLabelText('이메일 아이디').fill('second')
    await fillRest()
    await page.getByRole('button', { name: '가입하기' }).click()
    await expect.element(page.getByRole('dialog', { name: '둘째님, 환영해요!' })).toBeVisible()
    expect(screen.asked.find(({ name }) => name === 'signup')?.variables.provider).toBe(provider)
  },
)

test('a sign-up whose time at the provider is over says so, keeps what was typed, and can be sent without', async () => {
  const screen = await openScreen(`/account/sign_up#${loginReturnFragment('kakao', 'new')}`, {
    logins,
    api: {
      ...signUpAnswers,
      ...homeAnswers,
      getPendingLogin: pending,
      signup: ({ provider }) => {
        if (!provider) return person()
        screen.api.getPendingLogin = null
        throw new Refusal('EXPIRED', loginProviderMessages.pendingLate)
      },
    },
  })
  await expect.element(page.getByText(/카카오 계정으로 가입하고 있어요/)).toBeVisible()
  await fillRest()
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect.element(page.getByRole('dialog', { name: loginProviderMessages.pendingLate })).toBeVisible()
  await page.getByRole('button', { name: '닫기' }).click()
  await expect.element(page.getByRole('textbox', { name: '닉네임' })).toHaveValue('둘째')
  await expect.element(page.getByRole('textbox', { name: '답변' })).toHaveValue('강릉')
  await expect.element(kakao).toBeVisible()
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect.element(page.getByRole('dialog', { name: '둘째님, 환영해요!' })).toBeVisible()
})

test('a sign-up page without a pending login says so, with the buttons', async () => {
  await openScreen(`/account/sign_up#${loginReturnFragment('kakao', 'new')}`, {
    logins,
    api: { ...signUpAnswers, getPendingLogin: null },
  })
  await expect.element(page.getByText(loginProviderMessages.pendingLate)).toBeVisible()
  await expect.element(kakao).toBeVisible()
})

const linked = { provider: 'kakao', createdAt: '2026-11-01T00:00:00Z', lastUsedAt: null } as const

const ask = (more: Answers): Answers => ({ ...profileAnswers, ...more })

test('the profile links with the password and leaves for the provider', async () => {
  const screen = await openScreen('/account/profile', {
    logins,
    viewer,
    api: ask({ getLinkedLogins: [], beginProviderLink: () => awayOf() }),
  })
  await page.getByRole('button', { name: '네이버 연결하기' }).click()
  const dialog = page.getByRole('dialog', { name: '네이버 로그인 연결' })
  await dialog.getByRole('button', { name: '계속하기' }).click()
  await expect.element(dialog.getByText('현재 비밀번호를 입력해주세요.')).toBeVisible()
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill('abcd123!')
  await dialog.getByRole('button', { name: '계속하기' }).click()
  await expect.poll(() => location.hash).toBe('#away')
  expect(screen.asked.find(({ name }) => name === 'beginProviderLink')?.variables).toEqual({
    provider: 'naver',
    password: 'abcd123!',
  })
})

test('the profile says how a link ended, and unlinks with the password', async () => {
  await openScreen(`/account/profile#${loginReturnFragment('kakao', 'taken')}`, {
    logins,
    viewer,
    api: ask({ getLinkedLogins: [] }),
  })
  await expect.element(page.getByText('이 카카오 계정은 이미 다른 계정에 연결되어 있어요.')).toBeVisible()
  const screen = await openScreen(`/account/profile#${loginReturnFragment('kakao', 'linked')}`, {
    logins,
    viewer,
    api: ask({
      getLinkedLogins: [linked],
      unlinkLogin: () => {
        throw new Refusal('BAD_CREDENTIALS', '비밀번호가 맞지 않아요.', [
          { field: 'password', message: '비밀번호가 맞지 않아요.' },
        ])
      },
    }),
  })
  await expect.element(page.getByText('카카오 로그인을 연결했어요.')).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '카카오 연결 해제' }).click()
  const dialog = page.getByRole('dialog', { name: '카카오 연결을 해제할까요?' })
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill('wrong')
  await dialog.getByRole('button', { name: '연결 해제' }).click()
  await expect.element(dialog.getByText('비밀번호가 맞지 않아요.')).toBeVisible()
  screen.api.unlinkLogin = { count: 1 }
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill('abcd123!')
  await dialog.getByRole('button', { name: '연결 해제' }).click()
  await expect.element(page.getByText('카카오 연결을 해제했어요.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '카카오 연결하기' })).toBeVisible()
})

test('links that cannot be loaded can be loaded again', async () => {
  const screen = await openScreen('/account/profile', {
    logins,
    viewer,
    api: ask({
      getLinkedLogins: () => {
        throw new Unanswered()
      },
    }),
  })
  const again = page.getByRole('button', { name: '연결된 로그인 다시 불러오기' })
  await expect.element(again).toBeVisible()
  screen.api.getLinkedLogins = [linked]
  await again.click()
  await expect.element(page.getByRole('button', { name: '카카오 연결 해제' })).toBeVisible()
})
