import { failures } from '#rules/errors.ts'
import { postMessages } from '#rules/post.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { chooseTime, logIn, logOut } from './people.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

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

test('a refused or failed post keeps everything typed, also after a reload', { tag: '@narrow' }, async ({
  page,
  signIn,
  expectErrors,
}) => {
  await signIn()
  await page.goto('/add_post')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByText(postMessages.titleEmpty)).toBeVisible()
  await expect(page.getByText(postMessages.contentsEmpty)).toBeVisible()
  await expect(page.getByLabel('상호명')).toBeFocused()
  await page.getByLabel('상호명').fill('가'.repeat(21))
  await expect(page.getByText('상호명을 20자 이내로 작성해주세요.')).toBeVisible()
  await expect(page.getByText('21/20')).toBeVisible()
  await page.getByLabel('상세내용').fill('나'.repeat(301))
  await expect(page.getByText('상세내용은 300자 이내로 작성해주세요.')).toBeVisible()

  await page.getByLabel('상호명').fill('🍜'.repeat(20))
  await expect(page.getByText('20/20')).toBeVisible()
  await page.getByLabel('상세내용').fill('국물이 깊어요.')
  await page.route('/graphql', (route) => route.abort())
  await page.getByRole('button', { name: '등록하기' }).click()
  await page.getByRole('dialog', { name: failures.offline }).getByRole('button', { name: '닫기' }).click()
  await expect(page.getByLabel('상호명')).toHaveValue('🍜'.repeat(20))
  await expect(page.getByLabel('상세내용')).toHaveValue('국물이 깊어요.')
  await page.unroute('/graphql')
  await waitForOverlays(page, 0)
  await page.reload()
  await expect(page.getByLabel('상호명')).toHaveValue('🍜'.repeat(20))
  await expect(page.getByLabel('상세내용')).toHaveValue('국물이 깊어요.')
  // Not only the post: a question in the background may have failed too.
  expectErrors(/net::ERR_FAILED/)
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

test('a new post whose draft was restored can be begun anew', { tag: '@wide' }, async ({ page, signIn }) => {
  await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('쓰다 만 글')
  await page.reload()
  await expect(page.getByLabel('상호명')).toHaveValue('쓰다 만 글')
  await page.getByRole('button', { name: '새로 쓰기' }).click()
  await expect(page.getByLabel('상호명')).toHaveValue('')
  await expect(page.getByText('저장하지 않은 내용을 불러왔어요.')).toBeHidden()
})

test('a restored draft says so and can be discarded', { tag: '@wide' }, async ({ page, signIn, api }) => {
  const user = await signIn({ username: '처음이름' })
  const { id } = await api.as(user).addPost({ title: '처음 상호', contents: '그대로예요.', place_name: '본점' })
  for (const [address, label, saved] of [
    [`/edit/${id}`, '상호명', '처음 상호'],
    ['/account/profile', '닉네임', '처음이름'],
  ] as const) {
    await page.goto(address)
    const notice = page.getByText('저장하지 않은 내용을 불러왔어요.')
    await expect(page.getByLabel(label)).toHaveValue(saved)
    await waitForHydration(page)
    await page.getByLabel(label).fill('바꾸다 만 말')
    await page.goto('/')
    await page.goto(address)
    await expect(page.getByLabel(label)).toHaveValue('바꾸다 만 말')
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: '저장된 내용 보기' }).click()
    await expect(page.getByLabel(label)).toHaveValue(saved)
    await expect(notice).toBeHidden()
    await page.reload()
    await expect(page.getByLabel(label)).toHaveValue(saved)
    await expect(notice).toBeHidden()
  }
})

test('a draft that Forward brings back below its notice says so in view', { tag: '@narrow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('link', { name: '글쓰기' }).first().click()
  await page.getByLabel('상호명').fill('쓰다 만 글')
  await page.getByRole('radio', { name: '한식' }).check()
  await expect(page.getByLabel('상호명')).not.toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expect(page.getByLabel('상호명')).toHaveValue('쓰다 만 글')
  await expect(page.getByLabel('상호명')).not.toBeInViewport()
  const said = page.locator('.toast', { hasText: '저장하지 않은 내용을 불러왔어요.' })
  await expect(said).toBeInViewport({ ratio: 1 })
  await said.getByRole('button', { name: '새로 쓰기' }).click()
  await expect(page.getByLabel('상호명')).toHaveValue('')
  await expect(said).toHaveCount(0)
})
