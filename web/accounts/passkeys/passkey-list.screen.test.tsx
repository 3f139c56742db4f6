import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { serverFailureMessages } from '#rules/errors.ts'
import { passkeyMessages } from '#rules/passkeys.ts'
import { profileAnswers } from '#tests/fake-account.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Refusal, type Screen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'
import type { Passkey } from './passkeys-query.ts'

const NOW = '2026-11-02T03:00:00Z'
const phone: Passkey = { id: '1', name: '아이폰', createdAt: NOW, lastUsedAt: '2026-11-02T02:00:00Z', backedUp: true }
const desk: Passkey = { id: '2', name: '회사 컴퓨터', createdAt: NOW, lastUsedAt: null, backedUp: false }

const list = page.getByRole('list', { name: '패스키' })
const rows = list.getByRole('listitem')
const dialog = page.getByRole('dialog')
const password = dialog.getByRole('textbox', { name: '현재 비밀번호' })

function openProfile(passkeys: Passkey[], api: Answers = {}, width: 360 | 1280 = 360): Promise<Screen> {
  return openScreen('/account/profile', {
    viewer,
    api: { ...profileAnswers, getPasskeys: passkeys, ...api },
    now: NOW,
    width,
  })
}

const variablesOf = (screen: Screen, operation: string) =>
  screen.asked.findLast(({ name }) => name === operation)?.variables

test('each passkey has its name and last use, and can be renamed', async () => {
  const screen = await openProfile([phone, desk], {
    renamePasskey: () => {
      throw new Refusal('BAD_USER_INPUT', passkeyMessages.nameEmpty, [
        { field: 'name', message: passkeyMessages.nameEmpty },
      ])
    },
  })
  await expect.element(rows).toHaveLength(2)
  await expect.element(rows.first()).toMatchTextContent(/아이폰.*1시간 전 사용.*다른 기기에서도 사용/)
  await expect.element(rows.last()).toMatchTextContent(/회사 컴퓨터.*추가$/)
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '아이폰 이름 변경' }).click()
  const name = dialog.getByRole('textbox', { name: '이름' })
  await name.fill(' ')
  await dialog.getByRole('button', { name: '저장하기' }).click()
  await expect.element(name).toHaveAccessibleDescription(passkeyMessages.nameEmpty)
  screen.api.renamePasskey = () => {
    screen.api.getPasskeys = [{ ...phone, name: '내 휴대폰' }, desk]
    return { count: 1 }
  }
  await name.fill('내 휴대폰')
  await dialog.getByRole('button', { name: '저장하기' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(variablesOf(screen, 'renamePasskey')).toEqual({ id: '1', name: '내 휴대폰' })
  await expect.element(rows.first()).toMatchTextContent(/내 휴대폰/)
})

test('a passkey is removed with the password, a wrong one is told beside its field', async () => {
  const wrong = serverFailureMessages.wrongCurrentPassword
  const screen = await openProfile([phone, desk], {
    removePasskey: () => {
      throw new Refusal('BAD_CREDENTIALS', wrong, [{ field: 'password', message: wrong }])
    },
  })
  await page.getByRole('button', { name: '회사 컴퓨터 패스키 삭제' }).click()
  expect(await findFaultsInBothThemes()).toEqual([])
  await dialog.getByRole('button', { name: '삭제하기' }).click()
  await expect.element(password).toHaveAccessibleDescription('현재 비밀번호를 입력해주세요.')
  expect(variablesOf(screen, 'removePasskey')).toBeUndefined()
  await password.fill('wrong123!')
  await dialog.getByRole('button', { name: '삭제하기' }).click()
  await expect.element(password).toHaveAccessibleDescription(wrong)
  await expect.element(password).toHaveValue('wrong123!')
  screen.api.removePasskey = { count: 1 }
  await password.fill('abcd123!')
  await dialog.getByRole('button', { name: '삭제하기' }).click()
  await expect.element(rows).toHaveLength(1)
  expect(variablesOf(screen, 'removePasskey')).toEqual({ id: '2', password: 'abcd123!' })
  await expect.element(page.getByRole('heading', { name: '패스키', exact: true })).toHaveFocus()
})

test('when the browser says no to a new passkey, the dialog stays with its text and says so', async () => {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  const options = { challenge: 'AAAA', rp: { name: '맛나눔' }, user: { id: 'AAAA', name: 'a', displayName: 'a' } }
  const screen = await openProfile([], {
    beginPasskey: JSON.stringify({ ...options, pubKeyCredParams: [] }),
  })
  await expect.element(list).not.toBeInTheDocument()
  await page.getByRole('button', { name: '패스키 추가' }).click()
  // Without one there is none to prove anything.
  await expect.element(dialog.getByRole('button', { name: '패스키로 확인하기' })).not.toBeInTheDocument()
  await password.fill('abcd123!')
  await dialog.getByRole('button', { name: '추가하기' }).click()
  await expect.element(dialog.getByText(passkeyMessages.notMade)).toBeVisible()
  await expect.element(password).toHaveValue('abcd123!')
  expect(variablesOf(screen, 'beginPasskey')).toEqual({ password: 'abcd123!' })
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('has one', 'InvalidStateError'))
  await dialog.getByRole('button', { name: '추가하기' }).click()
  await expect.element(dialog.getByText(passkeyMessages.onDevice)).toBeVisible()
})

test('with ten there is no button for another one but the reason', async () => {
  await openProfile(Array.from({ length: 10 }, (_, index) => ({ ...phone, id: String(index) })))
  await expect.element(page.getByText(passkeyMessages.tooMany)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '패스키 추가' })).not.toBeInTheDocument()
})

test('a browser without passkeys shows nothing of them, and asks for nothing', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  try {
    localStorage.setItem('passkey', 'true')
    const screen = await openProfile([phone])
    await expect.element(page.getByRole('heading', { name: '로그인한 기기' })).toBeVisible()
    expect(document.body.textContent).not.toContain('패스키')
    expect(screen.asked.map(({ name }) => name)).not.toContain('getPasskeys')
    sessionStorage.clear()
    await openScreen('/account/login')
    await expect.element(page.getByRole('button', { name: '로그인' })).toBeVisible()
    expect(document.body.textContent).not.toContain('패스키')
    await expect.element(page.getByRole('textbox', { name: '이메일' })).toHaveAttribute('autocomplete', 'username')
    await openScreen('/account/change_password', { viewer })
    await expect.element(page.getByRole('textbox', { name: '현재 비밀번호' })).toBeVisible()
    expect(document.body.textContent).not.toContain('패스키')
  } finally {
    vi.unstubAllGlobals()
  }
})
