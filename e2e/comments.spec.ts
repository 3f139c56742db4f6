import type { Page } from '@playwright/test'
import { commentMessages, TASTY_TOO } from '#rules/comment.ts'
import { failures } from '#rules/errors.ts'
import { UPLOAD_URL } from '#rules/paths.ts'
import { photosLost } from '#rules/uploads.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { judge } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { logIn, phonePhoto, uploadAs } from './people.ts'
import { startScreenReader } from './screen-reader.ts'
import { holdAnswers, waitForHydration, waitForOverlays } from './scripts.ts'
import { atBothWidths, inBothThemes } from './themes.ts'

const section = (page: Page) => page.getByRole('region', { name: /^댓글/ })
const rows = (page: Page) =>
  section(page)
    .getByRole('listitem')
    .filter({ has: page.locator('.comment-who') })
const field = (page: Page) => section(page).getByRole('textbox', { name: '댓글', exact: true })
const send = (page: Page) => section(page).getByRole('button', { name: '남기기' })
const head = (page: Page) => section(page).getByRole('heading', { name: /^댓글/ })

/** Chooses an entry of the menu of a comment. */
async function choose(page: Page, text: string, entry: '수정' | '삭제'): Promise<void> {
  const row = rows(page).filter({ hasText: text })
  await row.getByRole('button', { name: '님 댓글 메뉴' }).click()
  await row.getByRole('button', { name: entry }).click()
}

test('a comment with a photo is written, shown first, counted, edited, and deleted with a way back', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const author = await buildUser(api)
  const post = await buildPost(api, { author })
  await api.as(author).addComment({ post: post.id, text: '평일 두 시가 한가해요.' })
  const user = await signIn({ username: '오늘은면' })
  await page.goto(`/post/${post.id}`)
  await waitForHydration(page)
  await field(page).fill('면이 두툼해서 좋아요.')
  await expect(section(page).getByText('12/200')).toBeVisible()
  const photo = { name: 'noodle.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
  await section(page).locator('input[type=file]').setInputFiles(photo)
  await expect(section(page).getByAltText('올린 사진')).toBeVisible()
  await send(page).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first().getByRole('link', { name: '오늘은면', exact: true })).toHaveAttribute(
    'href',
    `/u/${user.handle}`,
  )
  await expect(rows(page).first().getByAltText('오늘은면 님이 올린 사진')).toBeVisible()
  await expect(rows(page).last().getByText('글쓴이')).toBeVisible()
  const written = rows(page).last().locator('time')
  await expect(written).toHaveText(/^(방금|\d+분) 전$/)
  await expect(written).toHaveAttribute('title', /^\d{4}년 \d\d월 \d\d일 \d\d시 \d\d분$/)
  await expect(head(page)).toHaveText('댓글 2')
  await expect(field(page)).toHaveValue('')

  await choose(page, '면이 두툼', '수정')
  const editor = section(page).getByRole('textbox', { name: '댓글 수정' })
  await editor.fill('')
  await section(page).getByRole('button', { name: '저장' }).click()
  await expect(section(page).getByText(commentMessages.empty)).toBeVisible()
  await editor.fill('국물도 좋아요.')
  await section(page).getByRole('button', { name: '저장' }).click()
  await expect(rows(page).first()).toContainText('국물도 좋아요.')
  await expect(rows(page).first()).toContainText('수정됨')

  await choose(page, '국물도', '삭제')
  await expect(rows(page)).toHaveCount(1)
  await expect(head(page)).toHaveText('댓글 1')
  await page.getByRole('status').getByRole('button', { name: '되돌리기' }).click()
  await expect(rows(page)).toHaveCount(2)
  await choose(page, '국물도', '삭제')
  await waitForOverlays(page, 0)
  // Leaving the page ends the time to change one's mind.
  await page.goto('/')
  await expect.poll(async () => (await api.as(author).getComments({ post: post.id })).data.length).toBe(1)
  await page.reload()
  await page
    .getByRole('link', { name: `‘${post.title}’ 댓글 1` })
    .first()
    .click()
  await expect(page).toHaveURL(`/post/${post.id}#comments`)
  await expect(head(page)).toBeInViewport()
})

