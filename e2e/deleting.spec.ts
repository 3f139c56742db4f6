import type { Locator, Page } from '@playwright/test'
import { errorMessages } from '#rules/errors.ts'
import type { Api } from '#tests/api.ts'
import { buildPost, type TestUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './scripts.ts'

const cardsOf = (page: Page) => page.getByRole('article')

test('deleting asks first, can be undone, reports a failure, and removes the post from every list', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  const author = await signIn()
  await buildPost(api, { author, title: '지울 글' })
  await buildPost(api, { author, title: '남길 글' })
  await page.clock.install()
  await page.goto('/account/my_list')
  await cardsOf(page).filter({ hasText: '지울 글' }).getByRole('button', { name: '글 삭제' }).click()
  const dialog = page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' })
  await dialog.getByRole('button', { name: '취소' }).click()
  await expect(cardsOf(page)).toHaveCount(2)
  const remove = async () => {
    await cardsOf(page).filter({ hasText: '지울 글' }).getByRole('button', { name: '글 삭제' }).click()
    await dialog.getByRole('button', { name: '확인' }).click()
    await expect(dialog).toBeHidden()
    await expect(cardsOf(page).getByRole('heading')).toHaveText(['남길 글'])
  }
  await remove()
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect(cardsOf(page).getByRole('heading')).toHaveText(['남길 글', '지울 글'])
  const errors = [{ message: errorMessages.INTERNAL, extensions: { code: 'INTERNAL' } }]
  await page.route('/graphql', (route) =>
    route.request().postData()?.includes('deletePost')
      ? route.fulfill({ json: { data: null, errors } })
      : route.fallback(),
  )
  await remove()
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('status').filter({ hasText: '애러가 발생했습니다.' })).toBeVisible()
  await expect(cardsOf(page).getByRole('heading')).toHaveText(['남길 글', '지울 글'])
  await page.unrouteAll()
  await remove()
  await page.getByRole('link', { name: '맛나눔' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '내가 쓴 글' })).toBeHidden()
  await expect(cardsOf(page).getByRole('heading', { name: '남길 글' })).toBeVisible()
  await expect(cardsOf(page).getByRole('heading', { name: '지울 글' })).toHaveCount(0)
  await page.clock.fastForward(10_000)
  await expect.poll(async () => (await api.getPosts({ user_id: author.handle })).data.length).toBe(1)
})

test('after a deletion from a list a message appears, and the focus goes to the next card, the previous one, or the heading', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  const author = await signIn()
  for (const title of ['셋째', '둘째', '첫째']) await buildPost(api, { author, title })
  await page.goto('/account/my_list')
  const dialog = page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' })
  const remove = async (title: string) => {
    await cardsOf(page).filter({ hasText: title }).getByRole('button', { name: '글 삭제' }).press('Enter')
    await dialog.getByRole('button', { name: '확인' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: '글을 삭제했어요.' })).toBeVisible()
  }
  await remove('둘째')
  await expect(cardsOf(page).getByRole('link', { name: '셋째', exact: true })).toBeFocused()
  await remove('셋째')
  await expect(cardsOf(page).getByRole('link', { name: '첫째', exact: true })).toBeFocused()
  await cardsOf(page).getByRole('button', { name: '글 삭제' }).press('Enter')
  await dialog.getByRole('button', { name: '취소' }).press('Enter')
  await expect(cardsOf(page).getByRole('button', { name: '글 삭제' })).toBeFocused()
  await remove('첫째')
  await expect(page.getByRole('heading', { name: '아직 쓴 글이 없어요' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '내가 쓴 글' })).toBeFocused()
})

type Scene = { page: Page; api: Api; author: TestUser }
type Deletable = {
  /** It, where it is shown before it is deleted and after it was brought back. */
  shown: Locator
  /** Deletes it; `last` makes the press that does so. */
  remove: (last: (button: Locator) => Promise<void>) => Promise<void>
  operation: string
  count: () => Promise<number>
}

const deletable: Record<string, (scene: Scene) => Promise<Deletable>> = {
  post: async ({ page, api, author }) => {
    await buildPost(api, { author, title: '지울 글' })
    await page.goto('/account/my_list')
    const shown = cardsOf(page).filter({ hasText: '지울 글' })
    return {
      shown,
      remove: async (last) => {
        await shown.getByRole('button', { name: '글 삭제' }).click()
        await last(page.getByRole('dialog').getByRole('button', { name: '확인' }))
      },
      operation: 'deletePost',
      count: async () => (await api.getPosts({ user_id: author.handle })).data.length,
    }
  },
  comment: async ({ page, api, author }) => {
    const { id } = await buildPost(api, { author })
    await api.as(author).addComment({ post: id, text: '지울 댓글' })
    await page.goto(`/post/${id}`)
    const shown = page.getByRole('listitem').filter({ hasText: '지울 댓글' })
    return {
      shown,
      remove: async (last) => {
        await shown.getByRole('button', { name: '님 댓글 메뉴' }).click()
        await last(shown.getByRole('button', { name: '삭제' }))
      },
      operation: 'deleteComment',
      count: async () => (await api.getComments({ post: id })).data.length,
    }
  },
  collection: async ({ page, api, author }) => {
    await api.as(author).addCollection({ name: '지울 모음' })
    await page.goto('/me')
    const shown = page.getByRole('main').getByRole('link', { name: '지울 모음' })
    return {
      shown,
      remove: async (last) => {
        await shown.click()
        await page.getByRole('button', { name: '모음 고치기' }).click()
        await last(page.getByRole('button', { name: '모음 지우기' }))
      },
      operation: 'deleteCollection',
      count: async () => (await api.as(author).getCollections({ handle: author.handle })).length,
    }
  },
}

