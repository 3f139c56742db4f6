import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { commentMessages } from '#rules/comment.ts'
import { failures } from '#rules/errors.ts'
import { answerComments, comment, ownComment } from '#tests/fake-comments.ts'
import { fullPost } from '#tests/fake-posts.ts'
import { listenToScreen } from '#tests/screens/announcements.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Unanswered } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { viewer } from '#tests/viewer.ts'
import type { Comment } from './comments-query.ts'

const section = page.getByRole('region', { name: /^댓글/ })
const form = section.getByRole('form', { name: '답글 쓰기' })
const field = form.getByLabelText('답글', { exact: true })
const send = form.getByRole('button', { name: '남기기' })
const row = (text: string) => section.getByRole('listitem').filter({ hasText: text })
const answer = (text: string) => row(text).getByRole('button', { name: /에 답글$/ })
const rows = () =>
  [...document.querySelectorAll('li.comment .comment-text, li.comment-gone')].map((one) => one.textContent)
const options = section.getByRole('option')

const duri = { handle: 'duri', username: '이두리', image: null }
const sena = { handle: 'sena', username: '박세나', image: null }

function answersFor(comments: Comment[]) {
  return {
    getPost: fullPost({ id: '1', comments: comments.length, user_id: 'nari', username: '최나리' }),
    getPlacePosts: [],
    ...answerComments(comments),
  } satisfies Answers
}

const open = (comments: Comment[], given: Partial<Parameters<typeof openScreen>[1]> = {}) =>
  openScreen('/post/1', { viewer, posts: { 1: {} }, api: answersFor(comments), ...given })

const talk = () => [
  comment('9', { text: '뒤의 댓글', author: sena }),
  comment('1', { text: '첫 댓글', author: duri }),
  comment('2', { text: '먼저 온 답글', author: sena, parent: '1' }),
]

for (const width of [360, 1280] as const) {
  test(`a reply is written under its comment, said, and leaves the focus where it was, at ${width} pixels`, async () => {
    const screen = await open(talk(), { width })
    const said = listenToScreen()
    await press(answer('먼저 온 답글'))
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue('@박세나 ')
    await press(send)
    await expect.element(form.getByText(commentMessages.empty)).toBeVisible()
    await field.fill('@박세나 저도 그래요')
    await press(send)
    await expect.poll(rows).toEqual(['뒤의 댓글', '첫 댓글', '먼저 온 답글', '@박세나 저도 그래요'])
    await expect.poll(said).toContainEqual(expect.stringContaining('답글을 남겼어요'))
    await expect.element(answer('먼저 온 답글')).toHaveFocus()
    await expect.element(form).not.toBeInTheDocument()
    expect(screen.asked.at(-1)).toMatchObject({ variables: { post: '1', parent: '2', text: '@박세나 저도 그래요' } })
    await expect.element(section.getByRole('heading', { name: /^댓글/ })).toHaveTextContent('댓글 4')
  })
}

test('what was offered may be deleted; a reply that failed stays, also closed and after a reload, and is sent once', async () => {
  const api = answersFor(talk())
  const offline = () => {
    throw new Unanswered()
  }
  const screen = await open([], { api: { ...api, addComment: offline } })
  await answer('첫 댓글').click()
  await field.fill('이름 없이')
  await send.click()
  await expect.element(form.getByText(failures.offline)).toBeVisible()
  await form.getByRole('button', { name: '닫기' }).click()
  await expect.element(answer('첫 댓글')).toHaveFocus()
  const again = await screen.reload()
  await answer('뒤의 댓글').click()
  await expect.element(field).toHaveValue('@박세나 ')
  await form.getByRole('button', { name: '닫기' }).click()
  await answer('첫 댓글').click()
  await expect.element(field).toHaveValue('이름 없이')
  again.api.addComment = api.addComment
  await send.click()
  await expect.poll(rows).toHaveLength(4)
  await answer('첫 댓글').click()
  await expect.element(field).toHaveValue('@이두리 ')
})

