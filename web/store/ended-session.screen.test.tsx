import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { homeAnswers, person, profileAnswers } from '#tests/fake-account.ts'
import { ownComment } from '#tests/fake-comments.ts'
import { answerInPages, answersBesidePost, fullPost, listedPost } from '#tests/fake-posts.ts'
import { holdAnswer } from '#tests/screens/held.ts'
import { type Answers, openScreen, Refusal, type Screen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

/** The session has ended, so nothing is accepted until somebody logs in. */
const ended = () => {
  throw new Refusal('UNAUTHENTICATED')
}
const api: Answers = { ...homeAnswers, ...answersBesidePost, user: ended, login: person() }
const button = (name: string) => page.getByRole('button', { name })

/** From then on the site knows the person again. */
async function logIn({ api }: Screen): Promise<void> {
  await expect.element(page.getByText('로그인이 필요합니다.')).toBeVisible()
  await page.getByRole('textbox', { name: '이메일' }).fill('hana@naver.com')
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  api.user = person()
  await button('로그인').click()
}

test('a session that ends while a comment is written leads back to a post that is never said to be missing', async () => {
  const post = fullPost({ id: '1', title: '돌아온 식당' })
  const screen = await openScreen('/post/1', {
    viewer,
    posts: { 1: {} },
    api: { ...api, getPost: post, addComment: ended },
    width: 1280,
  })
  const comments = page.getByRole('region', { name: /^댓글/ })
  await comments.getByRole('textbox', { name: '댓글', exact: true }).fill('다시 올게요.')
  await comments.getByRole('button', { name: '남기기' }).click()
  await expect.poll(() => screen.url).toBe('/account/login?next=%2Fpost%2F1')
  const { release, answer } = holdAnswer(() => post)
  screen.api.getPost = answer
  screen.api.addComment = ownComment('7', { text: '다시 올게요.' })
  await logIn(screen)
  await expect.poll(() => screen.url).toBe('/post/1')
  await expect.element(page.getByText('불러오는 중이에요.')).toBeVisible()
  await expect.poll(() => document.title).toBe('맛나눔')
  release()
  await expect.poll(() => document.title).toBe('돌아온 식당 | 맛나눔')
})

test('a session that ends while a profile is changed leads to login and back to the text', async () => {
  const screen = await openScreen('/account/profile', {
    viewer,
    api: { ...api, ...profileAnswers, update: ended },
    width: 1280,
  })
  await page.getByLabelText('닉네임').fill('바꿀 이름')
  await button('저장하기').click()
  await expect.poll(() => screen.url).toBe('/account/login?next=%2Faccount%2Fprofile')
  await logIn(screen)
  await expect.poll(() => screen.url).toBe('/account/profile')
  await expect.element(page.getByLabelText('닉네임')).toHaveValue('바꿀 이름')
})

test('a session that ends before a post is deleted leads to login, and the post is still there', async () => {
  const own = { title: '남은 글', user_id: viewer.jwt }
  const screen = await openScreen('/post/1', {
    viewer,
    posts: { 1: { mine: true } },
    api: {
      ...api,
      getPost: fullPost({ id: '1', ...own }),
      getPosts: answerInPages([listedPost('1', own)]),
      getNewPostCount: { count: 0 },
      deletePost: ended,
    },
    width: 1280,
  })
  await button('글 삭제').click()
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).click()
  await expect.poll(() => screen.url).toBe('/')
  await expect.element(button('되돌리기')).toBeVisible()
  document.querySelector<HTMLElement>('.toast:has(.toast-undo) .icon-btn')?.click()
  await expect.poll(() => screen.url).toBe('/account/login?next=%2F')
  await logIn(screen)
  await expect.element(page.getByRole('heading', { name: '남은 글' })).toBeVisible()
})
