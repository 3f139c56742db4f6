import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { person } from '#tests/fake-account.ts'
import { author, listedPerson, suggestedPerson } from '#tests/fake-people.ts'
import { answerSearchInPages, answersBesidePost, fullPost, listedPost, postPage } from '#tests/fake-posts.ts'
import { type Answers, openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'

const other: Answers = {
  getAuthor: author('duri', { username: '두부장인', followers: 1 }),
  getPosts: postPage([]),
  getCollections: [],
}

test('the whole card leads to its post, and its name to the author', async () => {
  const found = listedPost('1', { user_id: 'duri', username: '두부장인' })
  for (const [pressed, url] of [
    ['article .description', '/post/1'],
    ['article time', '/u/duri'],
  ] as const) {
    const screen = await openScreen('/search?keyword=두부', {
      width: 1280,
      api: {
        ...other,
        ...answersBesidePost,
        getPost: fullPost({ id: '1' }),
        getSearchPosts: answerSearchInPages([found]),
        getSearchCollections: [],
      },
    })
    await userEvent.click(document.querySelector(pressed) as HTMLElement, { force: true })
    await expect.poll(() => screen.url).toBe(url)
  }
})

test('who follows is told so by the button, before and after the press, and the number follows', async () => {
  const button = page.getByRole('button', { name: /^두부장인님 팔로/ })
  const numbers = () => visibleTexts('.author-numbers dd')
  const screen = await openScreen('/u/duri', { viewer, api: { ...other, followUser: { count: 1 } }, width: 1280 })
  await expect.element(button).toHaveAccessibleName('두부장인님 팔로우')
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveAccessibleName('두부장인님 팔로잉')
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button).toHaveFocus()
  expect(numbers()).toEqual(['0', '0', '2', '0'])
  await screen.reload({ authors: { duri: { followed: true } } })
  await expect.element(button).toHaveAccessibleName('두부장인님 팔로잉')
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect.element(button).toHaveAccessibleName('두부장인님 팔로우')
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  expect(numbers()).toEqual(['0', '0', '0', '0'])
  expect(screen.asked).toContainEqual({ name: 'followUser', variables: { handle: 'duri', follow: true } })
})

test.each([
  ['hana', [{ handle: 'duri', follow: true }]],
  ['duri', []],
] as const)(
  'whom a visitor wanted to follow is followed after the login, unless that is oneself: %s',
  async (jwt, follows) => {
    const signedIn = { login: person({ jwt }), user: person({ jwt }), followUser: { count: 1 } }
    const screen = await openScreen('/u/duri', { api: { ...other, ...signedIn }, width: 1280 })
    await page.getByRole('link', { name: '두부장인님 팔로우' }).click()
    await page.getByRole('textbox', { name: '이메일' }).fill('hana@naver.com')
    await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
    await page.getByRole('button', { name: '로그인' }).click()
    await expect.poll(() => screen.url).toBe('/u/duri')
    const asked = screen.asked.filter(({ name }) => name === 'followUser').map(({ variables }) => variables)
    expect(asked).toEqual(follows)
  },
)

test('a follow that fails is taken back, and why is said', async () => {
  const followUser = () => {
    throw new Refusal('RATE_LIMITED')
  }
  await openScreen('/u/duri', { viewer, api: { ...other, followUser }, width: 1280 })
  const button = page.getByRole('button', { name: /^두부장인님 팔로/ })
  await button.click()
  await expect.element(page.getByRole('status').filter({ hasText: '요청이 너무 많습니다.' })).toBeVisible()
  await expect.element(button).toHaveAccessibleName('두부장인님 팔로우')
})

test('visitors are led to the login and back, and cannot block', async () => {
  const screen = await openScreen('/u/duri', { api: { ...other }, width: 1280 })
  await expect.element(page.getByText('아직 나눈 맛집이 없어요')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '두부장인님 메뉴' })).not.toBeInTheDocument()
  await page.getByRole('link', { name: '두부장인님 팔로우' }).click()
  await expect.poll(() => screen.url).toBe(`/account/login?next=${encodeURIComponent('/u/duri')}`)
})

