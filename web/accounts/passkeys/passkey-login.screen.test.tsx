import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { passkeyMessages } from '#rules/passkeys.ts'
import { homeAnswers, person } from '#tests/fake-account.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Refusal } from '#tests/screens/open-screen.tsx'

const press = page.getByRole('button', { name: '패스키로 계속하기' })
const email = page.getByRole('textbox', { name: '이메일' })
const bytes = new Uint8Array([1, 2, 3]).buffer

/** Answers of a browser about a passkey. */
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: bytes },
  getClientExtensionResults: () => ({}),
}

function answers(more: Answers = {}): Answers {
  let isIn = false
  return {
    ...homeAnswers,
    beginPasskeyLogin: JSON.stringify({ challenge: 'AAAA', rpId: 'localhost' }),
    loginByPasskey: () => {
      isIn = true
      return person()
    },
    user: () => {
      if (isIn) return person()
      throw new Refusal('UNAUTHENTICATED')
    },
    ...more,
  }
}

const answerWith = (get: typeof navigator.credentials.get) =>
  vi.spyOn(navigator.credentials, 'get').mockImplementation(get)

test('one press logs in, with automatic login if that is ticked, and leads home', async () => {
  answerWith(async () => credential as never)
  const screen = await openScreen('/account/login', { api: answers() })
  await page.getByLabelText('자동 로그인').click()
  await press.click()
  await expect.poll(() => screen.url).toBe('/')
  const sent = screen.asked.find(({ name }) => name === 'loginByPasskey')?.variables
  expect(sent).toMatchObject({ autoLogin: true })
  expect(JSON.parse(String(sent?.response))).toMatchObject({ id: 'AQID', response: { signature: 'AQID' } })
  expect(localStorage.getItem('passkey')).toBe('true')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('AQID')
})

test('a press that the browser or the site refuses says so below the button, and the typed text stays', async () => {
  answerWith(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  const screen = await openScreen('/account/login', { api: answers() })
  await email.fill('hana@naver.com')
  await press.click()
  await expect.element(page.getByText(passkeyMessages.notUsed)).toBeVisible()
  await expect.element(email).toHaveValue('hana@naver.com')
  expect(screen.asked.some(({ name }) => name === 'loginByPasskey')).toBe(false)
  expect(await findFaultsInBothThemes()).toEqual([])
  answerWith(async () => credential as never)
  screen.api.loginByPasskey = () => {
    throw new Refusal('RATE_LIMITED', '잠시 후에 다시 시도해 주세요.')
  }
  await press.click()
  await expect.element(page.getByText('잠시 후에 다시 시도해 주세요.')).toBeVisible()
  await expect.element(email).toHaveValue('hana@naver.com')
  expect(localStorage.getItem('passkey')).toBeNull()
})

test('the e-mail field offers passkeys only where one was used, and a choice there logs in', async () => {
  const asked = answerWith(async () => credential as never)
  const first = await openScreen('/account/login', { api: answers() })
  await expect.element(press).toBeVisible()
  await expect.element(email).toHaveAttribute('autocomplete', 'username')
  expect(first.asked.some(({ name }) => name === 'beginPasskeyLogin')).toBe(false)
  localStorage.setItem('passkey', 'true')
  const screen = await openScreen('/account/login', { api: answers() })
  await expect.poll(() => screen.url).toBe('/')
  expect(asked.mock.lastCall?.[0]).toMatchObject({ mediation: 'conditional' })
})

test('a choice in the field and a press at once are one login', async () => {
  localStorage.setItem('passkey', 'true')
  const choices: ((chosen: never) => void)[] = []
  answerWith(() => new Promise((resolve) => choices.push(resolve as never)))
  let finish = () => {}
  const screen = await openScreen('/account/login', {
    api: answers({
      loginByPasskey: () => new Promise((resolve) => (finish = () => resolve(person()))),
      user: person(),
    }),
  })
  await expect.poll(() => choices.length).toBe(1)
  await expect.element(email).toHaveAttribute('autocomplete', 'username webauthn')
  choices[0]?.(credential as never)
  const busy = page.getByRole('button', { name: '패스키 확인 중…' })
  await expect.element(busy).toBeVisible()
  const button = busy.element() as HTMLElement
  button.click()
  await expect.poll(() => screen.asked.filter(({ name }) => name === 'loginByPasskey')).toHaveLength(1)
  finish()
  await expect.poll(() => screen.url).toBe('/')
  expect(screen.asked.filter(({ name }) => name === 'loginByPasskey')).toHaveLength(1)
  expect(choices).toHaveLength(1)
})