test('the replies of a comment that is gone stay, with a word in its place, and so do those of one that is deleted', async () => {
  const left = [comment('2', { text: '남은 답글', author: sena, parent: '1' })]
  await open([ownComment('5', { text: '내 댓글' }), comment('6', { text: '그 답글', parent: '5' }), ...left])
  await expect.poll(rows).toEqual(['내 댓글', '그 답글', commentMessages.gone, '남은 답글'])
  await press(row('내 댓글').getByRole('button', { name: '님 댓글 메뉴' }))
  await press(row('내 댓글').getByRole('button', { name: '삭제' }))
  await expect.poll(rows).toEqual([commentMessages.gone, '그 답글', commentMessages.gone, '남은 답글'])
  await expect.element(row('그 답글').getByRole('button', { name: '님 댓글 메뉴' })).toHaveFocus()
})

test('further replies are loaded into their thread by a button that says how many', async () => {
  const many = Array.from({ length: 26 }, (_, n) => comment(`r${n}`, { text: `답글 ${n}`, parent: '1' }))
  const api = answersFor([comment('9', { text: '뒤의 댓글' }), comment('1', { text: '첫 댓글' }), ...many])
  await open([], { api })
  await expect.poll(rows).toHaveLength(5)
  await press(section.getByRole('button', { name: '답글 23개 더 보기' }))
  await expect.poll(rows).toHaveLength(25)
  await expect.element(row('답글 3').first().getByRole('link', { name: '이두리' })).toHaveFocus()
  await press(section.getByRole('button', { name: '답글 3개 더 보기' }))
  await expect.poll(rows).toEqual(['뒤의 댓글', '첫 댓글', ...many.map(({ text }) => text)])
  await expect.element(section.getByRole('button', { name: /더 보기/ })).not.toBeInTheDocument()
})

test('the address of a reply, as a notification has it, shows it however far behind in its thread', async () => {
  const many = Array.from({ length: 60 }, (_, n) => comment(`r${n}`, { text: `답글 ${n}`, parent: '1' }))
  const api = answersFor([comment('9', { text: '뒤의 댓글' }), comment('1', { text: '첫 댓글' }), ...many])
  const screen = await openScreen('/post/1#comment-r30', { viewer, posts: { 1: {} }, api })
  await expect.element(section.getByText('답글 30', { exact: true })).toBeInViewport()
  await expect.poll(rows).toHaveLength(42)
  await expect.element(section.getByRole('button', { name: '답글 20개 더 보기' })).toBeInTheDocument()
  expect(screen.asked.filter(({ name }) => name === 'getReplies')).toHaveLength(2)
})

test('further replies that fail to load are asked for again', async () => {
  const many = Array.from({ length: 5 }, (_, n) => comment(`r${n}`, { text: `답글 ${n}`, parent: '1' }))
  const api = answersFor([comment('1', { text: '첫 댓글' }), ...many])
  const screen = await open([], {
    api: {
      ...api,
      getReplies: () => {
        throw new Unanswered()
      },
    },
  })
  const more = section.getByRole('button', { name: '답글 2개 더 보기' })
  await more.click()
  await expect.element(section.getByText(failures.offline)).toBeVisible()
  screen.api.getReplies = api.getReplies
  await more.click()
  await expect.poll(rows).toHaveLength(6)
})

