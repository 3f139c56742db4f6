import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { commentMessages, TASTY_TOO_TEXT } from '#rules/comment.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { answerComments, comment, ownComment } from '#tests/fake-comments.ts'
import { fullPost } from '#tests/fake-posts.ts'
import { listenToScreen } from '#tests/screens/announcements.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { viewer } from '#tests/viewer.ts'
import type { Comment } from './comments-query.ts'

const section = page.getByRole('region', { name: /^댓글/ })
const field = section.getByRole('textbox', { name: '댓글', exact: true })
const send = section.getByRole('button', { name: '남기기' })
const head = section.getByRole('heading', { name: /^댓글/ })
const tastyToo = section.getByRole('button', { name: TASTY_TOO_TEXT })
const rows = () => [...document.querySelectorAll('li.comment')].map(({ textContent }) => textContent)
const row = (text: string) => section.getByRole('listitem').filter({ hasText: text })
const menuOf = (text: string) => row(text).getByRole('button', { name: '님 댓글 메뉴' })

/** Answers of the page of a post with these comments, the newest first. */
function answersFor(comments: Comment[]) {
  return {
    getPost: fullPost({ id: '1', comments: comments.length, user_id: 'duri' }),
    getPlacePosts: [],
    ...answerComments(comments),
  } satisfies Answers
}

async function chooseByKey(text: string, entry: '수정' | '삭제'): Promise<void> {
  await press(menuOf(text))
  await press(row(text).getByRole('button', { name: entry }))
}

for (const width of [360, 1280] as const) {
  test(`a comment is written, edited and deleted without losing the focus, and each is said, at ${width} pixels`, async () => {
    await openScreen('/post/1', { viewer, posts: { 1: {} }, api: answersFor([]), width })
    const said = listenToScreen()
    const isSaid = (text: string) => expect.poll(said).toContainEqual(expect.stringContaining(text))
    for (const text of ['첫 댓글', '둘째 댓글']) {
      await field.fill(text)
      said()
      await press(send)
      await isSaid('댓글을 남겼어요')
      await expect.element(field).toHaveFocus()
    }
    await chooseByKey('첫 댓글', '수정')
    await press(section.getByRole('button', { name: '취소' }))
    await expect.element(menuOf('첫 댓글')).toHaveFocus()
    await chooseByKey('첫 댓글', '수정')
    const editor = section.getByRole('textbox', { name: '댓글 수정' })
    await editor.fill('')
    await press(section.getByRole('button', { name: '저장' }))
    await expect.element(section.getByText(commentMessages.empty)).toBeVisible()
    await editor.fill('고친 댓글')
    await press(section.getByRole('button', { name: '저장' }))
    await isSaid('댓글을 수정했어요')
    await expect.element(menuOf('고친 댓글')).toHaveFocus()
    await chooseByKey('둘째 댓글', '삭제')
    await isSaid('댓글을 삭제했어요')
    await expect.element(menuOf('고친 댓글')).toHaveFocus()
    await chooseByKey('고친 댓글', '삭제')
    await expect.element(head).toHaveFocus()
  })
}

test('a comment that failed loses nothing, and is sent again as the same one', async () => {
  const offline = () => {
    throw new Unanswered()
  }
  const answers = answersFor([])
  const screen = await openScreen('/post/1', { viewer, posts: { 1: {} }, api: { ...answers, addComment: offline } })
  await field.fill('가'.repeat(201))
  await send.click()
  await expect.element(section.getByText(commentMessages.long)).toBeVisible()
  await field.fill('지하철에서 썼어요.')
  await send.click()
  await expect.element(section.getByText(failures.offline)).toBeVisible()
  const again = await screen.reload()
  await expect.element(field).toHaveValue('지하철에서 썼어요.')
  await send.click()
  await expect.element(section.getByText(failures.offline)).toBeVisible()
  again.api.addComment = answers.addComment
  await send.click()
  await expect.poll(rows).toHaveLength(1)
  await expect.element(section.getByText(failures.offline)).not.toBeInTheDocument()
  const [lost, arrived] = again.asked.filter(({ name }) => name === 'addComment').map(({ variables }) => variables)
  expect(arrived).toEqual(lost)
  expect(arrived?.key).toEqual(expect.stringMatching(/./))
  await again.reload()
  await expect.element(field).toHaveValue('')
})

test('a changed comment that needs a login stays in its field', async () => {
  const editComment = () => {
    throw new Refusal('UNAUTHENTICATED')
  }
  const screen = await openScreen('/post/1', {
    viewer,
    posts: { 1: {} },
    api: { ...answersFor([ownComment('1', { text: '먼저 쓴 글' })]), editComment },
  })
  await chooseByKey('먼저 쓴 글', '수정')
  const editor = section.getByRole('textbox', { name: '댓글 수정' })
  await editor.fill('길게 고친 글')
  await press(section.getByRole('button', { name: '저장' }))
  await expect.element(section.getByText(errorMessages.UNAUTHENTICATED)).toBeVisible()
  await expect.element(editor).toHaveValue('길게 고친 글')
  expect(screen.url).toBe('/post/1')
})

