import type { Page } from '@playwright/test'
import { commentMessages } from '#rules/comment.ts'
import { failures } from '#rules/errors.ts'
import { UPLOAD_URL } from '#rules/paths.ts'
import { failedUploadsMessage } from '#rules/uploads.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto } from './people.ts'
import { holdAnswers, waitForHydration, waitForOverlays } from './scripts.ts'

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
  tag: ['@narrow', '@long'],
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
  await expect(rows(page).last().getByText('작성자')).toBeVisible()
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

test('a comment sent while its photo is on its way waits for it; a photo lost on leaving is told of', {
  tag: ['@narrow', '@long'],
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
  await expect(section(page).getByRole('alert')).toHaveText(failedUploadsMessage(1))

  // A failure ends the wait.
  await page.route(`**${UPLOAD_URL}`, (route) => route.abort())
  await choosePhoto()
  await expect(section(page).getByText(failures.offline)).toBeVisible()
  await expect(section(page).getByText(failedUploadsMessage(1))).toBeHidden()
  await send(page).click()
  await expect(section(page).getByText('다시 시도하거나 삭제해 주세요.')).toBeVisible()
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
  await expect(section(page).getByText(failedUploadsMessage(1))).toBeHidden()
})
