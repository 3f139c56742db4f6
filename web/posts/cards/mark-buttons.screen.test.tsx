import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { consentLabels } from '#rules/consents.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { homeAnswers, person, signUpAnswers } from '#tests/fake-account.ts'
import { answerSearchInPages, answersBesidePost, fullPost, listedPost } from '#tests/fake-posts.ts'
import { findAxeFaults, findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { viewer } from '#tests/viewer.ts'

const want = page.getByRole('button', { name: /^‘.*’ 가고 싶어요$/ })
const likeQuestion = page.getByRole('dialog', { name: '로그인하면 좋아요를 남길 수 있어요' })
const onPage = { ...answersBesidePost, getPost: fullPost({ id: '1', like: 0 }) }

test('a mark that fails is taken back, and why is said', async () => {
  await openScreen('/search?keyword=국수', {
    viewer,
    posts: { 1: { been: true } },
    api: {
      getSearchPosts: answerSearchInPages([listedPost('1')]),
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
  let like = 0
  const screen = await openScreen('/post/1', {
    width: 1280,
    api: {
      ...onPage,
      ...signUpAnswers,
      signup: person({ username: '새이웃' }),
      user: person({ username: '새이웃' }),
      getPost: () => fullPost({ id: '1', like }),
      likePost: () => {
        like = 1
        return { count: like }
      },
    },
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
  // The press is done that had led here.
  await expect.element(page.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
  expect(sent(screen)).toEqual([{ likePost: { id: '1', isLike: true, jwt: 'hana' } }])
})

const logIn = async () => {
  await page.getByRole('dialog').getByRole('link', { name: '로그인' }).click()
  await page.getByRole('textbox', { name: '이메일' }).fill('hana@naver.com')
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  await page.getByRole('button', { name: '로그인' }).click()
}
const sent = (screen: { asked: readonly { name: string; variables: object }[] }) =>
  screen.asked
    .filter(({ name }) => /^(like|save|follow|set)/.test(name))
    .map(({ name, variables }) => ({ [name]: variables }))

test('a mark that a visitor pressed is set after the login, once, and by no later login', async () => {
  const api = { ...onPage, login: person(), user: person(), savePost: { count: 1 } }
  const screen = await openScreen('/post/1', { api, width: 1280 })
  const want = page.getByRole('button', { name: /가고 싶어요에 저장$/ })
  await want.click()
  await logIn()
  await expect.poll(() => screen.url).toBe('/post/1')
  await expect.element(want).toHaveAttribute('aria-pressed', 'true')
  expect(sent(screen)).toEqual([{ savePost: { post: '1', list: 'want', saved: true } }])
  // The session ends, and another person comes to the same login in the tab's history.
  screen.api.user = () => {
    throw new Refusal('UNAUTHENTICATED')
  }
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(want).toHaveAttribute('aria-pressed', 'false')
  screen.api.user = person()
  history.forward()
  await expect.element(page.getByRole('heading', { level: 1, name: '로그인' })).toBeVisible()
  await page.getByRole('textbox', { name: '이메일' }).fill('duri@naver.com')
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect.poll(() => screen.url).toBe('/post/1')
  await expect.element(page.getByRole('button', { name: /사용자 메뉴/ })).toBeVisible()
  expect(sent(screen)).toHaveLength(1)
})

test('what cannot be marked any more is not marked after the login, which says so', async () => {
  const likePost = () => {
    throw new Refusal('NOT_FOUND')
  }
  const screen = await openScreen('/post/1', {
    api: { ...onPage, login: person(), user: person(), likePost },
    width: 1280,
  })
  await press(page.getByRole('button', { name: '좋아요 0' }))
  await logIn()
  await expect.poll(() => screen.url).toBe('/post/1')
  await expect.element(page.getByRole('button', { name: '좋아요 0' })).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByText(errorMessages.NOT_FOUND)).toBeVisible()
})

test('a login without a press marks nothing', async () => {
  const screen = await openScreen('/post/1', {
    api: { ...homeAnswers, ...onPage, login: person(), user: person() },
    width: 1280,
  })
  await press(page.getByRole('button', { name: '좋아요 0' }))
  await page.getByRole('dialog').getByRole('link', { name: '로그인' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '로그인' })).toBeVisible()
  history.back()
  await expect.poll(() => screen.url).toBe('/post/1')
  await page.getByRole('banner').getByRole('link', { name: '로그인' }).click()
  await page.getByRole('textbox', { name: '이메일' }).fill('hana@naver.com')
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect.element(page.getByRole('button', { name: /사용자 메뉴/ })).toBeVisible()
  expect(sent(screen)).toEqual([])
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
    api: { getSearchPosts: answerSearchInPages([listedPost('1')]), getSearchCollections: [], likePost: { count: 1 } },
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

const ofOnePlace = { 1: { place: '9' }, 2: { place: '9' }, 3: {} } as const
const list = {
  getSearchPosts: answerSearchInPages(['1', '2', '3'].map((id) => listedPost(id, { title: `국수집 ${id}` }))),
  getSearchCollections: [],
}
const markOf = (id: number, name: string) => page.getByRole('button', { name: `‘국수집 ${id}’ ${name}` })
const pressed = (...ids: number[]) =>
  Promise.all(
    [1, 2, 3].map((id) =>
      expect.element(markOf(id, '가고 싶어요')).toHaveAttribute('aria-pressed', String(ids.includes(id))),
    ),
  )

test('a mark on one card of a place marks its other cards at once, and a refusal takes it back', async () => {
  let refuse = () => {}
  const screen = await openScreen('/search?keyword=국수', {
    viewer,
    posts: ofOnePlace,
    api: { ...list, savePost: { count: 1 } },
  })
  await pressed()
  await markOf(2, '가고 싶어요').click()
  await pressed(1, 2)
  await expect.poll(() => screen.asked.filter(({ name }) => name === 'savePost')).toHaveLength(1)
  screen.api.savePost = () =>
    new Promise((_, reject) => {
      refuse = () => reject(new Refusal('RATE_LIMITED'))
    })
  // Another card of the place takes it off.
  await markOf(1, '가고 싶어요').click()
  await pressed()
  await expect.poll(() => screen.asked.filter(({ name }) => name === 'savePost')).toHaveLength(2)
  refuse()
  await expect.element(page.getByRole('dialog', { name: errorMessages.RATE_LIMITED })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click()
  await pressed(1, 2)
})

const visits = page.getByRole('group', { name: /다녀온 기록$/ })

test('다녀왔어요 asks in place whether one would go again, which can be answered or passed over', async () => {
  const screen = await openScreen('/search?keyword=국수', {
    viewer,
    posts: ofOnePlace,
    api: { ...list, savePost: { count: 1 }, setVisits: ({ count, again }) => ({ count, again: again ?? null }) },
  })
  await markOf(1, '다녀왔어요').click()
  await expect.element(visits.getByText('또 갈래요?')).toBeVisible()
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  await visits.getByRole('button', { name: '네' }).click()
  await expect.element(visits).not.toBeInTheDocument()
  const asked = () => screen.asked.filter(({ name }) => name === 'setVisits').map(({ variables }) => variables)
  expect(asked()).toEqual([{ post: '1', count: 1, again: true }])
  await expect.element(markOf(2, '다녀왔어요')).toHaveAttribute('aria-pressed', 'true')
  await markOf(3, '다녀왔어요').click()
  await visits.getByRole('button', { name: '넘어가기' }).click()
  await expect.element(visits).not.toBeInTheDocument()
  expect(asked()).toHaveLength(1)
})

test('a card beside its open panel of visits is readable in both themes, with and without its marks', async () => {
  for (const width of [360, 1280] as const) {
    await openScreen('/search?keyword=국수', {
      viewer,
      width,
      posts: { ...ofOnePlace, 3: { wanted: true } },
      api: { ...list, savePost: { count: 1 }, getVisits: { count: 1, again: null } },
    })
    for (const id of [1, 3]) await markOf(id, '다녀왔어요').click()
    expect(visits.elements()).toHaveLength(2)
    for (const id of [1, 3]) {
      await markOf(id, '가고 싶어요').hover()
      expect(await findFaultsInBothThemes()).toEqual([])
    }
  }
})

test('every state of an open panel of visits is readable in both themes, beside the mark that is pressed and the one that is not', async () => {
  for (const again of [null, true, false]) {
    let answer = () => {}
    await openScreen('/search?keyword=국수', {
      viewer,
      posts: { 1: { been: true }, 2: { been: true, wanted: true, visits: 3 }, 3: {} },
      api: {
        ...list,
        getVisits: ({ post }) =>
          new Promise((resolve) => {
            answer = () => resolve({ count: post === '2' ? 3 : 1, again })
          }),
        setVisits: () => new Promise(() => {}),
      },
    })
    for (const [id, name] of [
      [1, '다녀왔어요'],
      [2, '3번 다녀왔어요'],
    ] as const) {
      await markOf(id, name).click()
      // While it loads, after it has loaded, with the pointer on the other mark, and while an answer is on its way.
      expect(await findAxeFaults(['dark'])).toEqual([])
      answer()
      await expect.element(visits.last().getByRole('button', { name: '네' })).toBeEnabled()
      await markOf(id, '가고 싶어요').hover()
      expect(await findFaultsInBothThemes()).toEqual([])
      await visits.last().getByRole('button', { name: '글쎄요' }).click()
      expect(await findAxeFaults(['dark'])).toEqual([])
    }
  }
})

test('pressed again, 다녀왔어요 counts visits and takes one back, with the last one the mark', async () => {
  let known = { count: 2, again: true as boolean | null }
  const screen = await openScreen('/search?keyword=국수', {
    viewer,
    posts: { 1: { been: true, visits: 2, place: '9' }, 2: { been: true, visits: 2, place: '9' } },
    api: {
      ...list,
      getVisits: () => known,
      setVisits: ({ count, again }) => {
        known = { count, again: again ?? null }
        return known
      },
    },
  })
  await markOf(1, '2번 다녀왔어요').click()
  await expect.element(visits.getByRole('button', { name: '네' })).toHaveAttribute('aria-pressed', 'true')
  await visits.getByRole('button', { name: '다녀온 횟수 늘리기' }).click()
  await expect.element(markOf(2, '3번 다녀왔어요')).toBeVisible()
  await expect.element(visits.getByRole('status')).toHaveTextContent('3번')
  screen.api.setVisits = () => {
    throw new Refusal('BAD_USER_INPUT', '한 곳에 다녀온 횟수는 하루에 3번까지 남길 수 있어요.')
  }
  await visits.getByRole('button', { name: '다녀온 횟수 늘리기' }).click()
  const refused = page.getByRole('dialog', { name: /하루에 3번까지/ })
  await refused.getByRole('button', { name: '닫기' }).click()
  await expect.element(markOf(1, '3번 다녀왔어요')).toBeVisible()
  screen.api.setVisits = ({ count }) => ({ count, again: null })
  for (const left of [2, 1, 0]) {
    await visits.getByRole('button', { name: '다녀온 횟수 줄이기' }).click()
    if (left > 0) await expect.element(visits.getByRole('status')).toHaveTextContent(`${left}번`)
  }
  await expect.element(visits).not.toBeInTheDocument()
  await expect.element(markOf(2, '다녀왔어요')).toHaveAttribute('aria-pressed', 'false')
})
