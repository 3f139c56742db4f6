import { errorMessages, failures } from '#rules/errors.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { chooseFromMenu, phonePhoto, storageOf, uploadAs } from './people.ts'
import { waitForOverlays } from './scripts.ts'

test('withdrawing shows how much is deleted, survives a failure, and deletes everything', { tag: '@narrow' }, async ({
  page,
  signIn,
  api,
  expectErrors,
}) => {
  const user = await signIn({ username: '떠날사람' })
  const other = await buildUser(api)
  const image = await uploadAs(user, await phonePhoto())
  // Chosen and cancelled: it is not counted.
  await uploadAs(user, await phonePhoto())
  const post = await buildPost(api, { author: user, title: '함께 지워질 글', image })
  const kept = await buildPost(api, { author: other, title: '남을 글' })
  await api.as(user).likePost({ id: kept.id, isLike: true, jwt: user.handle })
  await api.as(user).addCollection({ name: '데이트' })
  expect((await fetch(image)).status).toBe(200)

  await page.goto('/')
  await chooseFromMenu(page, '회원탈퇴')
  const panel = page.getByRole('dialog', { name: '정말 탈퇴하시겠어요?' })
  await expect(panel).toContainText('계정과 글 1개, 사진 1장, 좋아요 1개, 모음 1개가 모두 지워지고 되돌릴 수 없어요.')
  const download = panel.getByRole('link', { name: '내 데이터 내려받기' })
  await expect(download).toBeVisible()
  // The panel brings its styles, whatever pages were seen before.
  await expect(download.locator('..')).toHaveCSS('margin-top', '16px')

  const errors = [{ message: errorMessages.INTERNAL, extensions: { code: 'INTERNAL' } }]
  await page.route('/graphql', (route) => route.fulfill({ json: { data: null, errors } }))
  await panel.getByRole('button', { name: '확인' }).click()
  await expect(panel.getByRole('alert')).toHaveText('애러가 발생했습니다.')
  await page.unroute('/graphql')
  await page.route('/graphql', (route) => route.abort())
  await panel.getByRole('button', { name: '확인' }).click()
  await expect(panel.getByRole('alert')).toHaveText(failures.offline)
  expectErrors(/net::ERR_FAILED/)
  await page.unroute('/graphql')

  await panel.getByRole('button', { name: '확인' }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL('/')
  const farewell = page.getByRole('status').filter({ hasText: '탈퇴가 완료되었어요.' })
  await expect(farewell).toContainText('계정과 함께 남긴 것을 모두 지웠어요.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('link', { name: '로그인' }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '함께 지워질 글' })).toHaveCount(0)
  const { session, local } = await storageOf(page)
  expect([session.user, session.auth, local.auto_login]).toEqual([undefined, undefined, undefined])

  await expect.poll(async () => (await fetch(image)).status, { timeout: 30_000 }).toBe(404)
  await expect(api.getPost({ id: post.id })).rejects.toThrow(errorMessages.NOT_FOUND)
  expect((await api.getPost({ id: kept.id })).like).toBe(0)
  await expect(api.fresh().login({ email: user.email, password: user.password })).rejects.toThrow(
    errorMessages.BAD_CREDENTIALS,
  )
})

test('cancelling the withdrawal loses nothing', { tag: '@wide' }, async ({ page, signIn }) => {
  await signIn({ username: '남을사람' })
  await page.goto('/')
  await chooseFromMenu(page, '회원탈퇴')
  const panel = page.getByRole('dialog', { name: '정말 탈퇴하시겠어요?' })
  await expect(panel).toContainText('계정이 지워지고 되돌릴 수 없어요.')
  await panel.getByRole('button', { name: '취소' }).click()
  await expect(panel).toBeHidden()
  await waitForOverlays(page, 0)
  await page.reload()
  await expect(page.getByRole('button', { name: '남을사람 사용자 메뉴' })).toBeVisible()
})