test('a comment is written, edited and deleted without losing the focus, and each is said', async ({
  page,
  api,
  signIn,
}) => {
  const reader = await startScreenReader(page)
  const post = await buildPost(api, { author: await buildUser(api) })
  await signIn({ username: '오늘은면' })
  await page.goto(`/post/${post.id}`)
  await waitForHydration(page)
  const isSaid = (text: string) => expect.poll(reader.said).toContainEqual(expect.stringContaining(text))
  for (const text of ['첫 댓글', '둘째 댓글']) {
    await field(page).fill(text)
    await reader.said()
    await send(page).press('Enter')
    await isSaid('댓글을 남겼어요')
    await expect(field(page)).toBeFocused()
  }
  const menuOf = (text: string) => rows(page).filter({ hasText: text }).getByRole('button', { name: '님 댓글 메뉴' })
  const chooseByKey = async (text: string, entry: '수정' | '삭제') => {
    await menuOf(text).press('Enter')
    await rows(page).filter({ hasText: text }).getByRole('button', { name: entry }).press('Enter')
  }
  await chooseByKey('첫 댓글', '수정')
  await section(page).getByRole('button', { name: '취소' }).press('Enter')
  await expect(menuOf('첫 댓글')).toBeFocused()
  await chooseByKey('첫 댓글', '수정')
  await section(page).getByRole('textbox', { name: '댓글 수정' }).fill('고친 댓글')
  await section(page).getByRole('button', { name: '저장' }).press('Enter')
  await isSaid('댓글을 고쳤어요')
  await expect(menuOf('고친 댓글')).toBeFocused()
  await chooseByKey('둘째 댓글', '삭제')
  await isSaid('댓글을 지웠어요')
  await expect(menuOf('고친 댓글')).toBeFocused()
  await chooseByKey('고친 댓글', '삭제')
  await expect(head(page)).toBeFocused()
})

test('a comment that failed loses nothing, and is added once when it is sent again', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
  expectErrors,
}) => {
  const post = await buildPost(api, { author: await buildUser(api) })
  const user = await signIn()
  await page.goto(`/post/${post.id}`)
  await waitForHydration(page)
  await field(page).fill('가'.repeat(201))
  await send(page).click()
  await expect(section(page).getByText(commentMessages.long)).toBeVisible()
  await field(page).fill('지하철에서 썼어요.')
  await page.context().setOffline(true)
  await send(page).click()
  await expect(section(page).getByText(failures.offline)).toBeVisible()
  await page.context().setOffline(false)
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await page.reload()
  await waitForHydration(page)
  await expect(field(page)).toHaveValue('지하철에서 썼어요.')
  // The answer is lost on its way.
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('addComment')) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await send(page).click()
  await expect(section(page).getByText(failures.offline)).toBeVisible()
  await page.unroute('**/graphql')
  expectErrors(/ERR_FAILED/)
  await send(page).click()
  await expect(rows(page)).toHaveCount(1)
  expect((await api.as(user).getComments({ post: post.id })).data).toHaveLength(1)
  await page.reload()
  await expect(field(page)).toHaveValue('')
})

test('a comment sent while its photo is on its way waits for it; a photo lost on leaving is told of', {
  tag: '@narrow',
}, async ({ page, api, signIn, expectErrors }) => {
  const post = await buildPost(api, { author: await buildUser(api) })
  await signIn()
  await page.goto(`/post/${post.id}`)
  await waitForHydration(page)
  const choosePhoto = async () => {
    const photo = { name: 'noodle.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
    await section(page).locator('input[type=file]').setInputFiles(photo)
  }
  await field(page).fill('면이 두툼해요.')
  const left = await holdAnswers(page, `*${UPLOAD_URL}`)
  await choosePhoto()
  await expect(section(page).getByText('마무리하는 중')).toBeVisible()
  await page.getByRole('link', { name: '홈', exact: true }).click()
  await expect(page.getByRole('heading', { name: '이웃이 나눈 맛집' })).toBeVisible()
  await left.release()
  await page.goBack()
  await expect(field(page)).toHaveValue('면이 두툼해요.')
  await expect(section(page).getByRole('alert')).toHaveText(photosLost(1))

  // A failure ends the wait.
  await page.route(`**${UPLOAD_URL}`, (route) => route.abort())
  await choosePhoto()
  await expect(section(page).getByText(failures.offline)).toBeVisible()
  await expect(section(page).getByText(photosLost(1))).toBeHidden()
  await send(page).click()
  await expect(section(page).getByText('다시 시도하거나 빼 주세요.')).toBeVisible()
  await page.unroute(`**${UPLOAD_URL}`)
  expectErrors(/ERR_FAILED/)

  const answers = await holdAnswers(page, `*${UPLOAD_URL}`)
  await section(page).getByRole('button', { name: '다시 시도' }).click()
  await expect(section(page).getByText('마무리하는 중')).toBeVisible()
  await send(page).click()
  await expect(section(page).getByRole('button', { name: '사진이 올라가면 남길게요' })).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await answers.release()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByAltText(/님이 올린 사진$/)).toBeVisible()
  await page.reload()
  await expect(field(page)).toHaveValue('')
  await expect(section(page).getByText(photosLost(1))).toBeHidden()
})