test('a visitor reads, and is led to the login by what a member presses', async () => {
  await openScreen('/post/1', { api: answersFor([]), width: 1280 })
  await expect.element(section.getByText('가 보셨다면 첫 이야기를 들려 주세요')).toBeVisible()
  await openScreen('/post/1', { api: answersFor([comment('1', { text: '', tasty: true })]), width: 1280 })
  const said = section.getByRole('button', { name: '이두리님도 맛있었대요' })
  await said.click()
  expect(rows()).toHaveLength(1)
  await expect.element(row(TASTY_TOO_TEXT).getByRole('button')).not.toBeInTheDocument()
  const login = `/account/login?${new URLSearchParams({ next: '/post/1' })}`
  await expect.element(section.getByRole('link', { name: TASTY_TOO_TEXT })).toHaveAttribute('href', login)
})

test('a member says with one press that it is tasty, and takes it back', async () => {
  const api = answersFor([comment('1', { text: '', tasty: true })])
  const screen = await openScreen('/post/1', { viewer, posts: { 1: {} }, api, width: 1280 })
  await tastyToo.click()
  await expect.element(section.getByText('이두리님 외 1명도 맛있었대요')).toBeVisible()
  await expect.element(tastyToo).toHaveAttribute('aria-pressed', 'true')
  expect(screen.asked.at(-1)).toEqual({ name: 'addComment', variables: { post: '1', text: '', tasty: true } })
  expect(rows()).toHaveLength(0)
  await screen.reload({ posts: { 1: { tasty: true } } })
  await expect.element(tastyToo).toHaveAttribute('aria-pressed', 'true')
  await section.getByRole('button', { name: '이두리님 외 1명도 맛있었대요' }).click()
  expect(rows()).toHaveLength(2)
  await chooseByKey(viewer.username, '삭제')
  await expect.element(section.getByText('이두리님도 맛있었대요')).toBeVisible()
  await expect.element(tastyToo).toHaveAttribute('aria-pressed', 'false')
  // If only the reader said so, the sentence names no others.
  await openScreen('/post/1', { viewer, posts: { 1: {} }, api: answersFor([]), width: 1280 })
  await tastyToo.click()
  await expect.element(section.getByText('맛있었다고 남기셨어요')).toBeVisible()
})

test('two presses that wait in one queue send once', async () => {
  const screen = await openScreen('/post/1', { viewer, posts: { 1: {} }, api: answersFor([]), width: 1280 })
  await expect.element(tastyToo).toBeVisible()
  const button = tastyToo.element() as HTMLElement
  for (const _ of [1, 2]) setTimeout(() => button.click())
  await expect.element(tastyToo).toHaveAttribute('aria-pressed', 'true')
  expect(screen.asked.filter(({ name }) => name === 'addComment')).toHaveLength(1)
})

test('a list of many comments goes on by a button, which says how many are left', async () => {
  const api = answersFor(Array.from({ length: 25 }, (_, index) => comment(String(25 - index))))
  await openScreen('/post/1', { api })
  await expect.poll(rows).toHaveLength(20)
  expect(rows()[0]).toContain('댓글 25번')
  await section.getByRole('button', { name: '댓글 5개 더 보기' }).click()
  await expect.poll(rows).toHaveLength(25)
  await expect.element(section.getByRole('button', { name: '더 보기' })).not.toBeInTheDocument()
})

test('comments can be used with all senses and in both themes', async () => {
  const api = answersFor([
    ownComment('2', { text: '수육 백반이 진짜예요. '.repeat(10).trim(), edited: true }),
    comment('1', { text: '', tasty: true }),
  ])
  for (const width of [360, 1280] as const) {
    await openScreen('/post/1', { viewer, posts: { 1: {} }, api, width })
    await field.fill('짧은 글')
    await menuOf('수육').click()
    await expect.element(row('수육').getByRole('button', { name: '수정' })).toBeVisible()
    expect(await findFaultsInBothThemes()).toEqual([])
  }
})

test('praise without a word is folded into one sentence, and opened by the address of one of it', async () => {
  const praise = (id: string, username: string) =>
    comment(id, { text: '', tasty: true, author: { handle: `h${id}`, username, image: null } })
  const all = [praise('5', '김하나'), comment('4'), praise('3', '박세나'), praise('2', '이두리'), praise('1', '최나리')]
  await openScreen('/post/1', { api: answersFor(all) })
  await expect.poll(rows).toHaveLength(1)
  const said = section.getByRole('button', { name: '김하나님 외 3명도 맛있었대요' })
  await expect.element(said).toHaveAttribute('aria-expanded', 'false')
  await said.click()
  await expect.poll(rows).toHaveLength(5)
  await said.click()
  await expect.poll(rows).toHaveLength(1)
  await openScreen('/post/1#comment-2', { api: answersFor(all) })
  await expect.poll(rows).toHaveLength(5)
})
