import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverFailureMessages } from '#rules/errors.ts'
import { twoStepMessages } from '#rules/two-step.ts'
import { homeAnswers, person, profileAnswers, twoStepOff } from '#tests/fake-account.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Refusal, type Screen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const NOW = '2026-11-02T03:00:00Z'
const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const setup = { key: KEY, uri: `otpauth://totp/%EB%A7%9B:hana%40naver.com?secret=${KEY}`, setup: 'sealed' }
const codes = Array.from({ length: 10 }, (_, index) => `ABCDEFGHJKLM234${index === 9 ? 'Z' : index + 2}`.slice(0, 16))
const on = { since: '2026-11-02T02:00:00Z', codesLeft: 7, neededFrom: null }

const dialog = page.getByRole('dialog')
const password = dialog.getByRole('textbox', { name: '현재 비밀번호' })
const turnOn = page.getByRole('button', { name: '2단계 인증 켜기' })

const openProfile = (api: Answers = {}): Promise<Screen> =>
  openScreen('/account/profile', { viewer, api: { ...profileAnswers, getTwoStep: twoStepOff, ...api }, now: NOW })

const variablesOf = (screen: Screen, operation: string) =>
  screen.asked.findLast(({ name }) => name === operation)?.variables

test('it is turned on with a QR code or a typed key, a first code, and recovery codes that are shown once', async () => {
  const screen = await openProfile({
    beginTwoStep: setup,
    confirmTwoStep: () => {
      throw new Refusal('BAD_USER_INPUT', twoStepMessages.codeWrong, [
        { field: 'code', message: twoStepMessages.codeWrong },
      ])
    },
  })
  await turnOn.click()
  expect(await findFaultsInBothThemes()).toEqual([])
  await password.fill('abcd123!')
  await dialog.getByRole('button', { name: '계속하기' }).click()
  await expect.element(page.getByRole('heading', { name: '인증 앱에 등록하기' })).toHaveFocus()
  expect(variablesOf(screen, 'beginTwoStep')).toEqual({ password: 'abcd123!' })
  await expect.element(page.getByRole('img', { name: '인증 앱에 등록하는 QR 코드' })).toBeVisible()
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '이 기기의 인증 앱에서 열기' }))
    .toHaveAttribute('href', setup.uri)
  expect(await findFaultsInBothThemes()).toEqual([])
  const code = page.getByRole('textbox', { name: '인증 코드' })
  await code.fill('123 456')
  await turnOn.click()
  await expect.element(code).toHaveAccessibleDescription(twoStepMessages.codeWrong)
  await expect.element(code).toHaveValue('123 456')
  screen.api.confirmTwoStep = codes
  screen.api.getTwoStep = { ...on, codesLeft: 10 }
  await turnOn.click()
  await expect.element(page.getByRole('heading', { name: '복구 코드' })).toHaveFocus()
  expect(variablesOf(screen, 'confirmTwoStep')).toEqual({ setup: 'sealed', code: '123 456' })
  await expect.element(page.getByRole('list', { name: '복구 코드' }).getByRole('listitem')).toHaveLength(10)
  const file = page.getByRole('link', { name: '파일로 저장' }).element() as HTMLAnchorElement
  expect(decodeURIComponent(file.href).split('\n')[0]).toBe('data:text/plain;charset=utf-8,ABCD EFGH JKLM 2342')
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '적어 두었어요' }).click()
  await expect.element(page.getByRole('heading', { name: '2단계 인증', exact: true })).toHaveFocus()
  await expect.element(page.getByText('복구 코드가 10개 남았어요.')).toBeVisible()
  expect(document.body.textContent).not.toContain('ABCD EFGH')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/ABCD|JBSW/)
})

