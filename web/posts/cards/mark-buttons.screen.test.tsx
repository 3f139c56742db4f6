import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { consentLabels } from '#rules/consents.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { person, signUpAnswers } from '#tests/fake-account.ts'
import { besidePost, foundInPages, fullPost, listedPost } from '#tests/fake-posts.ts'
import { openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const want = page.getByRole('button', { name: /^‘.*’ 가고 싶어요$/ })
const likeQuestion = page.getByRole('dialog', { name: '로그인하면 좋아요를 남길 수 있어요' })
const onPage = { ...besidePost, getPost: fullPost({ id: '1', like: 0 }) }

test('a mark that fails is taken back, and why is said', async () => {
  await openScreen('/search?keyword=국수', {
    viewer,
    posts: { 1: { been: true } },
    api: {
      getSearchPosts: foundInPages([listedPost('1')]),
      getSearchCollections: [],
      savePost: () => {
        throw new Unanswered()
      },
    },
  })
  await expect.element(page.getByRole('button', { name: /다녀왔어요$/ })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(want).toHaveAttribute('aria-pressed', 'false')
  await want.click()
  await expect.element(page.getByText(failures.offline)).toBeVisible()
  await expect.element(want).toHaveAttribute('aria-pressed', 'false')
})

test('a like above the limit is reverted, and says so', async () => {
  const screen = await openScreen('/post/1', { viewer, posts: { 1: {} }, api: { ...onPage, likePost: { count: 1 } } })
  await page.getByRole('button', { name: '좋아요 0' }).click()
  const like = page.getByRole('button', { name: '좋아요 1' })
  await expect.element(like).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => screen.asked.map(({ name }) => name)).toContain('likePost')
  screen.api.likePost = () => {
    throw new Refusal('RATE_LIMITED')
  }
  await like.click()
  const often = page.getByRole('dialog', { name: errorMessages.RATE_LIMITED })
  await often.getByRole('button', { name: '닫기' }).click()
  await expect.element(like).toHaveAttribute('aria-pressed', 'true')
})

test('a visitor who wants to keep a post is asked to log in, with the way back', async () => {
  await openScreen('/post/1', { api: { ...onPage }, width: 1280 })
  const want = page.getByRole('button', { name: /^‘.*’ 가고 싶어요에 저장$/ })
  await want.click()
  const dialog = page.getByRole('dialog', { name: '로그인하면 내 맛집에 담을 수 있어요' })
  const login = dialog.getByRole('link', { name: '로그인' })
  await expect.element(login).toHaveAttribute('href', `/account/login?${new URLSearchParams({ next: '/post/1' })}`)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(want).toHaveFocus()
})

test('a heart leads back through sign-up too, and from a post to the post', async () => {
  const screen = await openScreen('/post/1', {
    width: 1280,
    api: { ...onPage, ...signUpAnswers, signup: person({ username: '새이웃' }), likePost: { count: 1 } },
  })
  const heart = page.getByRole('button', { name: '좋아요 0' })
  await expect.element(heart).toHaveAttribute('aria-disabled', 'true')
  heart.element().focus()
  await userEvent.keyboard('{Enter}')
  await likeQuestion.getByRole('link', { name: '회원가입' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '회원가입' })).toBeVisible()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: '로그인' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '로그인' })).toBeVisible()
  await main.getByRole('link', { name: '회원가입' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '회원가입' })).toBeVisible()
  await page.getByRole('textbox', { name: '닉네임' }).fill('새이웃')
  await page.getByLabelText('이메일 아이디').fill('new')
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill('abcd123!')
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill('abcd123!')
  await page.getByRole('textbox', { name: '답변' }).fill('강릉')
  for (const name of ['over14', 'terms', 'privacy'] as const) await page.getByLabelText(consentLabels[name]).click()
  await page.getByRole('button', { name: '가입하기' }).click()
  const welcome = page.getByRole('dialog', { name: '새이웃님, 환영해요!' })
  await welcome.getByRole('button', { name: '이어서 하기' }).click()
  await expect.poll(() => screen.url).toBe('/post/1')
  await heart.click()
  await expect.element(page.getByRole('button', { name: '좋아요 1' })).toBeVisible()
})

test('a pressed heart pops, and its new number rolls in', async () => {
  const started: string[] = []
  const note = ({ animationName }: AnimationEvent) => started.push(animationName)
  document.addEventListener('animationstart', note)
  onTestFinished(() => document.removeEventListener('animationstart', note))
  const animations = () => started.filter((name) => /heart|digits/.test(name))
  await openScreen('/search?keyword=국수', {
    viewer,
    posts: { 1: {} },
    api: { getSearchPosts: foundInPages([listedPost('1')]), getSearchCollections: [], likePost: { count: 1 } },
  })
  // Motion is reduced for the other tests.
  const setMotion = (value: 'no-preference' | 'reduce') =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  await setMotion('no-preference')
  onTestFinished(async () => {
    await setMotion('reduce')
  })
  expect(animations()).toEqual([])
  await page
    .getByRole('article')
    .getByRole('button', { name: /좋아요/ })
    .click()
  await expect.poll(animations).toEqual(expect.arrayContaining(['heart-pops', 'digits-roll']))
})
