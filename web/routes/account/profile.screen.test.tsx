import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountMessages } from '#rules/account.ts'
import { errorMessages } from '#rules/errors.ts'
import { person, profile, profileAnswers } from '#tests/fake-account.ts'
import { author } from '#tests/fake-people.ts'
import { type Answers, openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const nickname = page.getByLabelText('닉네임')
const email = page.getByRole('textbox', { name: '이메일' })
const answer = page.getByRole('textbox', { name: '답변' })
const showAnswer = page.getByRole('button', { name: '답변 보기' })
const save = page.getByRole('button', { name: '저장하기' })
const saved = page.getByRole('dialog', { name: '정보가 수정되었습니다.' })

test('the profile form reports each invalid field and keeps the text', async () => {
  await openScreen('/account/profile', { viewer, api: { ...profileAnswers } })
  await nickname.fill(' ')
  await email.fill('')
  await page.getByRole('textbox', { name: '한 줄 소개' }).fill('가'.repeat(81))
  await showAnswer.click()
  await expect.element(answer).toHaveFocus()
  await answer.fill('')
  await save.click()
  await expect.element(page.getByText('닉네임을 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('한 줄 소개를 80자 이내로 작성해 주세요.')).toBeVisible()
  await expect.element(page.getByText('질문의 답을 적어주세요.')).toBeVisible()
  await expect.element(nickname).toHaveFocus()
  await email.fill('hana@naver')
  await expect.element(page.getByText('이메일을 형식으로 입력해주세요')).toBeVisible()
  await expect.element(email).toHaveValue('hana@naver')
  await expect.element(page.getByRole('textbox', { name: '한 줄 소개' })).toHaveValue('가'.repeat(81))
})

test('the fourth new address of a day is refused beside its field, and the text stays', async () => {
  const message = accountMessages.emailChangedOften(86_400)
  const screen = await openScreen('/account/profile', {
    viewer,
    api: {
      ...profileAnswers,
      update: () => {
        throw new Refusal('RATE_LIMITED', message, [{ field: 'email', message }])
      },
    },
    width: 1280,
  })
  await nickname.fill('또이사꾼')
  await email.fill('moved4@naver.com')
  await save.click()
  const sentence = /오늘은 이메일을 더 바꿀 수 없어요\. 24시간 뒤에/
  await page.getByRole('dialog', { name: sentence }).getByRole('button', { name: '닫기' }).click()
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription(sentence)
  await expect.element(email).toHaveValue('moved4@naver.com')
  screen.api.update = ({ username }) => person({ username })
  await email.fill('moved3@naver.com')
  await save.click()
  await saved.getByRole('button', { name: '닫기' }).click()
  await expect.element(page.getByRole('button', { name: '또이사꾼 사용자 메뉴' })).toBeVisible()
})

test('a taken address is refused beside its field, and what is too much in the form', async () => {
  const screen = await openScreen('/account/profile', {
    viewer,
    api: {
      ...profileAnswers,
      update: () => {
        throw new Refusal('CONFLICT')
      },
    },
    width: 1280,
  })
  await nickname.fill('둘째의 새 이름')
  await email.fill('taken@naver.com')
  await save.click()
  const taken = page.getByRole('dialog', { name: '이미 사용 중인 이메일입니다.' })
  await taken.getByRole('button', { name: '닫기' }).click()
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription(/이미 사용 중인 이메일입니다\./)
  await expect.element(nickname).toHaveValue('둘째의 새 이름')
  screen.api.update = () => {
    throw new Refusal('RATE_LIMITED')
  }
  await email.fill('hana@naver.com')
  await save.click()
  const often = page.getByRole('dialog', { name: errorMessages.RATE_LIMITED })
  await often.getByRole('button', { name: '닫기' }).click()
  await expect.element(nickname).toHaveValue('둘째의 새 이름')
})

test('a profile is saved without showing the answer, which stays as it was', async () => {
  const secret = '아무도 모르는 답'
  const screen = await openScreen('/account/profile', {
    viewer,
    api: {
      ...profileAnswers,
      profile: profile({ questionAnswer: secret }),
      update: ({ username }) => person({ username }),
    },
  })
  await nickname.fill('새이름')
  // The value of a field is in no text or attribute.
  await expect.element(showAnswer).toBeVisible()
  await expect.element(answer).not.toBeInTheDocument()
  expect(page.getByRole('main').element().textContent).not.toContain(secret)
  await save.click()
  await expect.element(saved).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'update')?.variables).toMatchObject({
    username: '새이름',
    questionAnswer: secret,
  })
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click()
  await showAnswer.click()
  await expect.element(answer).toHaveValue(secret)
})

test('the list of sessions shows each device, and ends one of them', async () => {
  const session = {
    createdAt: '2026-11-01T01:00:00Z',
    lastUsedAt: '2026-11-02T02:03:00Z',
    autoLogin: false,
    way: null,
    twoStep: false,
  }
  const here = { ...session, id: '1', device: 'Chrome · Linux', current: true, way: 'passkey' as const }
  const there = {
    ...session,
    id: '2',
    device: 'Chrome · Android',
    current: false,
    way: 'kakao' as const,
    twoStep: true,
  }
  const screen = await openScreen('/account/profile', {
    viewer,
    api: { ...profileAnswers, getSessions: [here, there] },
    width: 1280,
    now: '2026-11-02T03:00:00Z',
  })
  screen.api.endSession = ({ id }) => {
    screen.api.getSessions = [here, there].filter((one) => one.id !== id)
    return { count: 1 }
  }
  const rows = page.getByRole('listitem').filter({ hasText: 'Chrome ·' })
  await expect.element(rows).toHaveLength(2)
  const own = rows.filter({ hasText: '이 기기' })
  await expect.element(own).toHaveLength(1)
  await expect.element(own.getByRole('button')).not.toBeInTheDocument()
  await expect.element(own.getByText('패스키')).toBeVisible()
  expect(rows.first().element().querySelector('time')?.title).toMatch(/^\d{4}년 \d\d월 \d\d일 \d\d시 \d\d분$/)
  await page.getByRole('button', { name: /Chrome · .* 로그아웃/ }).click()
  await expect.element(rows).toHaveLength(1)
  await expect.element(page.getByRole('heading', { name: '로그인한 기기' })).toHaveFocus()
  expect(screen.asked.find(({ name }) => name === 'endSession')?.variables).toEqual({ id: '2' })
})

test('each session tells how the person signed in there, as far as that is known', async () => {
  const at = '2026-11-02T02:03:00Z'
  const session = { createdAt: at, lastUsedAt: at, autoLogin: false, twoStep: false, current: false }
  const ways = ['password', 'passkey', 'kakao', 'naver', null] as const
  const sessions = ways.map((way, n) => ({ ...session, id: String(n), device: `기기 ${n}`, way }))
  await openScreen('/account/profile', {
    viewer,
    api: { ...profileAnswers, getSessions: sessions },
    width: 360,
    now: at,
  })
  const rows = page.getByRole('listitem').filter({ hasText: /기기 \d/ })
  await expect.element(rows).toHaveLength(ways.length)
  const told = () =>
    [...document.querySelectorAll('.session-facts')].map((facts) => facts.querySelector('span')?.textContent)
  expect(told()).toEqual(['비밀번호', '패스키', '카카오', '네이버', undefined])
})

test('town and dishes are changed in the profile, and a refused choice is taken back', async () => {
  localStorage.setItem('town', JSON.stringify({ near: '37.500,127.036', name: '역삼동' }))
  const tastes = ['국밥']
  const api: Answers = { ...profileAnswers, getAuthor: author(viewer.jwt, { tastes }), setTastes: { count: 1 } }
  const screen = await openScreen('/account/profile', { viewer, api })
  const dish = (name: string) => page.getByRole('checkbox', { name })
  await expect.element(dish('국밥')).toBeChecked()
  await dish('만두').click()
  await expect.poll(() => screen.asked).toContainEqual({ name: 'setTastes', variables: { dishes: ['국밥', '만두'] } })
  await expect.element(dish('만두')).toBeChecked()
  screen.api.setTastes = () => {
    throw new Refusal('RATE_LIMITED')
  }
  await dish('초밥').click()
  await expect.element(page.getByText(errorMessages.RATE_LIMITED)).toBeVisible()
  await expect.element(dish('초밥')).not.toBeChecked()
  await page.getByRole('button', { name: '동네 지우기' }).click()
  await expect.element(page.getByRole('button', { name: '동네 고르기' })).toBeVisible()
  expect(localStorage.getItem('town')).toBeNull()
})

test('the search for members of a like taste is switched off, and a refused switch is taken back', async () => {
  const screen = await openScreen('/account/profile', {
    viewer,
    api: { ...profileAnswers, switchTasteMatching: { count: 1 } },
  })
  const search = page.getByRole('checkbox', { name: '입맛이 비슷한 이웃 찾기' })
  await expect.element(search).toBeChecked()
  await search.click()
  await expect.poll(() => screen.asked).toContainEqual({ name: 'switchTasteMatching', variables: { on: false } })
  await expect.element(search).not.toBeChecked()
  screen.api.switchTasteMatching = () => {
    throw new Refusal('RATE_LIMITED')
  }
  await search.click()
  await expect.element(page.getByText(errorMessages.RATE_LIMITED)).toBeVisible()
  await expect.element(search).not.toBeChecked()
})
