import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { person } from '#tests/fake-account.ts'
import { collectionEntry, collectionPage } from '#tests/fake-collections.ts'
import { answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { viewer } from '#tests/viewer.ts'
import { keepPressForReturn } from '#web/accounts/kept-press.ts'

const logins = ['kakao'] as const
const entries = [collectionEntry('1', '마당집')]
const plan = collectionPage('c1', entries, { name: '토요일 저녁', visibility: 'link', mine: false })
const heart = { name: 'setHeart', variables: { id: 'c1', post: '1', on: true } }
const api = { getCollection: plan, setHeart: { count: 1 } }

/** Presses a heart or another mark as a visitor, and '카카오 로그인'. Returns the page to which the login leads back. */
async function leave(url = '/collection/c1', name: string | RegExp = '‘마당집’ 하트 0', answers: Answers = api) {
  const away = () => `${location.href.split('#')[0]}#away`
  const screen = await openScreen(url, { logins, api: { ...answers, beginProviderLogin: away } })
  await press(page.getByRole('button', { name }))
  await page.getByRole('dialog').getByRole('link', { name: '로그인' }).click()
  await page.getByRole('button', { name: '카카오 로그인' }).click()
  await expect.poll(() => location.hash).toBe('#away')
  const begun = screen.asked.findLast(({ name }) => name === 'beginProviderLogin')
  return String(begun?.variables.next)
}

test('what a visitor pressed before a login at a provider is done on the page that it leads to, once', async () => {
  const next = await leave('/collection/c1?view=x#entry-1')
  expect(next).toMatch(/^\/collection\/c1.*#wish=\d+$/)
  const screen = await openScreen(next, { viewer, logins, api })
  await expect.poll(() => screen.asked).toContainEqual(heart)
  await expect.poll(() => location.hash).toBe('#entry-1')
  const again = await openScreen(next, { viewer, logins, api })
  await expect.poll(() => location.hash).toBe('#entry-1')
  expect(again.asked.map(({ name }) => name)).not.toContain('setHeart')
})

test.each(['known', 'code', 'denied'])(
  'so it is after a return that ended with %s and a login by password',
  async (result) => {
    const next = await leave()
    const search = new URLSearchParams({ next })
    const screen = await openScreen(`/account/login?${search}#provider=kakao&result=${result}`, {
      logins,
      api: { ...api, login: person(), loginByCode: person(), user: person(), linkPendingLogin: { count: 1 } },
    })
    if (result === 'code') {
      await page.getByRole('textbox', { name: '인증 코드' }).fill('123456')
      await page.getByRole('button', { name: '로그인', exact: true }).click()
    } else {
      await page.getByRole('textbox', { name: '이메일' }).fill('hana@naver.com')
      await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
      await page.getByRole('button', { name: '로그인', exact: true }).click()
    }
    await expect.poll(() => screen.url + location.hash).toBe('/collection/c1')
    expect(screen.asked.filter(({ name }) => name === 'setHeart')).toEqual([heart])
  },
)

test.each([
  ['likePost', /^좋아요 \d/],
  ['savePost', /가고 싶어요/],
])('a mark that the member had set before is not taken back (%s)', async (operation, name) => {
  const answers = {
    ...answersBesidePost,
    getPost: fullPost({ id: '1' }),
    likePost: { count: 3 },
    savePost: { count: 1 },
  }
  const next = await leave('/post/1', name, answers)
  const screen = await openScreen(next, {
    viewer,
    logins,
    api: answers,
    posts: { 1: { liked: true, wanted: true, place: '7' } },
  })
  await expect.poll(() => location.hash + sessionStorage.getItem('fulfilled_wish')).toMatch(/^\d+$/)
  const button = page.getByRole('button', { name })
  await press(button)
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => screen.asked.filter(({ name }) => name === operation)).toHaveLength(1)
})

test('an author whom the member follows already is not counted as followed once more', async () => {
  const api = {
    ...answersBesidePost,
    getPost: fullPost({ id: '1', user_id: 'mina' }),
    followUser: { count: 1 },
    likePost: { count: 4 },
  }
  const next = keepPressForReturn('/post/1', { press: 'followed mina', at: Date.now() }) ?? ''
  const screen = await openScreen(next, {
    viewer,
    logins,
    api,
    posts: { 1: {} },
    authors: { mina: { followed: true } },
  })
  await expect.poll(() => location.hash + sessionStorage.getItem('fulfilled_wish')).toMatch(/^\d+$/)
  await press(page.getByRole('button', { name: /^좋아요 \d/ }))
  await expect.poll(() => screen.asked.map(({ name }) => name)).toContain('likePost')
  expect(screen.asked.map(({ name }) => name)).not.toContain('followUser')
})

test('a link that only looks like that way back does nothing, nor does a login that did not take the wish along', async () => {
  const next = await leave()
  const other = await openScreen(`/collection/c1#wish=${Number(next.split('=').at(-1)) + 1}`, { viewer, logins, api })
  await expect.poll(() => location.hash).toBe('')
  expect(other.asked.map(({ name }) => name)).not.toContain('setHeart')
  const login = await openScreen('/account/login?next=%2Fcollection%2Fc1', {
    logins,
    api: { ...api, login: person(), user: person() },
  })
  await page.getByRole('textbox', { name: '이메일' }).fill('hana@naver.com')
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await expect.poll(() => login.url).toBe('/collection/c1')
  expect(login.asked.map(({ name }) => name)).not.toContain('setHeart')
})