test('the QR code holds the whole address of the key', async () => {
  await openProfile({ beginTwoStep: setup })
  await turnOn.click()
  await password.fill('abcd123!')
  await dialog.getByRole('button', { name: '계속하기' }).click()
  const image = page.getByRole('img', { name: '인증 앱에 등록하는 QR 코드' })
  await expect.element(image).toBeVisible()
  const { default: decodeQR } = await import('qr/decode.js')
  const size = 400
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const svg = image.element() as SVGSVGElement
  const side = svg.viewBox.baseVal.width
  context.fillStyle = getComputedStyle(svg).backgroundColor
  context.fillRect(0, 0, size, size)
  context.scale(size / side, size / side)
  context.fillStyle = getComputedStyle(svg).fill
  context.fill(new Path2D(svg.querySelector('path')?.getAttribute('d') ?? ''))
  const { data } = context.getImageData(0, 0, size, size)
  expect(decodeQR({ width: size, height: size, data })).toBe(setup.uri)
})

test('while it is on, recovery codes are made anew and it is turned off, each after the password', async () => {
  const wrong = serverFailureMessages.wrongCurrentPassword
  const screen = await openProfile({
    getTwoStep: on,
    endTwoStep: () => {
      throw new Refusal('BAD_CREDENTIALS', wrong, [{ field: 'password', message: wrong }])
    },
    renewRecoveryCodes: codes,
  })
  await expect.element(page.getByText('복구 코드가 7개 남았어요.')).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '복구 코드 새로 만들기' }).click()
  await password.fill('abcd123!')
  await dialog.getByRole('button', { name: '새로 만들기' }).click()
  await expect.element(page.getByRole('list', { name: '복구 코드' }).getByRole('listitem')).toHaveLength(10)
  await page.getByRole('button', { name: '적어 두었어요' }).click()
  await page.getByRole('button', { name: '2단계 인증 끄기' }).click()
  await password.fill('wrong123!')
  await dialog.getByRole('button', { name: '끄기' }).click()
  await expect.element(password).toHaveAccessibleDescription(wrong)
  await expect.element(password).toHaveValue('wrong123!')
  screen.api.endTwoStep = { count: 1 }
  screen.api.getTwoStep = twoStepOff
  await dialog.getByRole('button', { name: '끄기' }).click()
  await expect.element(turnOn).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '2단계 인증', exact: true })).toHaveFocus()
})

test('a session that may not change it is told why', async () => {
  await openProfile({
    getTwoStep: on,
    endTwoStep: () => {
      throw new Refusal('FORBIDDEN', twoStepMessages.weakSession)
    },
  })
  await page.getByRole('button', { name: '2단계 인증 끄기' }).click()
  await password.fill('abcd123!')
  await dialog.getByRole('button', { name: '끄기' }).click()
  await expect.element(dialog.getByText(twoStepMessages.weakSession)).toBeVisible()
})

// The second step of a login

const email = page.getByRole('textbox', { name: '이메일' })
const secret = page.getByRole('textbox', { name: '비밀번호' })
const submit = page.getByRole('button', { name: '로그인', exact: true })
const code = page.getByRole('textbox', { name: '인증 코드' })

function refuseCode(message: string): () => never {
  return () => {
    throw new Refusal('BAD_CREDENTIALS', message, [{ field: 'code', message }])
  }
}