test('nicknames are suggested after an @, chosen by keys or a press, and Enter is a line otherwise', async () => {
  await open(talk())
  await answer('첫 댓글').click()
  const said = listenToScreen()
  await field.fill('')
  await userEvent.keyboard('@')
  await expect.element(section.getByRole('listbox', { name: '언급할 이웃' })).toBeVisible()
  const names = () => options.elements().map(({ textContent }) => textContent?.slice(-3))
  await expect.poll(names).toEqual(['박세나', '이두리', '최나리'])
  await expect.element(field).toHaveAttribute('aria-activedescendant', options.first().element().id)
  await expect.poll(said).toContainEqual('언급할 이웃 3명')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.element(options.nth(2)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('@최나리 ')
  await expect.element(options).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}@박')
  await expect.poll(names).toEqual(['박세나'])
  await userEvent.keyboard('{Escape}')
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('@최나리 \n@박')
  await userEvent.keyboard(' @ㅇ')
  await expect.poll(names).toEqual(['이두리'])
  await options.first().click()
  await expect.element(field).toHaveValue('@최나리 \n@박 @이두리 ')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('me@')
  await expect.element(options).not.toBeInTheDocument()
})

test('the Enter that ends a syllable in the making chooses nobody and sends nothing', async () => {
  const screen = await open(talk())
  await answer('첫 댓글').click()
  await field.fill('@')
  await expect.element(options.first()).toBeVisible()
  const ends = new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })
  ;(field.element() as HTMLElement).dispatchEvent(ends)
  expect(ends.defaultPrevented).toBe(false)
  await expect.element(options.first()).toBeVisible()
  await expect.element(field).toHaveValue('@')
  expect(screen.asked.map(({ name }) => name)).not.toContain('addComment')
})

test('a nickname that a text names leads to its page, also in an edited text', async () => {
  const mentions = [{ name: '옛이름', handle: 'sena' }]
  await open([
    comment('3', { text: '@옛이름 @모르는 <b>@옛이름</b>', mentions }),
    ownComment('4', { text: '내 댓글' }),
    comment('5', { text: '뒤', author: sena }),
  ])
  const links = row('@옛이름').getByRole('link', { name: '@옛이름' })
  await expect.poll(() => links.elements().map((link) => link.getAttribute('href'))).toEqual(['/u/sena', '/u/sena'])
  await expect.poll(() => rows()[0]).toBe('@옛이름 @모르는 <b>@옛이름</b>')
  await press(row('내 댓글').getByRole('button', { name: '님 댓글 메뉴' }))
  await press(row('내 댓글').getByRole('button', { name: '수정' }))
  const editor = section.getByLabelText('댓글 수정')
  await editor.fill('가운데 끝')
  ;(editor.element() as HTMLTextAreaElement).setSelectionRange(4, 4)
  await userEvent.keyboard('@박')
  await expect.element(options.first()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(editor).toHaveValue('가운데 @박세나 끝')
  expect((editor.element() as HTMLTextAreaElement).selectionStart).toBe('가운데 @박세나 '.length)
})

test('praise with replies is not folded, and a visitor is led to the login', async () => {
  const tasty = { text: '', tasty: true }
  const comments = [
    comment('1', tasty),
    comment('2', { text: '어디가요?', parent: '1' }),
    comment('3', { ...tasty, author: sena }),
  ]
  await open(comments, { viewer: null })
  await expect.poll(rows).toHaveLength(2)
  const login = `/account/login?${new URLSearchParams({ next: '/post/1' })}`
  await expect.element(row('어디가요?').getByRole('link', { name: '답글' })).toHaveAttribute('href', login)
})

test('replies can be used with all senses and in both themes', async () => {
  const long = '수육 백반이 진짜예요. '.repeat(10).trim()
  const comments = [
    comment('2', { text: `@최나리 ${long}`, parent: '1', mentions: [{ name: '최나리', handle: 'nari' }] }),
    ...Array.from({ length: 4 }, (_, n) => ownComment(`r${n}`, { text: `답글 ${n}`, parent: '1' })),
    comment('5', { text: '둘째 댓글', author: sena }),
  ]
  for (const width of [360, 1280] as const) {
    await open(comments, { width })
    expect(await findFaultsInBothThemes()).toEqual([])
    await answer('둘째 댓글').click()
    await field.fill('@')
    await expect.element(options.first()).toBeVisible()
    expect(await findFaultsInBothThemes()).toEqual([])
  }
})
