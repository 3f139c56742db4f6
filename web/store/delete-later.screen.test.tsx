import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { READER_HEADER } from '#contract/reader-state.ts'
import { collection, collectionPage } from '#tests/fake-collections.ts'
import { answerComments, ownComment } from '#tests/fake-comments.ts'
import { answerInPages, answersBesideHome, answersBesidePost, fullPost, listedPost } from '#tests/fake-posts.ts'
import { type Answers, openScreen, Refusal, type Screen } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { viewer } from '#tests/viewer.ts'

const undo = page.getByRole('button', { name: '되돌리기' })
const dialog = page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' })
const confirm = dialog.getByRole('button', { name: '확인' })
const content = () => document.querySelector<HTMLElement>('#content')
const titles = () => [...document.querySelectorAll('article h2')].map(({ textContent }) => textContent)
const cardOf = (title: string) => page.getByRole('article').filter({ hasText: title })
const deletions = ({ asked }: Screen) => asked.map(({ name }) => name).filter((name) => name.startsWith('delete'))

afterEach(() => vi.useRealTimers())

/** Lets the test move the time of the page. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

/** Closes the message with the undo. */
const closeMessage = () => userEvent.click(document.querySelector('.toast:has(.toast-undo) .icon-btn') as HTMLElement)

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(requestAnimationFrame)
}

/** Lets the entry of a closed menu or dialog leave the history, which takes real time: a wait for it must not run out. */
async function leaveOverlayEntry(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1)
  await until(() => !history.state?.overlays)
}

/** Answers of the author of these posts, newest first, as the API gives them while they delete some. */
function answersFor(...all: string[]) {
  const posts = all.map((title) => listedPost(title, { title, user_id: viewer.jwt }))
  return {
    ...answersBesideHome,
    ...answersBesidePost,
    getPosts: answerInPages(() => posts),
    getPost: ({ id }) => fullPost({ id, title: id, user_id: viewer.jwt }),
    deletePost: ({ id }) => {
      posts.splice(0, posts.length, ...posts.filter((post) => post.id !== id))
      return { count: 1 }
    },
  } satisfies Answers
}

const mine = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, { mine: true as const }]))

test('deleting asks first, can be undone, reports a failure, and removes the post from every list', async () => {
  const api = answersFor('남길 글', '지울 글')
  const screen = await openScreen('/account/my_list', { viewer, posts: mine('남길 글', '지울 글'), api, width: 1280 })
  const ask = () => cardOf('지울 글').getByRole('button', { name: '글 삭제' }).click()
  await ask()
  await dialog.getByRole('button', { name: '취소' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(titles()).toEqual(['남길 글', '지울 글'])
  const remove = async () => {
    await ask()
    await confirm.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(titles).toEqual(['남길 글'])
  }
  await remove()
  await undo.click()
  await expect.poll(titles).toEqual(['남길 글', '지울 글'])
  screen.api.deletePost = () => {
    throw new Refusal('INTERNAL')
  }
  await remove()
  // Closing the message ends the time to change one's mind.
  await closeMessage()
  await expect.element(page.getByRole('status').filter({ hasText: '애러가 발생했습니다.' })).toBeVisible()
  await expect.poll(titles).toEqual(['남길 글', '지울 글'])
  screen.api.deletePost = api.deletePost
  await remove()
  await page.getByRole('link', { name: '맛나눔' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: '내가 쓴 글' })).not.toBeInTheDocument()
  await expect.poll(titles).toEqual(['남길 글'])
  await closeMessage()
  await expect.poll(() => deletions(screen)).toEqual(['deletePost', 'deletePost'])
  expect(titles()).toEqual(['남길 글'])
})

test('after a deletion from a list a message appears, and the focus goes to the next card, the previous one, or the heading', async () => {
  const all = ['첫째', '둘째', '셋째']
  await openScreen('/account/my_list', { viewer, posts: mine(...all), api: answersFor(...all), width: 1280 })
  const link = (title: string) => cardOf(title).getByRole('link', { name: title, exact: true })
  const ask = (title: string) => press(cardOf(title).getByRole('button', { name: '글 삭제' }))
  const remove = async (title: string) => {
    await ask(title)
    await press(confirm)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('글을 삭제했어요.').last()).toBeVisible()
  }
  await remove('둘째')
  await expect.element(link('셋째')).toHaveFocus()
  await remove('셋째')
  await expect.element(link('첫째')).toHaveFocus()
  await ask('첫째')
  await press(dialog.getByRole('button', { name: '취소' }))
  await expect.element(cardOf('첫째').getByRole('button', { name: '글 삭제' })).toHaveFocus()
  await remove('첫째')
  await expect.element(page.getByRole('heading', { name: '아직 쓴 글이 없어요' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '내가 쓴 글' })).toHaveFocus()
})

type Deletable = {
  open: () => Promise<Screen>
  /** It, where it is shown before it is deleted and after it was brought back. */
  shown: Locator
  /** Opens the way to the deletion, and returns its button. */
  ask: () => Promise<Locator>
  operation: string
}