function loginAnswers(more: Answers = {}): Answers {
  let isIn = false
  return {
    ...homeAnswers,
    login: refuseCode(twoStepMessages.codeNeeded),
    loginByCode: () => {
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

async function openCodeStep(api: Answers): Promise<Screen> {
  const screen = await openScreen('/account/login', { api })
  await email.fill('hana@naver.com')
  await secret.fill('abcd123!')
  await page.getByLabelText('자동 로그인').click()
  await submit.click()
  await expect.element(code).toHaveFocus()
  return screen
}

test('after the password a code is asked for, and leads home with automatic login', async () => {
  const answers = loginAnswers()
  const good = answers.loginByCode
  const screen = await openCodeStep({ ...answers, loginByCode: refuseCode(twoStepMessages.codeWrong) })
  expect(await findFaultsInBothThemes()).toEqual([])
  await submit.click()
  await expect.element(code).toHaveAccessibleDescription(new RegExp(twoStepMessages.codeEmpty))
  await code.fill('123456')
  await submit.click()
  await expect.element(code).toHaveAccessibleDescription(new RegExp(twoStepMessages.codeWrong.slice(0, 12)))
  await expect.element(code).toHaveValue('123456')
  if (good) screen.api.loginByCode = good
  await submit.click()
  await expect.poll(() => screen.url).toBe('/')
  expect(variablesOf(screen, 'login')).toMatchObject({ autoLogin: true })
  expect(variablesOf(screen, 'loginByCode')).toEqual({ code: '123456' })
  expect(localStorage.auto_login).toBe('{"v":1,"auto":true}')
})

test('a recovery code has a keyboard with letters, and going back keeps what was typed', async () => {
  const screen = await openCodeStep(loginAnswers())
  await expect.element(code).toHaveAttribute('inputmode', 'numeric')
  await page.getByRole('button', { name: '비밀번호 다시 입력하기' }).click()
  await expect.element(email).toHaveValue('hana@naver.com')
  await expect.element(secret).toHaveValue('abcd123!')
  await submit.click()
  await page.getByRole('button', { name: '복구 코드 입력' }).click()
  const recovery = page.getByRole('textbox', { name: '복구 코드' })
  await expect.element(recovery).toHaveFocus()
  await expect.element(recovery).toHaveAttribute('inputmode', 'text')
  await recovery.fill('abcd efgh jklm 2345')
  await submit.click()
  await expect.poll(() => screen.url).toBe('/')
  expect(variablesOf(screen, 'loginByCode')).toEqual({ code: 'ABCDEFGHJKLM2345' })
})

test('too late, the form of the password is back with the reason; too often, the code stays with it', async () => {
  const screen = await openCodeStep({
    ...loginAnswers(),
    loginByCode: () => {
      throw new Refusal('RATE_LIMITED')
    },
  })
  await code.fill('123456')
  await submit.click()
  await dialog.getByRole('button', { name: '닫기' }).click()
  await expect.element(code).toHaveValue('123456')
  screen.api.loginByCode = () => {
    throw new Refusal('EXPIRED', twoStepMessages.loginLate)
  }
  await submit.click()
  await expect.element(dialog.getByText(twoStepMessages.loginLate)).toBeVisible()
  await dialog.getByRole('button', { name: '닫기' }).click()
  await expect.element(email).toHaveValue('hana@naver.com')
})

// Moderators

test('while a moderator may do without, the page of moderation says until when', async () => {
  await openScreen('/admin', {
    viewer,
    waiting: 0,
    api: {
      getReports: { data: [], nextCursor: null },
      getToldShops: [],
      getRelease: '1',
      getTwoStep: { ...twoStepOff, neededFrom: '2099-01-01T00:00:00Z' },
    },
  })
  await expect
    .element(page.getByText(/^2099년 0?1월 0?1일 09.*까지 2단계 인증이나 패스키를 설정해 주세요/))
    .toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
})

test('a moderator without a second step is led to the profile, and others find no such page', async () => {
  const message = twoStepMessages.staffMissing
  const screen = await openScreen('/admin', {
    viewer,
    waiting: 1,
    api: {
      ...profileAnswers,
      getTwoStep: { ...twoStepOff, neededFrom: '2026-11-01T00:00:00Z' },
      getReports: () => {
        throw new Refusal('FORBIDDEN', message, [{ field: 'secondStep', message }])
      },
    },
    now: NOW,
  })
  await expect.element(page.getByText(message)).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('link', { name: '프로필로' }).click()
  await expect.element(page.getByText('운영 화면을 쓰려면 2단계 인증이나 패스키가 필요해요.')).toBeVisible()
  screen.api.getReports = { data: [], nextCursor: null }
  screen.api.getRelease = '0.2.0'
})
