import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { consentLabels } from '#rules/consents.ts'
import { homeAnswers, person, signUpAnswers } from '#tests/fake-account.ts'
import { ownMap } from '#tests/fake-places.ts'
import { answerInPages, answersBesideHome } from '#tests/fake-posts.ts'
import { fillSilently } from '#tests/screens/fill-silently.ts'
import { type Answers, openScreen, type Screen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const label = (name: string) => page.getByLabelText(name, { exact: true })
const sent = (screen: Screen, operation: string) =>
  expect.poll(() => screen.asked.find(({ name }) => name === operation)?.variables)

test('a login is sent as it was filled in without events', async () => {
  const api: Answers = { ...homeAnswers, login: person(), user: person() }
  const screen = await openScreen('/account/login', { api })
  fillSilently([
    [label('이메일'), 'hana@naver.com'],
    [label('비밀번호'), 'abcd123!'],
    [label('자동 로그인'), true],
  ])
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await sent(screen, 'login').toEqual({ email: 'hana@naver.com', password: 'abcd123!', autoLogin: true })
  await expect.poll(() => screen.url).toBe('/')
})

test('a sign-up is sent as it was filled in without events', async () => {
  const api: Answers = { ...signUpAnswers, ...homeAnswers, signup: person(), user: person() }
  const screen = await openScreen('/account/sign_up', { api })
  fillSilently([
    [label('닉네임'), '하나'],
    [label('이메일 아이디'), 'hana'],
    [label('이메일 도메인'), 'gmail.com'],
    [label('비밀번호'), 'abcd123!'],
    [label('비밀번호 확인'), 'abcd123!'],
    [label('본인 확인 질문'), '3'],
    [label('답변'), '강릉'],
    ...(['over14', 'terms', 'privacy'] as const).map(
      (name) => [page.getByLabelText(consentLabels[name]), true] as const,
    ),
  ])
  await page.getByRole('button', { name: '가입하기' }).click()
  const account = {
    username: '하나',
    email: 'hana@gmail.com',
    password: 'abcd123!',
    questionIndex: 3,
    questionAnswer: '강릉',
  }
  await sent(screen, 'signup').toMatchObject(account)
  await expect.element(page.getByRole('dialog', { name: '하나님, 환영해요!' })).toBeVisible()
})

test('a post is sent as it was filled in without events', async () => {
  const api: Answers = { ...ownMap, ...answersBesideHome, getPosts: answerInPages([]), addPost: { count: 1, id: '1' } }
  const screen = await openScreen('/add_post', { api, viewer })
  fillSilently([
    [label('상호명'), '을밀대'],
    [label('상세내용'), '국물이 깊어요.'],
  ])
  await page.getByRole('button', { name: '등록하기' }).click()
  await sent(screen, 'addPost').toMatchObject({ title: '을밀대', contents: '국물이 깊어요.' })
})
