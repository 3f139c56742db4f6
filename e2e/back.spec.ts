import type { Page } from '@playwright/test'
import { postMessages } from '#rules/post.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { chooseFromMenu } from './people.ts'
import { holdScripts, waitForHydration, waitForOverlays } from './scripts.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: '사용자 메뉴' })

test('Back closes what is open before it leaves the page', { tag: ['@narrow', '@long'] }, async ({
  page,
  signIn,
  api,
}) => {
  const author = await signIn()
  const word = uniqueName()
  const { id } = await buildPost(api, { author, contents: word })
  await test.step('a menu, a panel and a dialog', async () => {
    await page.goto('/')
    await page.goto(`/post/${id}`)
    await waitForHydration(page)
    await page.getByRole('button', { name: '사용자 메뉴' }).click()
    await expect(menuOf(page)).toBeVisible()
    await waitForOverlays(page, 1)
    await page.goBack()
    await expect(menuOf(page)).toBeHidden()
    await expect(page).toHaveURL(`/post/${id}`)

    for (const name of ['정말 로그아웃하시겠어요?', '정말 탈퇴하시겠어요?']) {
      await chooseFromMenu(page, name.includes('로그아웃') ? '로그아웃' : '회원탈퇴')
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expect(menuOf(page)).toBeHidden()
      await waitForOverlays(page, 1)
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(`/post/${id}`)
    }

    const question = page.getByRole('dialog', { name: postMessages.confirmDelete })
    await page.getByRole('button', { name: '글 삭제' }).click()
    await question.getByRole('button', { name: '취소' }).click()
    await expect(question).toBeHidden()
    await waitForOverlays(page, 0)
    // An overlay closed in another way leaves no history entry, and Forward opens nothing.
    await page.goForward()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
  await test.step('the search field, and it leaves the results of a search in one step', async () => {
    const field = page.getByRole('combobox', { name: '검색어' })
    await page.goto('/')
    await page.goto(`/post/${id}`)
    await waitForHydration(page)
    await page.getByRole('button', { name: '검색창 열기' }).click()
    await expect(field).toBeVisible()
    await waitForOverlays(page, 1)
    await page.goBack()
    await expect(field).toBeHidden()
    await expect(page).toHaveURL(`/post/${id}`)

    await page.getByRole('button', { name: '검색창 열기' }).click()
    await field.fill('국밥')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/search\?/)
    await page.goBack()
    await expect(page).toHaveURL(`/post/${id}`)
  })
  await test.step('the order of a list, and it returns to the order before', async () => {
    await page.goto('/')
    await page.goto(`/search?keyword=${word}`)
    await waitForHydration(page)
    await page.getByText('정렬: 정확도순').click()
    await expect(page.getByRole('link', { name: '이름순' })).toBeVisible()
    await waitForOverlays(page, 1)
    await page.goBack()
    await expect(page.getByRole('link', { name: '이름순' })).toBeHidden()
    await expect(page).toHaveURL(`/search?keyword=${word}`)
    await page.getByText('정렬: 정확도순').click()
    await page.getByRole('link', { name: '이름순' }).click()
    await expect(page.getByText('정렬: 이름순')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('정렬: 정확도순')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
  await test.step('the sheet of the map, which stays open when zooming', async () => {
    await page.goto('/')
    await page.goto('/map?lat=37.5&lng=127&zoom=9')
    await expect(page.locator('.map[data-status=success]')).toBeVisible()
    await page.getByRole('button', { name: '목록 펼치기' }).click()
    const close = page.getByRole('button', { name: '목록 접기' })
    await expect(close).toBeVisible()
    // The sheet hides the button; a pinch reaches the map.
    await page.getByRole('button', { name: '지도 확대', includeHidden: true }).dispatchEvent('click')
    await expect(page).toHaveURL(/zoom=10/)
    await expect(close).toBeVisible()
    await waitForOverlays(page, 1)
    await page.goBack()
    await expect(close).toBeHidden()
    await expect(page).toHaveURL(/zoom=10/)
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
  await test.step('what was pressed before the page’s script', async () => {
    await page.goto('/account/profile')
    for (const [opener, opened] of [
      [page.getByRole('button', { name: '사용자 메뉴' }), menuOf(page)],
      [page.getByText('정렬: 최신순'), page.getByRole('link', { name: '이름순' })],
    ] as const) {
      const release = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      await opener.click()
      release()
      await expect(opened).toBeVisible()
      await waitForOverlays(page, 1)
      await page.goBack()
      await expect(opened).toBeHidden()
      await expect(page).toHaveURL('/')
    }
  })
})

test('Back leads neither to an overlay that was open when the page was left nor to a deleted post', {
  tag: ['@narrow', '@long'],
}, async ({ page, signIn, api }) => {
  const author = await signIn()
  const { id } = await buildPost(api, { author })
  await test.step('a page left or reloaded with an open overlay is a single step back', async () => {
    await page.goto('/')
    await page.goto(`/post/${id}`)
    await page.getByRole('button', { name: '글 삭제' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // An entry that is added while a reload begins takes the page's own place in Chromium.
    await waitForOverlays(page, 1)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await waitForHydration(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // As the page sees its history: the browser's own view of it may be a moment older.
    const step = (by: number) => page.evaluate((count) => history.go(count), by)
    await chooseFromMenu(page, '내가 쓴 글')
    const mine = page.getByRole('heading', { name: '내가 쓴 글' })
    for (const _ of ['once', 'and again']) {
      await expect(mine).toBeVisible()
      await expect(page).toHaveURL('/account/my_list')
      await step(-1)
      await expect(page).toHaveURL(`/post/${id}`)
      await expect(mine).toBeHidden()
      await step(1)
    }
    await expect(mine).toBeVisible()
    await step(-1)
    await expect(mine).toBeHidden()
    await step(-1)
    await expect(page).toHaveURL('/')

    await page.goto(`/post/${id}`)
    await page.getByRole('button', { name: '글 삭제' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await waitForOverlays(page, 1)
    await page.reload()
    await waitForHydration(page)
    await step(-1)
    await expect(page).toHaveURL('/')
  })
  await test.step('Back after a deletion does not lead to the deleted post', async () => {
    await page.goto('/account/my_list')
    await page.getByRole('article').getByRole('heading').getByRole('link').click()
    // The list, whose cards have the same button, is shown until the post has loaded.
    await expect(page.getByRole('heading', { level: 1, name: '내가 쓴 글' })).toBeHidden()
    await expect(page).toHaveURL(`/post/${id}`)
    await page.getByRole('button', { name: '글 삭제' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '확인' }).click()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page).toHaveURL('/account/my_list')
  })
})

test('a dialog that leads to another page does so once, in place of its form', { tag: ['@narrow', '@long'] }, async ({
  page,
  signIn,
}) => {
  await signIn()
  for (const way of ['its link', 'Escape', 'Back'] as const)
    await test.step(`by ${way}`, async () => {
      await page.goto('/account/my_list')
      await page.goto('/add_post')
      await page.getByLabel('상호명').fill('다녀온 식당')
      await page.getByLabel('상세내용').fill('한 번만 나가요.')
      await page.getByRole('button', { name: '등록하기' }).click()
      const dialog = page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })
      await expect(dialog).toBeVisible()
      await waitForOverlays(page, 1)
      if (way === 'its link') await dialog.getByRole('link', { name: '홈으로' }).click()
      else if (way === 'Escape') await page.keyboard.press('Escape')
      else await page.goBack()
      await expect(page).toHaveURL('/')
      await expect(dialog).toHaveCount(0)
      // Not to the form of the post that was sent.
      await page.goBack()
      await expect(page).toHaveURL('/account/my_list')
    })
})

test('Back focuses the card that was opened, in a list, a search and the list of the map', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
  const author = await buildUser(api)
  const word = uniqueName()
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await buildPost(api, { author, title: `${number}번 식당`, contents: word, lat: 34.261, lng: 125.3 + number / 100 })
  }
  for (const path of ['/', `/search?keyword=${word}`, `/map?lat=34.26&lng=125.33&zoom=12&keyword=${word}`]) {
    await page.goto(path)
    await waitForHydration(page)
    if (path.startsWith('/map')) await page.locator('.map-list-toggle').click()
    const card = page.getByRole('main').getByRole('link', { name: '3번 식당' }).first()
    await expect(card).toBeVisible()
    await card.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/post\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('3번 식당')
    await page.goBack()
    await expect(card, path).toBeFocused()
    await expect(card, path).toBeInViewport()
    // A card that was not opened by the keyboard too.
    const other = page.getByRole('main').getByRole('link', { name: '2번 식당' }).first()
    await other.evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('2번 식당')
    await page.goBack()
    await expect(other, path).toBeFocused()
  }
})