const deletable: Record<string, Deletable> = {
  post: {
    open: () => openScreen('/account/my_list', { viewer, posts: mine('지울 글'), api: answersFor('지울 글') }),
    shown: cardOf('지울 글'),
    ask: async () => {
      await cardOf('지울 글').getByRole('button', { name: '글 삭제' }).click()
      return confirm
    },
    operation: 'deletePost',
  },
  comment: {
    open: () => {
      const api = { ...answersFor(), ...answerComments([ownComment('1', { text: '지울 댓글' })]) }
      return openScreen('/post/1', { viewer, posts: mine('1'), api })
    },
    shown: page.getByRole('listitem').filter({ hasText: '지울 댓글' }),
    ask: async () => {
      const row = page.getByRole('listitem').filter({ hasText: '지울 댓글' })
      await row.getByRole('button', { name: '님 댓글 메뉴' }).click()
      return row.getByRole('button', { name: '삭제' })
    },
    operation: 'deleteComment',
  },
  collection: {
    open: () => {
      const own = collection('1', { name: '지울 모음' })
      const all = [own]
      return openScreen('/me', {
        viewer,
        api: {
          getCollections: () => [...all],
          getCollection: collectionPage('1', [], { name: own.name }),
          getSavedCounts: { want: 0, wantOpen: 0, been: 0, liked: 0, written: 0 },
          getSavedPosts: { data: [], nextCursor: null, startCursor: null, gone: [] },
          getSavedPins: [],
          deleteCollection: () => {
            all.length = 0
            return { count: 1 }
          },
        },
      })
    },
    shown: page.getByRole('main').getByRole('link', { name: '지울 모음' }),
    ask: async () => {
      await page.getByRole('main').getByRole('link', { name: '지울 모음' }).click()
      await page.getByRole('button', { name: '모음 수정' }).click()
      return page.getByRole('button', { name: '모음 삭제' })
    },
    operation: 'deleteCollection',
  },
}

for (const [what, { open, shown, ask, operation }] of Object.entries(deletable)) {
  test(`a ${what} can be brought back for ten seconds, and is deleted after them, not before`, async () => {
    const screen = await open()
    /** Deletes it, and advances the clock to that many milliseconds after the press. */
    const removeAndWait = async (ms: number) => {
      const button = await ask()
      await expect.element(button).toBeVisible()
      holdTime()
      const pressed = Date.now()
      await button.click()
      await until(() => undo.query() !== null)
      await leaveOverlayEntry()
      await vi.advanceTimersByTimeAsync(pressed + ms - Date.now())
    }
    await removeAndWait(9_900)
    expect(shown.query()).toBeNull()
    ;(undo.element() as HTMLElement).click()
    vi.useRealTimers()
    await expect.element(shown).toBeVisible()

    await removeAndWait(9_900)
    expect(undo.query()).not.toBeNull()
    expect(deletions(screen)).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(deletions(screen)).toEqual([operation])
    vi.useRealTimers()
    await expect.element(undo).not.toBeInTheDocument()
    await expect.element(shown).not.toBeInTheDocument()
  })
}

for (const [what, { open, ask, operation }] of Object.entries(deletable)) {
  test(`a deletion of a ${what} that waits is sent for who asked for it`, async () => {
    const screen = await open()
    const shown: (string | null)[] = []
    const remove = (_: unknown, headers: Headers) => {
      shown.push(headers.get(READER_HEADER))
      return { count: 1 }
    }
    Object.assign(screen.api, { [operation]: remove })
    await (await ask()).click()
    await expect.element(undo).toBeVisible()
    screen.api.user = () => {
      throw new Refusal('UNAUTHENTICATED')
    }
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect.element(page.getByRole('link', { name: '로그인' }).first()).toBeVisible()
    expect(shown).toEqual([])
    await closeMessage()
    await expect.poll(() => shown).toEqual([viewer.jwt])
  })
}

/** Deletes a post on its own page by keyboard, which leads home. */
async function deleteOnItsPage(screen: Screen): Promise<void> {
  await press(page.getByRole('button', { name: /글 삭제$/ }))
  await press(confirm)
  await expect.poll(() => screen.url).toBe('/')
  await expect.poll(() => document.activeElement).toBe(content())
}

for (const width of [360, 1280] as const) {
  test(`after a deletion that leads home, the next Tab goes to its undo, at ${width} pixels`, async () => {
    const api = answersFor('지울 글')
    await deleteOnItsPage(await openScreen('/post/지울 글', { viewer, posts: mine('지울 글'), api, width }))
    await userEvent.keyboard('{Tab}')
    await expect.element(undo).toHaveFocus()
  })
}

test('the undo of a deletion waits while it has the focus or the pointer, and nothing is deleted before it has gone', async () => {
  const api = answersFor('1')
  const screen = await openScreen('/post/1', { viewer, posts: mine('1'), api, width: 1280 })
  const logo = page.getByRole('link', { name: '맛나눔' }).first()
  await deleteOnItsPage(screen)
  holdTime()
  undo.element().focus()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(document.activeElement).toBe(undo.query())
  content()?.focus()
  await logo.hover()
  await undo.hover()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(undo.query()).not.toBeNull()
  expect(deletions(screen)).toEqual([])
  await logo.hover()
  await vi.advanceTimersByTimeAsync(11_000)
  expect(deletions(screen)).toEqual(['deletePost'])
  vi.useRealTimers()
  await expect.element(undo).not.toBeInTheDocument()
})

test('what was brought back has the focus, and that is said', async () => {
  const title = '되돌릴 글'
  const api = { ...answersFor(title), ...answerComments([ownComment('1', { text: '되돌릴 댓글' })]) }
  const screen = await openScreen(`/post/${title}`, { viewer, posts: mine(title), api, width: 1280 })
  const isSaid = () => expect.element(page.getByRole('status').filter({ hasText: '되돌렸어요.' })).toBeVisible()
  const menu = page.getByRole('button', { name: `${viewer.username} 님 댓글 메뉴` })
  await press(menu)
  await press(page.getByRole('listitem').filter({ hasText: '되돌릴 댓글' }).getByRole('button', { name: '삭제' }))
  await press(undo)
  await isSaid()
  await expect.element(menu).toHaveFocus()
  await deleteOnItsPage(screen)
  await press(undo)
  await isSaid()
  await expect.element(cardOf(title).getByRole('link', { name: title, exact: true })).toHaveFocus()
  expect(deletions(screen)).toEqual([])
})
