import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { postMessages } from '#rules/post.ts'
import { fullSite } from '../fake-site.ts'
import { viewer } from '../viewer.ts'
import { doubleText } from './double-text.ts'
import { findAxeFaults } from './judge.ts'
import { type Answers, openScreen, Refusal, type ScreenOptions } from './open-screen.tsx'
import { press } from './press.ts'
import { brokenWords } from './whole-words.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const menu = page.getByRole('navigation', { name: '사용자 메뉴' })
const fromMenu = (entry: string) => async () => {
  await press(button('하나 사용자 메뉴'))
  await press(menu.getByRole('button', { name: entry }))
}
const wrong: Answers = {
  ...fullSite,
  login: () => {
    throw new Refusal('BAD_CREDENTIALS')
  },
  forgotPw: { password: 'qK3!vTz8#mL****' },
  getWithdrawalSummary: { posts: 1, comments: 0, likes: 0, images: 0, saves: 0, collections: 0 },
  searchPlaces: [
    {
      place_name: '욕지 본점',
      address_name: '경남 통영시 욕지면 1',
      category: null,
      precision: null,
      rate: 1,
      distance: null,
      position: { lat: 34.63, lng: 128.26 },
    },
  ],
  getPlaceSuggestions: { suggestions: [] },
  getSuggestions: { data: [{ title: '욕지 횟집', place_name: null }], instead: null, meaning: null },
}
const signedIn: ScreenOptions = { api: wrong, viewer, posts: { 1: { mine: true }, 3: {} } }
const visitor: ScreenOptions = { api: wrong }
const been = { been: true, visits: 2 } as const
const shop = {
  id: '732365424694321',
  name: '명동교자',
  kind: 'korean',
  category: '한식',
  address: '서울 중구 명동10길 29',
  lat: 37.56,
  lng: 126.98,
} as const
const hasBeen: ScreenOptions = {
  viewer,
  api: {
    ...wrong,
    getVisits: { count: 2, again: true },
    getSavedPosts: {
      data: [],
      nextCursor: null,
      startCursor: null,
      gone: [
        {
          post: shop.id,
          title: shop.name,
          address: shop.address,
          lat: 37.56,
          lng: 126.98,
          place_id: shop.id,
          shop,
          at: 0,
        },
      ],
    },
  },
  posts: Object.fromEntries(['1', '2', '3'].map((id) => [id, { ...been, place: '9' }])),
  places: { 9: been, [shop.id]: been },
}

/** Overlay or message that an action shows: a dialog's name, or an element. */
const opened = [
  {
    url: '/me?view=map',
    given: signedIn,
    open: () => {},
    what: page.getByRole('region', { name: '가고 싶어요 지도' }).getByRole('button', { name: '국수집' }),
  },
  { url: '/account/my_list', given: signedIn, open: () => press(button('하나 사용자 메뉴')), what: menu },
  { url: '/account/my_list', given: signedIn, open: fromMenu('로그아웃'), what: '정말 로그아웃하시겠어요?' },
  { url: '/account/my_list', given: signedIn, open: fromMenu('회원탈퇴'), what: '정말 탈퇴하시겠어요?' },
  { url: '/post/1', given: signedIn, open: () => press(button('글 삭제')), what: '정말 삭제하시겠습니까?' },
  {
    url: '/post/3',
    given: signedIn,
    open: () => page.getByRole('main').getByRole('img', { name: '식당 3 사진 1/2' }).click(),
    what: '사진 보기',
  },
  { url: '/post/3', given: signedIn, open: () => press(button('모음에 담기')), what: '모음에 담기' },
  ...['/post/3', '/place/9', '/me?list=been'].map((url) => ({
    url,
    given: hasBeen,
    open: () =>
      button(/‘.*’ 2번 다녀왔어요$/)
        .first()
        .click(),
    what: page.getByRole('group', { name: /다녀온 기록$/ }),
  })),
  {
    url: '/post/3',
    given: signedIn,
    open: async () => {
      await press(button('이 글 메뉴'))
      await press(page.getByRole('button', { name: '신고', exact: true }))
    },
    what: '이 글을 신고할까요?',
  },
  {
    url: '/post/3',
    given: signedIn,
    open: () => press(page.getByText('길찾기')),
    what: page.getByRole('link', { name: '카카오맵' }),
  },
  { url: '/search?keyword=집', given: signedIn, open: () => press(button('필터')), what: '필터' },
  {
    url: '/u/duri',
    given: signedIn,
    open: async () => {
      await press(button('님 메뉴'))
      await press(button('차단하기'))
    },
    what: /님을 차단할까요\?/,
  },
  {
    url: '/account/change_password',
    given: signedIn,
    open: () => press(button('비밀번호 변경')),
    what: page.getByText('현재 비밀번호를 입력해주세요.'),
  },
  {
    url: '/account/sign_up',
    given: visitor,
    open: () => press(button('가입하기')),
    what: page.getByText('닉네임을 입력해주세요.'),
  },
  {
    url: '/add_post',
    given: signedIn,
    open: () => press(button('등록하기')),
    what: page.getByText(postMessages.titleEmpty),
  },
  {
    url: '/add_post',
    given: signedIn,
    open: async () => {
      await page.getByLabelText('장소 검색어').fill('욕지')
      await userEvent.keyboard('{Enter}')
      await press(button('1. 욕지 본점 선택'))
    },
    what: page.getByRole('group', { name: '선택한 위치' }),
  },
  {
    url: '/',
    given: signedIn,
    open: async () => {
      await press(button('검색창 열기'))
      await page.getByRole('combobox', { name: '검색어' }).fill('욕지')
      await expect.element(page.getByRole('option')).toBeVisible()
      await userEvent.keyboard('{ArrowDown}')
    },
    what: page.getByRole('option', { selected: true }),
  },
  {
    url: '/account/login',
    given: visitor,
    open: async () => {
      await page.getByLabelText('이메일', { exact: true }).fill('hana@naver.com')
      await page.getByLabelText('비밀번호', { exact: true }).fill('wrong123!')
      await userEvent.keyboard('{Enter}')
    },
    what: /.+/,
  },
  {
    url: '/account/forgot_password',
    given: visitor,
    open: async () => {
      await page.getByLabelText('이메일', { exact: true }).fill('hana@naver.com')
      await page.getByLabelText('답변').fill('파랑')
      await userEvent.keyboard('{Enter}')
    },
    what: button('이메일로 받기'),
  },
]

