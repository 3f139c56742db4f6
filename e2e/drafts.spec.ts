import { postMessages } from '#rules/post.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { chooseTime, logIn, logOut } from './people.ts'

test('a session that ends while a post is written leads to login and back to the text', { tag: '@narrow' }, async ({
  page,
  signIn,
  api,
}) => {
  const user = await signIn()
  await page.goto('/add_post')
  await page.getByLabel('상호명').fill('다시 온 식당')
  await page.getByLabel('상세내용').fill('쓰는 동안\n로그인이 끝났어요.')
  await chooseTime(page, '시작', '09:05')
  await api.as(user).logout()
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page).toHaveURL('/account/login?next=%2Fadd_post')
  await expect(page.getByText('로그인이 필요합니다.')).toBeVisible()
  await logIn(page, user)
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('다시 온 식당')
  await expect(page.getByLabel('상세내용')).toHaveValue('쓰는 동안\n로그인이 끝났어요.')
  await expect(page.getByLabel('시작 시')).toHaveValue('09')
  await expect(page.getByLabel('시작 분')).toHaveValue('05')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  await page.goto('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('')
})

test('a session that ends while a comment is written leads back to a post that is never said to be missing', {
  tag: '@wide',
}, async ({ page, signIn, api }) => {
  const user = await signIn()
  const post = await buildPost(api, { author: user, title: '돌아온 식당' })
  await page.goto(`/post/${post.id}`)
  await api.as(user).logout()
  const comments = page.getByRole('region', { name: /^댓글/ })
  await comments.getByRole('textbox', { name: '댓글', exact: true }).fill('다시 올게요.')
  await comments.getByRole('button', { name: '남기기' }).click()
  await expect(page).toHaveURL(/\/account\/login/)
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (/getPost\b/.test(route.request().postData() ?? '')) await isSeen
    await route.fallback()
  })
  await logIn(page, user)
  await expect(page).toHaveURL(`/post/${post.id}`)
  await expect(page.getByText('불러오는 중이에요.')).toBeVisible()
  await expect(page).toHaveTitle('맛나눔')
  see()
  await expect(page).toHaveTitle('돌아온 식당 | 맛나눔')
})

test('a session that ends while a profile is changed leads to login and back to the text', { tag: '@wide' }, async ({
  page,
  signIn,
  api,
}) => {
  const user = await signIn({ username: '옛이름' })
  await page.goto('/account/profile')
  await page.getByLabel('닉네임').fill('바꿀 이름')
  await api.as(user).logout()
  await page.getByRole('button', { name: '저장하기' }).click()
  await expect(page).toHaveURL('/account/login?next=%2Faccount%2Fprofile')
  await logIn(page, user)
  await expect(page).toHaveURL('/account/profile')
  await expect(page.getByLabel('닉네임')).toHaveValue('바꿀 이름')
})

test('a session that ends before a post is deleted leads to login, and the post is still there', {
  tag: '@wide',
}, async ({ page, signIn, api }) => {
  const user = await signIn()
  const { id } = await api.as(user).addPost({ title: '남은 글', contents: '지우지 못했어요.' })
  await page.clock.install()
  await page.goto(`/post/${id}`)
  await api.as(user).logout()
  await page.getByRole('button', { name: '글 삭제' }).click()
  await page.getByRole('dialog', { name: postMessages.confirmDelete }).getByRole('button', { name: '확인' }).click()
  await expect(page).toHaveURL('/')
  await page.clock.fastForward(10_000)
  await expect(page).toHaveURL('/account/login?next=%2F')
  await expect(page.getByText('로그인이 필요합니다.')).toBeVisible()
  await logIn(page, user)
  await expect(page.getByRole('heading', { name: '남은 글' })).toBeVisible()
})

test('the next person in the same tab sees nothing of a draft', { tag: '@wide' }, async ({ page, signIn, api }) => {
  await signIn()
  const next = await buildUser(api)
  await page.goto('/add_post')
  await page.getByLabel('상호명').fill('남의 비밀 맛집')
  await logOut(page)
  await page.goto('/account/login?next=/add_post')
  await logIn(page, next)
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('')
})

test('after an expired session another person finds no draft, the same person does', {
  tag: '@wide',
}, async ({ page, signIn, api }) => {
  const user = await signIn()
  const next = await buildUser(api)
  await page.goto('/add_post')
  await page.getByLabel('상호명').fill('남의 초안')
  await page.getByLabel('상세내용').fill('아직 아무도 보면 안 돼요.')
  await api.as(user).logout()
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page).toHaveURL('/account/login?next=%2Fadd_post')
  await logIn(page, next)
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('남의 초안')
})
