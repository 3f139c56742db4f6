import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { READER_HEADER } from '#contract/reader-state.ts'
import { errorMessages } from '#rules/errors.ts'
import { reportReasons } from '#rules/moderation.ts'
import { apiPaths } from '#rules/paths.ts'
import { profileAnswers } from '#tests/fake-account.ts'
import { answerComments } from '#tests/fake-comments.ts'
import { ownMap } from '#tests/fake-places.ts'
import { answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { listenToScreen } from '#tests/screens/announcements.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'
import { draftKey } from '../storage/drafts.ts'

const SENTENCE = errorMessages.OTHER_ACCOUNT
const notice = page.getByRole('status').filter({ hasText: SENTENCE })
const wayOn = notice.getByRole('button', { name: '새로고침' })
const comment = page.getByRole('textbox', { name: '댓글', exact: true })
const send = page.getByRole('button', { name: '남기기' })

const refuse = () => {
  throw new Refusal('OTHER_ACCOUNT')
}

const post = { ...answersBesidePost, getPost: fullPost({ id: '1', like: 0, user_id: 'duri' }), ...answerComments([]) }

function openPost(api: Answers = {}, width: 360 | 768 | 1280 = 360) {
  return openScreen('/post/1', { viewer, posts: { 1: {} }, api: { ...post, ...api }, width })
}

/** Sends the message of another tab in which this handle, or no account, is signed in. */
function tell(handle: string) {
  dispatchEvent(new StorageEvent('storage', { key: 'reader', newValue: handle }))
  dispatchEvent(new StorageEvent('storage', { key: 'reader', oldValue: handle, newValue: null }))
}

/** Answers requests that are no operation of the API. Returns the headers of each. */
function answerOther(isAsked: (path: string, init?: RequestInit) => boolean, status: number, body: object | null) {
  const sent: Headers[] = []
  const answerApi = window.fetch
  window.fetch = async (input, init) => {
    if (!isAsked(String(input), init)) return answerApi(input, init)
    sent.push(new Headers(init?.headers))
    return Response.json(body, { status })
  }
  return sent
}

/** Counts checks of the site before a reload; the site is away, so the test goes on. */
function countReloads(): () => number {
  const asked = answerOther((_, init) => init?.method === 'HEAD', 503, null)
  return () => asked.length
}

const comeBack = () => dispatchEvent(new Event('focus'))

for (const width of [360, 768, 1280] as const) {
  test(`a comment refused for another account stays where it is, and the tab says why, at ${width} pixels`, async () => {
    let shown: string | null = null
    const addComment = (_: unknown, headers: Headers) => {
      shown = headers.get(READER_HEADER)
      return refuse()
    }
    await openPost({ addComment }, width)
    await comment.fill('첫째가 쓴 댓글')
    const said = listenToScreen()
    const place = comment.element().getBoundingClientRect().top + scrollY
    await send.click()
    await expect.element(wayOn).toBeVisible()
    expect(said()).toContainEqual(expect.stringContaining(SENTENCE))
    expect(shown).toBe(viewer.jwt)
    await expect.element(comment).toHaveValue('첫째가 쓴 댓글')
    expect(comment.element().getBoundingClientRect().top + scrollY).toBe(place)
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([
      draftKey(viewer.jwt, 'comment 1'),
    ])
    expect(await findFaultsInBothThemes()).toEqual([])
  })
}

test('the text is a draft of who wrote it, and the next account does not get it', async () => {
  const screen = await openPost({ addComment: refuse })
  await comment.fill('첫째가 쓴 댓글')
  await send.click()
  await expect.element(wayOn).toBeVisible()
  const other = await screen.reload({ viewer: { ...viewer, jwt: 'duri', username: '두리' } })
  await expect.element(comment).toHaveValue('')
  await other.reload({ viewer })
  await expect.element(comment).toHaveValue('첫째가 쓴 댓글')
})

test('a heart refused for another account is taken back, and the reason is said once, also the next time', async () => {
  const screen = await openPost({ likePost: refuse })
  const heart = page.getByRole('button', { name: '좋아요 0' })
  const count = () => screen.asked.filter(({ name }) => name === 'likePost').length
  for (const time of [1, 2]) {
    await heart.click()
    await expect.poll(count).toBe(time)
    await expect.element(wayOn).toBeVisible()
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
    expect(visibleTexts('.toast span')).toEqual([SENTENCE])
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await notice.getByRole('button', { name: '알림 닫기' }).click()
    await expect.element(wayOn).not.toBeInTheDocument()
  }
})

test('a post refused for another account stays in its form, and no dialog hides the way on', async () => {
  await openScreen('/add_post', { viewer, api: { ...ownMap, addPost: refuse }, width: 1280 })
  await page.getByLabelText('상호명').fill('첫째의 글')
  await page.getByLabelText('상세내용').fill('어제 다녀왔어요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(wayOn).toBeVisible()
  await expect.poll(() => visibleTexts('.form .alert')).toEqual([SENTENCE])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('상호명')).toHaveValue('첫째의 글')
  await expect.element(page.getByLabelText('상세내용')).toHaveValue('어제 다녀왔어요.')
})

test('in a dialog the sentence is beside its buttons, and the notice comes when it is closed', async () => {
  await openPost({ report: refuse })
  await page.getByRole('button', { name: '이 글 메뉴' }).click()
  await page.getByRole('button', { name: '신고', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(reportReasons.spam).click()
  await dialog.getByRole('textbox').fill('같은 글이 여러 개예요.')
  await dialog.getByRole('button', { name: '신고하기' }).click()
  await expect.element(dialog.getByText(SENTENCE)).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('같은 글이 여러 개예요.')
  expect(visibleTexts('.toast')).toEqual([])
  await dialog.getByRole('button', { name: '취소' }).click()
  await expect.element(wayOn).toBeVisible()
})

test('a tab hears of another account from the tab that has changed it, and when its own is back', async () => {
  await openPost()
  await comment.fill('쓰다 만 댓글')
  for (const own of [viewer.jwt, `${viewer.jwt} 4`, '']) {
    tell(own)
    await expect.element(page.getByRole('main')).toBeVisible()
    await expect.element(wayOn).not.toBeInTheDocument()
  }
  tell('duri')
  await expect.element(wayOn).toBeVisible()
  tell(viewer.jwt)
  await expect.element(wayOn).not.toBeInTheDocument()
  await expect.element(comment).toHaveValue('쓰다 만 댓글')
})

test('what a tab hears while its page is loading is said as soon as it is there', async () => {
  const getPost = () => {
    tell('duri')
    return post.getPost
  }
  await openPost({ getPost })
  await expect.element(wayOn).toBeVisible()
})

test('a tab to which its person returns loads anew for the present account, unless something was typed', async () => {
  await openPost()
  const reloads = countReloads()
  comeBack()
  tell(viewer.jwt)
  comeBack()
  expect(reloads()).toBe(0)
  for (const [times, handle] of ['duri', ''].entries()) {
    tell(handle)
    expect(reloads()).toBe(times)
    comeBack()
    expect(reloads()).toBe(times + 1)
  }
  await comment.fill('쓰다 만 댓글')
  tell('duri')
  const said = listenToScreen()
  comeBack()
  expect(reloads()).toBe(2)
  await expect.poll(said).toContainEqual(expect.stringContaining(SENTENCE))
  await wayOn.click()
  await expect.poll(reloads).toBe(3)
  await expect.element(comment).toHaveValue('쓰다 만 댓글')
})

test('a visitor’s tab hears of a login in another one, and says who it shows', async () => {
  const shown: (string | null)[] = []
  await openScreen('/account/login', {
    api: {
      login: (_, headers) => {
        shown.push(headers.get(READER_HEADER))
        throw new Refusal('BAD_CREDENTIALS')
      },
    },
  })
  await page.getByRole('textbox', { name: '이메일' }).fill('hana@naver.com')
  tell('duri')
  await expect.element(wayOn).toBeVisible()
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await expect.element(page.getByText(errorMessages.BAD_CREDENTIALS)).toBeVisible()
  expect(shown).toEqual(['visitor'])
})

test('a page that Back shows again asks who is signed in', async () => {
  const screen = await openPost()
  screen.api.user = () => {
    throw new Refusal('FORBIDDEN')
  }
  sessionStorage.user = JSON.stringify(viewer)
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(wayOn).toBeVisible()
  await expect.element(comment).toBeVisible()
})

test('a download refused for another account says why, beside its button and with the way on', async () => {
  await openScreen('/account/profile', { viewer, api: profileAnswers, width: 1280 })
  const error = { message: SENTENCE, extensions: { code: 'OTHER_ACCOUNT' } }
  const sent = answerOther((path) => path === apiPaths.dataExport, 409, { errors: [error] })
  await page.getByRole('link', { name: '내 데이터 다운로드' }).click()
  await expect.element(wayOn).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(SENTENCE)).toBeVisible()
  expect(sent.map((headers) => headers.get(READER_HEADER))).toEqual([viewer.jwt])
})