const wide = opened.map((one) => ({ ...one, width: 1280, themes: ['light'] }) as const)
const narrow = opened.map((one) => ({ ...one, width: 360, themes: ['light', 'dark'] }) as const)

test.for([...narrow, ...wide])(
  '$what of $url is accessible at $width, and on a phone fits with text of twice the size',
  async ({ url, given, open, what, width, themes }) => {
    await openScreen(url, { ...given, width })
    await open()
    await expect
      .element(typeof what === 'object' && !(what instanceof RegExp) ? what : page.getByRole('dialog', { name: what }))
      .toBeVisible()
    expect(await findAxeFaults(themes)).toEqual([])
    if (width !== 360) return
    doubleText()
    await expect.poll(() => document.documentElement.scrollWidth).toBe(360)
    expect(brokenWords()).toEqual([])
  },
)

test('nothing moves for people who prefer reduced motion', async () => {
  const moving = () =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(element)
      const longest = (list: string) => Math.max(...list.split(',').map((time) => Number.parseFloat(time)))
      const moves =
        longest(transitionDuration) > 0.01 || (animationName !== 'none' && longest(animationDuration) > 0.01)
      return moves ? [`${element.tagName}.${element.className}`] : []
    })
  await openScreen('/post/1', { ...signedIn, width: 1280 })
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
  expect(moving()).toEqual([])
  await button('글 삭제').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(moving()).toEqual([])
})

test('the first Tab offers to skip to the content', async () => {
  await openScreen('/', { ...visitor, width: 1280 })
  await userEvent.tab()
  const skip = page.getByRole('link', { name: '본문으로 건너뛰기' })
  await expect.element(skip).toHaveFocus()
  await expect.element(skip).toBeInViewport()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('a panel traps the focus and returns it', async () => {
  await openScreen('/post/1', { ...signedIn, width: 1280 })
  const opener = button('글 삭제')
  await press(opener)
  const dialog = page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' })
  await expect.element(dialog.getByRole('button', { name: '취소' })).toHaveFocus()
  for (const name of ['확인', '취소', '확인']) {
    await userEvent.tab()
    await expect.element(dialog.getByRole('button', { name })).toHaveFocus()
  }
  await userEvent.tab({ shift: true })
  await expect.element(dialog.getByRole('button', { name: '취소' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('the user menu opens, moves and closes with the keyboard', async () => {
  await openScreen('/', { ...signedIn, width: 1280 })
  const opener = button('하나 사용자 메뉴')
  await press(opener)
  await expect.element(menu.getByRole('link', { name: '내가 쓴 글' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(menu.getByRole('link', { name: '프로필' })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(menu.getByRole('button', { name: '회원탈퇴' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('the focus is in a dialog before the page behind it is hidden', async () => {
  await openScreen('/', { ...visitor, width: 1280 })
  const noted = { hidden: 0, hiddenWithFocus: 0 }
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if ((target as Element).getAttribute('aria-hidden') !== 'true') continue
      noted.hidden++
      if (target.contains(document.activeElement)) noted.hiddenWithFocus++
    }
  })
  observer.observe(document, { subtree: true, attributeFilter: ['aria-hidden'] })
  await press(button(/좋아요 \d+$/).first())
  await expect.element(page.getByRole('dialog')).toBeVisible()
  observer.disconnect()
  expect(noted.hidden).toBeGreaterThan(0)
  expect(noted.hiddenWithFocus).toBe(0)
})

test('login, sign-up and recovery say which fields are required', async () => {
  for (const [url, labels] of [
    ['/account/login', ['이메일', '비밀번호']],
    ['/account/sign_up', ['닉네임', '이메일 아이디', '비밀번호', '비밀번호 확인', '답변']],
    ['/account/forgot_password', ['이메일', '답변']],
  ] as const) {
    await openScreen(url, visitor)
    for (const label of labels) await expect.element(page.getByLabelText(label, { exact: true })).toBeRequired()
  }
})
