import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerMap } from '../fake-map.ts'
import { adminAnswers } from '../fake-moderation.ts'
import { shopPlace } from '../fake-places.ts'
import { answerSearchInPages, answersBesidePost } from '../fake-posts.ts'
import { fullSite as api } from '../fake-site.ts'
import { viewer } from '../viewer.ts'
import { doubleText } from './double-text.ts'
import { signsLostInForcedColours } from './forced-colours.ts'
import { findAxeFaults } from './judge.ts'
import { dotsAtLineEnds } from './line-ends.ts'
import { type Answers, openScreen, Refusal } from './open-screen.tsx'
import { brokenWords } from './whole-words.ts'

const missing: Answers = {
  ...answersBesidePost,
  getPost: () => {
    throw new Refusal('NOT_FOUND')
  },
}

const visitors = [
  '/account/login',
  '/account/forgot_password',
  '/account/sign_up',
  '/error',
  '/legal/terms',
  '/nowhere',
  '/search',
  '/search?keyword=없는말&open=1',
  '/area',
  '/u/duri?view=map',
  '/offline',
]
const members = [
  '/',
  '/search?keyword=을지로',
  '/post/3',
  '/post/1',
  '/area/서울',
  '/place/9',
  '/collection/4',
  '/u/duri',
  '/me',
  '/me?view=map',
  '/me?view=import',
  '/following',
  '/here',
  '/here?near=37.5665,126.9926',
  '/notifications',
  '/add_post',
  '/edit/1',
  '/account/my_list',
  '/account/profile',
  '/account/welcome',
  '/account/change_password',
  '/account/people/followers',
  '/account/people/alike',
  '/account/people/blocked',
]
const tabs = ['reports', 'decided', 'people', 'rules', 'record', 'look', 'invitations', 'webhooks', 'figures']
const screens = [
  ...visitors.map((url) => ({
    url,
    given: { api: url.includes('없는말') ? { ...api, getSearchPosts: answerSearchInPages([]) } : api },
  })),
  { url: '/map', given: { api: answerMap() } },
  { url: '/post/404', given: { api: missing } },
  { url: '/place/732365424694321', given: { api: { ...api, getPlace: shopPlace() } } },
  ...tabs.map((tab) => ({ url: `/admin?tab=${tab}`, given: { api: adminAnswers, viewer, waiting: 2 } })),
  ...members.map((url) => ({ url, given: { api, viewer, posts: { 1: { mine: true }, 3: { wanted: true } } } })),
]

/** Screens that only redirect. */
const elsewhere = ['/main', '/prefetch']

test('every screen is judged here', async () => {
  const { paths, pathOf } = await openScreen('/error')
  const judged = new Set(screens.map(({ url }) => pathOf(url)))
  expect(paths.filter((path) => !judged.has(path)).sort()).toEqual(elsewhere)
})

test.for(screens)(
  '$url is accessible, shows its signs in forced colours, and fits the narrowest screen and text of twice the size',
  async ({ url, given }) => {
    const width = () => document.documentElement.scrollWidth
    await openScreen(url, given)
    // The code of a tab comes after its screen.
    if (url.startsWith('/admin')) {
      await expect.poll(() => document.querySelector('.admin-entry, .admin-record li')).not.toBeNull()
    }
    await page.viewport(320, 500)
    await expect.poll(width).toBe(320)
    expect(dotsAtLineEnds()).toEqual([])
    expect(brokenWords()).toEqual([])
    await page.viewport(360, 740)
    const singleText = doubleText()
    await expect.poll(width).toBe(360)
    expect(dotsAtLineEnds()).toEqual([])
    expect(brokenWords()).toEqual([])
    const bar = page.getByRole('navigation', { name: '하단 메뉴' })
    for (const word of ['viewer' in given ? '로그아웃' : '로그인', '홈', '글쓰기', '지도', '내 맛집'])
      await expect.element(bar.getByText(word, { exact: true })).toBeInViewport({ ratio: 1 })
    // A long name has the width of the screen, and the button beside it goes below.
    if (url === '/notifications') expect(document.querySelector('.notification-text')?.clientWidth).toBeGreaterThan(180)

    singleText()
    for (const box of document.querySelectorAll<HTMLInputElement>('[type=checkbox]')) box.checked = true
    expect(await signsLostInForcedColours()).toEqual([])
    expect(await findAxeFaults(['light', 'dark'])).toEqual([])
    await openScreen(url, { ...given, width: 1280 })
    // Widths differ in home's bars alone.
    expect(await findAxeFaults(url === '/' ? ['light', 'dark'] : ['light'])).toEqual([])
  },
)
