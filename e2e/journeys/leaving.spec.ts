import { errorMessages } from '#rules/errors.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from '../fixtures.ts'
import { storageOf } from '../people.ts'
import { waitForHydration, waitForOverlays } from '../scripts.ts'
import { expectAccessible, press } from './by-hand.ts'

test('leaving: the data taken along, and nothing left behind', { tag: ['@narrow', '@long'] }, async ({
  page,
  api,
  signIn,
  another,
  expectErrors,
}) => {
  const other = await buildUser(api)
  const kept = await buildPost(api, { author: other, title: '남을 글' })
  const user = await signIn({ username: '떠날사람' })
  const post = await buildPost(api, { author: user, title: '지워질 글' })
  const { id } = await api.as(user).addCollection({ name: '지워질 모음', visibility: 'public' })
  await api.as(user).putInCollection({ id, post: kept.id })
  await api.as(user).savePost({ post: kept.id, list: 'been', saved: true })
  await api.as(user).addComment({ post: kept.id, text: '지워질 댓글' })
  await api.as(user).followUser({ handle: other.handle, follow: true })
  await page.goto('/')
  await waitForHydration(page)
  await press(page, page.getByRole('button', { name: '사용자 메뉴' }))
  await waitForOverlays(page, 1)
  await press(page, page.getByRole('navigation', { name: '사용자 메뉴' }).getByText('회원탈퇴', { exact: true }))
  const panel = page.getByRole('dialog', { name: '정말 탈퇴하시겠어요?' })
  const download = page.waitForEvent('download')
  await press(page, panel.getByRole('link', { name: '내 데이터 다운로드' }))
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  await press(page, panel.getByRole('button', { name: '확인' }))
  await expect(panel).toBeHidden()
  await expect(page.getByText('탈퇴가 완료되었어요.')).toBeVisible()
  const { session, local } = await storageOf(page)
  expect(JSON.stringify([session, local])).not.toContain(user.handle)
  await expect(api.getPost({ id: post.id })).rejects.toThrow(errorMessages.NOT_FOUND)
  await expect(api.getCollection({ id })).rejects.toThrow()
  await expect(api.getAuthor({ handle: user.handle })).rejects.toThrow()
  expect((await api.getComments({ post: kept.id })).data).toEqual([])
  expect((await api.getAuthor({ handle: other.handle })).followers).toBe(0)
  await expectAccessible(page)
  // Somebody else has kept the address.
  const reader = await another()
  await reader.goto(`/u/${user.handle}`)
  await expect(reader.getByText('이웃을 찾을 수 없어요.')).toBeVisible()
  expectErrors(/404/)
  await expect(api.fresh().login({ email: user.email, password: user.password })).rejects.toThrow(
    errorMessages.BAD_CREDENTIALS,
  )
})