test('one’s own page leads to the profile and to one’s people, and can be neither followed nor blocked', async () => {
  await openScreen(`/u/${viewer.jwt}`, {
    viewer,
    width: 1280,
    api: {
      ...other,
      getAuthor: author(viewer.jwt, { username: viewer.username, about: '국수를 좋아해요.' }),
    },
  })
  await expect.element(page.getByText('국수를 좋아해요.')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: /팔로우|메뉴$/ }).filter({ hasText: /팔로우/ }))
    .not.toBeInTheDocument()
  const own = page.getByRole('link', { name: '프로필 수정' })
  await expect.element(own).toHaveAttribute('href', '/account/profile')
  await expect.element(page.getByRole('link', { name: '내 이웃' })).toHaveAttribute('href', '/account/people/followers')
})

test('one’s people are listed below the head, as wide as that', async () => {
  await openScreen('/account/people/followers', {
    viewer,
    width: 1280,
    api: { getPeople: ({ list }) => ({ data: list === 'followers' ? [listedPerson('팬팬')] : [], nextCursor: null }) },
  })
  const people = page.getByRole('list', { name: '팔로워' })
  await expect.element(people.getByRole('link', { name: '팬팬' })).toBeVisible()
  const head = document.querySelector('.account-head')
  expect(people.element().getBoundingClientRect().width).toBe(head?.getBoundingClientRect().width)
  await page.getByRole('link', { name: '팔로잉', exact: true }).click()
  await expect.element(page.getByText('아직 팔로우한 이웃이 없어요')).toBeVisible()
})

test('what somebody has reported is listed with whom they have blocked, and comes back', async () => {
  let reported = [{ kind: 'post' as const, id: '1', title: '수상한 식당', at: '2026-11-01T00:00:00Z' }]
  const screen = await openScreen('/account/people/blocked', {
    viewer,
    api: {
      getPeople: { data: [], nextCursor: null },
      getReported: () => reported,
      takeBackReport: () => {
        reported = []
        return { count: 1 }
      },
    },
  })
  const list = page.getByRole('list', { name: '신고해서 숨긴 항목' })
  await expect.element(list.getByRole('listitem').getByText(/^글 ·\s.* 신고$/)).toBeVisible()
  await expect.element(page.getByText('차단한 이웃이 없어요')).toBeVisible()
  expect(document.querySelectorAll('.empty-state')).toHaveLength(0)
  await list.getByRole('button', { name: '수상한 식당 신고 되돌리기' }).click()
  await expect.element(page.getByText('신고를 되돌렸어요. 이 글이 다시 보여요.')).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
  expect(document.querySelectorAll('.empty-state')).toHaveLength(1)
  await expect.element(page.getByRole('heading', { name: '내 이웃' })).toHaveFocus()
  expect(screen.asked).toContainEqual({ name: 'takeBackReport', variables: { kind: 'post', id: '1' } })
})

test('a reader whose taste is like the author’s is told so, and nobody else', async () => {
  const told = page.getByText('입맛이 비슷해요')
  const screen = await openScreen('/u/duri', { viewer, api: other, authors: { duri: { alike: true } } })
  await expect.element(told).toBeVisible()
  await expect.element(page.getByRole('button', { name: '두부장인님 팔로우' })).toBeVisible()
  await screen.reload({ authors: {} })
  await expect.element(page.getByRole('heading', { name: '두부장인' })).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
})

test('members whose taste is like one’s own are listed, and how to find some where there are none', async () => {
  const screen = await openScreen('/account/people/alike', {
    viewer,
    api: { getPeople: { data: [listedPerson('duri', { username: '두부장인' })], nextCursor: null } },
  })
  await expect.element(page.getByRole('button', { name: '두부장인님 팔로우' })).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'getPeople')?.variables).toMatchObject({ list: 'alike' })
  await screen.reload({ api: { getPeople: { data: [], nextCursor: null } } })
  await expect.element(page.getByText('아직 입맛이 비슷한 이웃이 없어요')).toBeVisible()
  await expect.element(page.getByText(/‘또 갈래요’\u2060를 남기면/)).toBeVisible()
})

test('who follows nobody is offered those whose taste is like theirs', async () => {
  await openScreen('/following', {
    viewer,
    api: {
      getFollowedPosts: postPage([]),
      getActiveAuthors: [
        suggestedPerson('duri', { username: '두부장인', alike: true }),
        suggestedPerson('sena', { username: '오늘은면' }),
      ],
    },
  })
  const rows = page.getByRole('list', { name: '추천하는 이웃' }).getByRole('listitem')
  await expect.element(rows.first().getByText('입맛이 비슷해요')).toBeVisible()
  await expect.element(rows.last().getByText('입맛이 비슷해요')).not.toBeInTheDocument()
})
