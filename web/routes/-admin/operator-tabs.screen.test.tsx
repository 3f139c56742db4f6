import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { twoStepOff } from '#tests/fake-account.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const api = { getTwoStep: twoStepOff, getReports: { data: [], nextCursor: null }, getToldShops: [], getRelease: '1' }

const invitation = {
  id: '7',
  note: '망원동 모임',
  uses: 3,
  used: 1,
  ends: '2026-12-05T05:00:00.000Z',
  since: '2026-11-28T05:00:00.000Z',
  open: true,
  revoked: false,
  by: '동네지기',
  members: [{ handle: 'aaaaaaaaaaaaaaaaaaaaaa', username: '새 이웃' }],
}

test('an admin makes a link of invitation, reads it once, sees who came by it, and revokes it', async () => {
  const link = 'https://a.kr/account/sign_up#invite=abc'
  const screen = await openScreen('/admin?tab=invitations', {
    api: { ...api, getInvitations: [invitation], addInvitation: { link }, revokeInvitation: { count: 1 } },
    viewer,
  })
  const list = page.getByRole('list', { name: '초대 링크' })
  await expect.element(list).toMatchTextContent(/쓸 수 있어요.*3명 중 1명.*망원동 모임.*새 이웃/)
  await page.getByLabelText('초대할 사람 수').fill('20')
  await page.getByLabelText('메모').fill('시장 상인회')
  await page.getByRole('button', { name: '만들기', exact: true }).click()
  await expect.element(page.getByText(link)).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
  expect(screen.asked.find(({ name }) => name === 'addInvitation')?.variables).toEqual({
    uses: 20,
    days: 7,
    note: '시장 상인회',
  })
  screen.api.getInvitations = [{ ...invitation, open: false, revoked: true }]
  await list.getByRole('button', { name: /^링크 취소/ }).click()
  await expect.element(list).toMatchTextContent(/취소했어요/)
  expect(screen.asked.find(({ name }) => name === 'revokeInvitation')?.variables).toEqual({ id: '7' })
})

test('figures are a table of days, with what was searched for in vain', async () => {
  const returns = [
    { days: 1, members: 4, returned: 2 },
    { days: 7, members: 0, returned: 0 },
    { days: 30, members: 10, returned: 1 },
  ]
  const days = [
    { day: '2026-11-29', visitors: 12, signups: null, posts: null, returns: [] },
    { day: '2026-11-28', visitors: 1234, signups: 4, posts: 20, returns },
  ]
  await openScreen('/admin?tab=figures', {
    api: {
      ...api,
      getFigures: { returnedMails: 3, days, missed: [{ keyword: '들기름막국수', people: 5 }] },
      getLimits: [
        { name: 'LIMITS', value: 'strict', own: false },
        { name: 'LIMIT_POST', value: '20/1h', own: true },
      ],
    },
    viewer,
  })
  const row = page.getByRole('row', { name: /^2026-11-28/ })
  await expect.element(row).toMatchTextContent(/1,234.*4.*20.*2\/4.*–.*1\/10/)
  await expect.element(page.getByRole('link', { name: '들기름막국수' })).toBeVisible()
  await expect.element(page.getByText('메일이 돌아와서 더 보내지 않는 이웃이 3명 있어요.')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'LIMITS strict 엄격하게' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'LIMIT_POST 20/1h 따로 정함' })).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
})

const person = {
  handle: 'bbbbbbbbbbbbbbbbbbbbbb',
  username: '잠긴 이웃',
  email: 'he***@naver.com',
  role: 'member' as const,
  since: '2026-10-01T00:00:00.000Z',
  posts: 1,
  comments: 0,
  reported: 0,
  pending: false,
  hidden: false,
  suspended: false,
  until: null,
}
const erasure = { by: '첫 관리자', reason: '탈퇴를 도와 달라고 했어요.', since: '2026-11-28T05:00:00.000Z', own: false }
const returnedMail = { kind: 'hard', at: '2026-11-28T05:00:00.000Z' } as const
const card = { person, care: true, returnedMail, erasure: null, sessions: [], posts: [], record: [] }

