import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { chooseFromMenu, logIn, logOut, newPerson, signUp, storageOf } from './people.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

test('pages that need a login lead to it and back', { tag: '@wide' }, async ({ page, api }) => {
  const user = await buildUser(api)
  const { id } = await buildPost(api, { author: user, title: '돌아올 곳' })
  for (const path of [
    '/add_post',
    '/account/profile',
    '/account/change_password',
    '/account/my_list',
    '/account/people/followers',
    '/following',
    '/notifications',
    '/me?list=been',
  ]) {
    const { url } = await fetch(api.origin + path)
    expect(url).toBe(`${api.origin}/account/login?next=${encodeURIComponent(path)}`)
  }
  await page.goto(`/edit/${id}`)
  await expect(page).toHaveURL(`/account/login?next=${encodeURIComponent(`/edit/${id}`)}`)
  await page.getByRole('link', { name: '회원가입' }).click()
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click()
  // The form of the sign-up, shown until then, has fields of similar names.
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible()
  await logIn(page, user)
  await expect(page).toHaveURL(`/edit/${id}`)
  await expect(page.getByLabel('상호명')).toHaveValue('돌아올 곳')
})

test('in a browser that is signed in, a new tab is too and is sent away from the login, and one from before can write', {
  tag: '@wide',
}, async ({ page, context, signIn }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: '로그인' })).toBeVisible()
  const user = await signIn({ username: '새탭' })
  const tab = await context.newPage()
  await tab.goto('/account/login')
  await expect(tab).toHaveURL('/')
  await expect(tab.getByRole('button', { name: '새탭 사용자 메뉴' })).toBeVisible()
  await expect.poll(async () => (await storageOf(tab)).session.user).toContain(user.handle)
  await page.getByRole('navigation').getByRole('link', { name: '글쓰기' }).first().click()
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toBeVisible()
})

test('no password, answer or token is anywhere in the storage of the browser', { tag: ['@wide', '@long'] }, async ({
  page,
  context,
}) => {
  const person = { ...newPerson('비밀지기'), password: 'canary77!', answer: '카나리아답' }
  await signUp(page, person)
  await page.goto('/account/profile')
  await page.getByRole('button', { name: '답변 보기' }).click()
  await expect(page.getByLabel('답변')).toHaveValue(person.answer)
  await page.getByLabel('답변').fill(`${person.answer}둘`)
  await page.getByLabel('닉네임').fill('비밀지기둘')
  await page.goto('/account/change_password')
  await page.getByRole('textbox', { name: '현재 비밀번호' }).fill(person.password)
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('쓰다 만 글')
  await page.reload()
  await expect(page.getByLabel('상호명')).toHaveValue('쓰다 만 글')

  const stored = JSON.stringify([await storageOf(page), await page.evaluate(() => indexedDB.databases())])
  expect(stored).toContain('쓰다 만 글')
  expect(stored).not.toContain('canary77!')
  expect(stored).not.toContain('카나리아답')
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).toContain('sid')
  for (const { value, httpOnly } of cookies) {
    expect(httpOnly).toBe(true)
    expect(stored).not.toContain(value)
  }
})

test('logout asks first, forgets the person, and Back shows nothing private', { tag: '@wide' }, async ({
  page,
  signIn,
}) => {
  const user = await signIn({ username: '나갈사람' })
  await page.goto('/')
  await page.goto('/account/profile')
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue(user.email)
  await chooseFromMenu(page, '로그아웃')
  const panel = page.getByRole('dialog', { name: '정말 로그아웃하시겠어요?' })
  await panel.getByRole('button', { name: '취소' }).click()
  await expect(panel).toBeHidden()
  await chooseFromMenu(page, '로그아웃')
  await panel.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL('/')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: '로그인' }).filter({ visible: true }).first()).toBeVisible()
  const { session } = await storageOf(page)
  expect(session.user).toBeUndefined()
  expect(session.auth).toBeUndefined()

  await waitForOverlays(page, 0)
  await page.goBack()
  await expect(page).toHaveURL(/\/account\/login/)
  await expect(page.locator('body')).not.toContainText(user.email)
  await expect(page.locator('body')).not.toContainText('나갈사람')
  await expect(user.client.call('user', { jwt: user.handle })).rejects.toThrow('로그인이 필요합니다.')
})

test('two people at one device: what a tab of the first one writes is not written by the second', {
  tag: '@wide',
}, async ({ page, context, api, signIn }) => {
  await signIn({ username: '첫째' })
  const second = await buildUser(api, { username: '둘째' })
  const { id } = await buildPost(api, { author: second })
  await page.goto(`/post/${id}`)
  const comment = page.getByRole('textbox', { name: '댓글', exact: true })
  await comment.fill('첫째가 쓴 댓글')
  const tab = await context.newPage()
  await tab.goto('/')
  await logOut(tab)
  const notice = page.getByRole('status').filter({ hasText: '다른 계정으로 로그인되어 있어요' })
  await expect(notice).toBeHidden()
  await tab.getByRole('link', { name: '로그인' }).first().click()
  await logIn(tab, second)
  await expect(tab.getByRole('button', { name: '둘째 사용자 메뉴' })).toBeVisible()
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: '남기기' }).click()
  await expect(page.locator('form').getByText('다른 계정으로 로그인되어 있어요')).toBeVisible()
  await expect(comment).toHaveValue('첫째가 쓴 댓글')
  expect((await api.getComments({ post: id })).data).toEqual([])
  await notice.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByRole('button', { name: '둘째 사용자 메뉴' })).toBeVisible()
  await expect(comment).toHaveValue('')
})