for (const [what, prepare] of Object.entries(deletable)) {
  test(`a ${what} can be brought back for ten seconds, and is deleted after them, not before`, {
    tag: '@wide',
  }, async ({ page, api, signIn }) => {
    const author = await signIn()
    const sent: string[] = []
    page.on('request', (request) => {
      const [operation] = /delete[A-Z]\w+/.exec(request.postData() ?? '') ?? []
      if (operation) sent.push(operation)
    })
    await page.clock.install()
    const { shown, remove, operation, count } = await prepare({ page, api, author })
    await waitForHydration(page)
    const undo = page.getByRole('button', { name: '되돌리기' })
    /** Deletes it while the clock stands still, and lets so many milliseconds pass then. */
    const removeAndWait = async (ms: number) => {
      let pressed = 0
      await remove(async (button) => {
        await expect(button).toBeVisible()
        pressed = await page.evaluate(() => Date.now() + 60_000)
        await page.clock.pauseAt(pressed)
        await button.click()
        await page.clock.resume()
      })
      await expect(undo).toBeVisible()
      await expect(shown).toHaveCount(0)
      await page.clock.pauseAt(pressed + ms)
    }
    await removeAndWait(9_900)
    await undo.click()
    await page.clock.resume()
    await expect(shown).toBeVisible()

    await removeAndWait(9_900)
    expect([sent, await count()]).toEqual([[], 1])
    await page.clock.runFor(2_000)
    await expect.poll(() => sent).toEqual([operation])
    await expect.poll(count).toBe(0)
    await page.clock.resume()
    await expect(undo).toHaveCount(0)
    await expect(shown).toHaveCount(0)
  })
}

/** Deletes a post on its own page by keyboard, which leads home. */
async function deleteOnItsPage(page: Page, id: string): Promise<void> {
  await page.goto(`/post/${id}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: /글 삭제$/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.locator('#content')).toBeFocused()
}

test('after a deletion that leads home, the next Tab goes to its undo', async ({ page, api, signIn }) => {
  const { id } = await buildPost(api, { author: await signIn() })
  await deleteOnItsPage(page, id)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '되돌리기' })).toBeFocused()
})

test('the undo of a deletion waits while it has the focus or the pointer, and nothing is deleted before it has gone', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  const author = await signIn()
  const { id } = await buildPost(api, { author })
  const count = async () => (await api.getPosts({ user_id: author.handle })).data.length
  await page.clock.install()
  await deleteOnItsPage(page, id)
  const undo = page.getByRole('button', { name: '되돌리기' })
  await undo.focus()
  await page.clock.runFor(30_000)
  await expect(undo).toBeFocused()
  await undo.hover()
  await page.locator('#content').focus()
  await page.mouse.move(0, 0)
  await undo.hover()
  await page.clock.runFor(30_000)
  await expect(undo).toBeVisible()
  expect(await count()).toBe(1)
  await page.mouse.move(0, 0)
  await page.clock.runFor(11_000)
  await expect(undo).toHaveCount(0)
  await expect.poll(count).toBe(0)
})

test('what was brought back has the focus, and that is said', { tag: '@wide' }, async ({ page, api, signIn }) => {
  const author = await signIn({ username: '감자전' })
  const { id, title } = await buildPost(api, { author, title: '되돌릴 글' })
  await api.as(author).addComment({ post: id, text: '되돌릴 댓글' })
  const undo = page.getByRole('button', { name: '되돌리기' })
  const isSaid = () => expect(page.getByRole('status').filter({ hasText: '되돌렸어요.' })).toBeVisible()
  await page.goto(`/post/${id}`)
  await waitForHydration(page)
  const menu = page.getByRole('button', { name: '감자전 님 댓글 메뉴' })
  await menu.press('Enter')
  await page
    .getByRole('listitem')
    .filter({ hasText: '되돌릴 댓글' })
    .getByRole('button', { name: '삭제' })
    .press('Enter')
  await undo.press('Enter')
  await isSaid()
  await expect(menu).toBeFocused()
  await deleteOnItsPage(page, id)
  await undo.press('Enter')
  await isSaid()
  await expect(cardsOf(page).getByRole('link', { name: title, exact: true })).toBeFocused()
})