test('an admin corrects an address for a locked-out member, after a reason and the own password', async () => {
  const message = '다른 이웃이 쓰는 이메일이에요.'
  const screen = await openScreen('/admin?tab=people&who=a', {
    api: {
      ...api,
      findPeople: [person],
      getPersonCard: card,
      correctEmail: () => {
        throw new Refusal('CONFLICT', message, [{ field: 'email', message }])
      },
    },
    viewer,
  })
  await expect.element(page.getByText(/^메일함이 없어서 메일이 돌아왔어요\. \(/)).toBeVisible()
  await page.getByLabelText('새 이메일').fill('right@naver.com')
  const start = page.getByRole('button', { name: '이메일 주소 변경' })
  await start.click()
  await expect.element(page.getByText('누구의 어떤 요청인지 적어 주세요.')).toBeVisible()
  await page.getByLabelText('요청과 확인한 내용').fill('전화로 본인 확인')
  await start.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill('abcd123!')
  await dialog.getByRole('button', { name: '이메일 주소 변경' }).click()
  await expect.element(dialog.getByText(message)).toBeVisible()
  screen.api.correctEmail = { count: 1 }
  await dialog.getByRole('button', { name: '이메일 주소 변경' }).click()
  await expect.element(page.getByText('이메일 주소를 변경했어요.')).toBeVisible()
  expect(screen.asked.findLast(({ name }) => name === 'correctEmail')?.variables).toEqual({
    handle: person.handle,
    email: 'right@naver.com',
    reason: '전화로 본인 확인',
    password: 'abcd123!',
  })
})

test('to make a moderator needs the own password, and to take the role away does not', async () => {
  const screen = await openScreen('/admin?tab=people&who=a', {
    api: { ...api, findPeople: [person], getPersonCard: card, setRole: { count: 1 } },
    viewer,
  })
  const asked = () => screen.asked.filter(({ name }) => name === 'setRole').map(({ variables }) => variables)
  await page.getByLabelText('역할').selectOptions('moderator')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '바꾸기' }).click()
  expect(asked()).toEqual([])
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill('abcd123!')
  screen.api.findPeople = [{ ...person, role: 'moderator' }]
  await dialog.getByRole('button', { name: '바꾸기' }).click()
  await expect.element(page.getByText('잠긴 이웃님은 이제 운영자예요.')).toBeVisible()
  await expect.element(page.getByLabelText('역할')).toHaveValue('moderator')
  await page.getByLabelText('역할').selectOptions('member')
  const { handle } = person
  await expect.poll(asked).toEqual([
    { handle, role: 'moderator', password: 'abcd123!' },
    { handle, role: 'member' },
  ])
})

test('a second admin sees who asked for an erasure and why, and confirms it or takes it back', async () => {
  const screen = await openScreen('/admin?tab=people&who=a', {
    api: {
      ...api,
      findPeople: [person],
      getPersonCard: { ...card, erasure },
      dropErasure: { count: 1 },
      eraseMember: { erased: true, waits: false },
    },
    viewer,
  })
  await expect.element(page.getByText(/첫 관리자님이 .*계정 삭제를 요청했어요/)).toBeVisible()
  await expect.element(page.getByText(erasure.reason)).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByLabelText('처리할 작업').selectOptions('erase')
  await page.getByLabelText('요청과 확인한 내용').fill('같이 확인했어요.')
  await page.getByRole('button', { name: '계정 삭제' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '현재 비밀번호' }).fill('abcd123!')
  await page.getByRole('dialog').getByRole('button', { name: '계정 삭제' }).click()
  await expect.element(page.getByText('계정을 삭제했어요.')).toBeVisible()
  screen.api.getPersonCard = card
  await page.getByRole('button', { name: '요청 취소' }).click()
  await expect.element(page.getByText(erasure.reason)).not.toBeInTheDocument()
})

test('an admin adds a webhook, reads its secret once, and sees how the last attempt ended', async () => {
  const webhook = {
    id: '3',
    url: 'https://hooks.example.kr/a',
    events: ['report' as const],
    since: '2026-11-28T05:00:00.000Z',
    outcome: '500',
    tried: '2026-11-28T06:00:00.000Z',
    waiting: 4,
  }
  const message = '알림 종류를 하나 이상 선택해 주세요.'
  const screen = await openScreen('/admin?tab=webhooks', {
    api: {
      ...api,
      getWebhooks: [webhook],
      addWebhook: ({ events }) => {
        if (events.length === 0) throw new Refusal('BAD_USER_INPUT', message, [{ field: 'events', message }])
        return { secret: 'whsec_abc' }
      },
      removeWebhook: { count: 1 },
    },
    viewer,
  })
  const list = page.getByRole('list', { name: '자동 알림' })
  await expect.element(list).toMatchTextContent(/새 신고.*hooks\.example\.kr.*500.*전송 대기 4개/)
  await page.getByLabelText('주소').fill('https://hooks.example.kr/b')
  await page.getByLabelText('새 신고').click()
  await page.getByRole('button', { name: '추가', exact: true }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByLabelText('주소')).toHaveValue('https://hooks.example.kr/b')
  await page.getByLabelText('새 글').click()
  await page.getByRole('button', { name: '추가', exact: true }).click()
  await expect.element(page.getByText('whsec_abc')).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
  expect(screen.asked.findLast(({ name }) => name === 'addWebhook')?.variables).toEqual({
    url: 'https://hooks.example.kr/b',
    events: ['post'],
  })
  screen.api.getWebhooks = []
  await list.getByRole('button', { name: /^삭제/ }).click()
  await expect.element(page.getByText('아직 추가한 자동 알림이 없어요.')).toBeVisible()
})