test('a visitor reads, is led to the login and back, and then says with one press that it is tasty', {
  tag: '@wide',
}, async ({ page, api }) => {
  const [author, other] = [await buildUser(api), await buildUser(api)]
  const user = await buildUser(api, { username: '또온이' })
  const post = await buildPost(api, { author })
  await page.goto(`/post/${post.id}`)
  await expect(section(page).getByText('가 보셨다면 첫 이야기를 들려 주세요')).toBeVisible()
  await api.as(other).addComment({ post: post.id, text: '', tasty: true })
  await page.reload()
  await expect(section(page).getByText('1명도 맛있었대요')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByRole('button')).toHaveCount(0)
  await section(page).getByRole('link', { name: TASTY_TOO }).click()
  await expect(page).toHaveURL(/\/account\/login/)
  await logIn(page, user)
  await expect(page).toHaveURL(`/post/${post.id}`)
  const button = section(page).getByRole('button', { name: TASTY_TOO })
  await button.click()
  await expect(section(page).getByText('2명도 맛있었대요')).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page)).toHaveCount(2)
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await choose(page, user.username, '삭제')
  await expect(section(page).getByText('1명도 맛있었대요')).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  // Of the only one who said so, it is not told as if others had.
  const unsaid = await buildPost(api, { author })
  await page.goto(`/post/${unsaid.id}`)
  await button.click()
  await expect(section(page).getByText('맛있었다고 남기셨어요')).toBeVisible()
})

test('a list of many comments goes on by a button, which says how many are left', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const [author, guest] = [await buildUser(api), await buildUser(api)]
  const post = await buildPost(api, { author })
  for (let n = 1; n <= 25; n++) await api.as(guest).addComment({ post: post.id, text: `댓글 ${n}번` })
  await page.goto(`/post/${post.id}`)
  await waitForHydration(page)
  await expect(rows(page)).toHaveCount(20)
  await expect(rows(page).first()).toContainText('댓글 25번')
  await section(page).getByRole('button', { name: '댓글 5개 더 보기' }).click()
  await expect(rows(page)).toHaveCount(25)
  await expect(section(page).getByRole('button', { name: '더 보기' })).toHaveCount(0)
})

test('comments can be used with all senses and in both themes', { tag: '@wide' }, async ({ page, api, signIn }) => {
  const author = await buildUser(api, { username: '국밥순례' })
  const user = await signIn({ username: '빵지도그리는사람의긴이름' })
  const post = await buildPost(api, { author })
  const image = await uploadAs(user, await phonePhoto())
  await api.as(user).addComment({ post: post.id, text: '수육 백반이 진짜예요. '.repeat(10).trim(), image })
  await api.as(author).addComment({ post: post.id, text: '', tasty: true })
  await page.goto(`/post/${post.id}`)
  await waitForHydration(page)
  await field(page).fill('짧은 글')
  await rows(page).last().getByRole('button', { name: '님 댓글 메뉴' }).click()
  await atBothWidths(page, () =>
    inBothThemes(page, async () => {
      expect((await judge(page, { include: ['.comments'] })).faults).toEqual([])
    }),
  )
})
