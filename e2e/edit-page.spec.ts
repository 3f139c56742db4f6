import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'

test('the edit page of a post shows its text only to the author', { tag: '@wide' }, async ({
  page,
  api,
  signIn,
  request,
  expectErrors,
}) => {
  const author = await buildUser(api)
  const { id } = await buildPost(api, { author, contents: '남이 보면 안 되는 초고입니다.' })

  const anonymous = await request.get(`/edit/${id}`, { maxRedirects: 0 })
  expect(anonymous.status()).toBe(307)
  expect(anonymous.headers().location).toBe(`/account/login?next=${encodeURIComponent(`/edit/${id}`)}`)
  expect(await anonymous.text()).not.toContain('남이 보면 안 되는')

  await signIn()
  const reply = await page.goto(`/edit/${id}`)
  expect(reply?.status()).toBe(403)
  expect(await reply?.text()).not.toContain('남이 보면 안 되는')
  await expect(page.getByText('권한이 없습니다.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '상호명' })).toHaveCount(0)
  expectErrors(/status of 403/)
})
