import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { agree, logIn, newPerson } from './people.ts'
import { holdScripts, openUntilShown, waitForHydration, waitForStyles } from './scripts.ts'

const withdrawalQuestion = '로그인하면 좋아요를 남길 수 있어요'

test('a visitor who presses a heart far down a list logs in and returns to the same card', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const member = await buildUser(api)
  const word = uniqueName()
  for (let count = 0; count < 25; count++) await buildPost(api, { author: member, contents: word, title: `${count}째` })
  await page.goto(`/search?keyword=${word}&filter=latest`)
  const cards = page.getByRole('article')
  for (const loaded of [10, 20]) await cards.nth(loaded - 1).scrollIntoViewIfNeeded()
  const card = cards.filter({ has: page.getByRole('heading', { name: '2째', exact: true }) })
  await card.scrollIntoViewIfNeeded()
  const heart = card.getByRole('button', { name: '좋아요 0' })
  await expect(heart).toHaveAttribute('aria-disabled', 'true')
  await heart.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: withdrawalQuestion })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(heart).toBeFocused()
  const top = await heart.evaluate((element) => element.getBoundingClientRect().top)

  // Playwright would wait for it to be enabled.
  await heart.click({ force: true })
  await dialog.getByRole('link', { name: '로그인' }).click()
  await expect(page).toHaveURL(/\/account\/login\?next=/)
  await expect(page.getByText('로그인하면 보던 화면으로 돌아가요.')).toBeVisible()
  await logIn(page, member)
  await expect(page).toHaveURL(`/search?keyword=${word}&filter=latest`)
  await expect(page.getByRole('article')).toHaveCount(25)
  await expect(card).toBeInViewport()
  await expect
    .poll(async () => Math.abs((await heart.evaluate((element) => element.getBoundingClientRect().top)) - top))
    .toBeLessThan(60)
  await expect(heart).not.toHaveAttribute('aria-disabled')
  await heart.click()
  await expect(card.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
})

test('a heart leads back through sign-up too, and from a post to the post', { tag: '@wide' }, async ({ page, api }) => {
  const author = await buildUser(api)
  const { id } = await buildPost(api, { author })
  const person = newPerson('새이웃')
  await page.goto(`/post/${id}`)
  await page.getByRole('button', { name: '좋아요 0' }).click({ force: true })
  await page.getByRole('dialog', { name: withdrawalQuestion }).getByRole('link', { name: '회원가입' }).click()
  // A press falls into the void while the next screen takes the place of this one.
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: '회원가입' })).toBeVisible()
  await main.getByRole('link', { name: '로그인' }).click()
  await expect(main.getByRole('heading', { name: '로그인' })).toBeVisible()
  await main.getByRole('link', { name: '회원가입' }).click()
  await expect(main.getByRole('heading', { name: '회원가입' })).toBeVisible()
  await page.getByRole('textbox', { name: '닉네임' }).fill(person.username)
  await page.getByLabel('이메일 아이디').fill(person.email.split('@')[0] ?? '')
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill(person.password)
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill(person.password)
  await page.getByRole('textbox', { name: '답변' }).fill(person.answer)
  await agree(page)
  await page.getByRole('button', { name: '가입하기' }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page).toHaveURL(`/post/${id}`)
  await page.getByRole('button', { name: '좋아요 0' }).click()
  await expect(page.getByRole('button', { name: '좋아요 1' })).toBeVisible()
})

test('a login requested by a page says why', { tag: '@wide' }, async ({ page }) => {
  for (const [path, reason] of [
    ['/add_post', '글을 쓰려면 로그인해 주세요.'],
    ['/edit/1', '글을 수정하려면 로그인해 주세요.'],
    ['/account/my_list', '내가 쓴 글을 보려면 로그인해 주세요.'],
    ['/account/profile', '내 정보를 보려면 로그인해 주세요.'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(`/account/login?next=${encodeURIComponent(path)}`)
    await expect(page.getByText(reason)).toBeVisible()
  }
  await page.goto('/account/login')
  await expect(page.getByRole('main').getByText(/로그인해 주세요|돌아가요/)).toHaveCount(0)
})

test('the search page without a keyword shows the focused field, earlier searches and popular posts', {
  tag: '@narrow',
}, async ({ page, api }) => {
  const author = await buildUser(api)
  const { id } = await buildPost(api, { author, title: uniqueName() })
  const voters = await Promise.all(Array.from({ length: 4 }, () => buildUser(api)))
  for (const voter of voters) await api.as(voter).likePost({ id, isLike: true, jwt: voter.handle })
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('recent_searches', JSON.stringify(['국수', '떡볶이', '커피'])))
  const popular = page.getByRole('region', { name: '인기 글' })
  await openUntilShown(page, '/search', popular.locator(`a[href="/post/${id}"]`))
  const field = page.getByRole('combobox', { name: '검색어' })
  await expect(field).toBeFocused()
  await expect(page).toHaveTitle(/^검색 \|/)
  const recent = page.getByRole('region', { name: '최근 검색어' })
  await expect(recent.getByRole('link')).toHaveText(['국수', '떡볶이', '커피'])
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await recent.getByRole('button', { name: '떡볶이 지우기' }).click()
  await expect(recent.getByRole('link')).toHaveText(['국수', '커피'])
  await page.reload()
  await expect(recent.getByRole('link')).toHaveText(['국수', '커피'])
  await recent.getByRole('button', { name: '모두 지우기' }).click()
  await expect(recent.getByText('최근 검색어가 없어요.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('recent_searches'))).toBeNull()

  const likes = await popular.locator('.mini-count').allInnerTexts()
  const counts = likes.map((text) => Number(text.replace(/\D/g, '')))
  expect(counts.length).toBeGreaterThan(0)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(counts[0]).toBeGreaterThanOrEqual(4)
  await field.fill('국수')
  await field.press('Enter')
  await expect(page).toHaveURL(`/search?${new URLSearchParams({ keyword: '국수' })}`)
})

test('nothing on the search page moves when the browser adds the earlier searches', async ({ page, api }) => {
  await buildPost(api, { author: await buildUser(api) })
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('recent_searches', JSON.stringify(['국수', '긴 '.repeat(40), '커피'])))
  const release = await holdScripts(page)
  await page.goto('/search', { waitUntil: 'commit' })
  const popular = page.getByRole('heading', { name: '인기 글' })
  await expect(popular).toBeVisible()
  await waitForStyles(page)
  const before = (await popular.boundingBox())?.y
  release()
  await expect(page.getByRole('link', { name: '커피' })).toBeAttached()
  expect((await popular.boundingBox())?.y).toBe(before)
})

test('without popular posts the search page still works', { tag: '@wide' }, async ({ page, expectErrors }) => {
  await page.goto('/account/login')
  await page.route('/graphql', (route) => route.abort())
  await waitForHydration(page)
  // As a link would: with the page's script nothing leads to a search without a keyword.
  await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: { navigate(to: object): unknown } }
    router.navigate({ to: '/search' })
  })
  await expect(page.getByRole('heading', { name: '무엇을 찾으세요?' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: '검색어' })).toBeFocused()
  // The page still asks for the posts, and each failure is one more error.
  await page.close()
  expectErrors(/net::ERR_FAILED/)
})
