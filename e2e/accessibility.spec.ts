import type { Page } from '@playwright/test'
import { consentLabels } from '#rules/consents.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { judge } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { chooseFromMenu, logIn, newPerson, phonePhoto, uploadAs } from './people.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Checks the page in both themes. Of tests that run at both widths only the phone does the dark one, because themes differ in
 * colours alone, and tokens decide about these, not widths.
 */
async function expectAccessible(page: Page): Promise<void> {
  const isJudgedOnPhone = test.info().project.name === '1280' && !test.info().tags.includes('@wide')
  await expectNoFaults(page, isJudgedOnPhone ? ['light'] : ['light', 'dark'])
}

/** The same at both widths, of a page whose parts are the same ones. Only home's bars have colours of their own. */
async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const isHome = new URL(page.url()).pathname === '/'
  await expectNoFaults(page, isHome ? ['light', 'dark'] : ['light'])
  const own = page.viewportSize()
  if (!own) throw new Error('the window has no size')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoFaults(page, ['light', 'dark'])
  await page.setViewportSize(own)
}

async function expectNoFaults(page: Page, themes: ('light' | 'dark')[]): Promise<void> {
  // Texts and names that change while axe reads would not belong together.
  await waitForHydration(page)
  await page.evaluate(() => {
    // Such as the sign of a photo that loads.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
  })
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { faults } = await judge(page, { tags: RULES })
    expect(faults.map((fault) => `${colorScheme} ${page.viewportSize()?.width} ${page.url()} ${fault}`)).toEqual([])
  }
}

/** Presses Tab, or Shift+Tab, until an element of this role and name has the focus. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string, key = 'Tab'): Promise<void> {
  const wanted = page.getByRole(role, { name }).filter({ visible: true }).first()
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${key} does not lead to ${role} ${name}.`)
}

test('lists and posts are accessible', { tag: '@wide' }, async ({ page, api }) => {
  const author = await buildUser(api)
  const word = uniqueName()
  const images = [await uploadAs(author, await phonePhoto()), await uploadAs(author, await phonePhoto())]
  const { id } = await buildPost(api, {
    author,
    contents: word,
    address: `서울 ${word}`,
    images,
    start_time: '09:00',
    end_time: '21:00',
  })
  await buildPost(api, { author, contents: word, address: `서울 ${word}` })
  const place = `/place/${(await api.getPost({ id })).place_id}`
  for (const path of [
    '/',
    `/search?keyword=${word}`,
    `/search?keyword=${word}x&open=1`,
    '/search',
    `/post/${id}`,
    place,
    '/area',
    '/area/서울',
    `/u/${author.handle}`,
    `/u/${author.handle}?view=map`,
  ]) {
    await page.goto(path)
    await expectAccessibleAtBothWidths(page)
  }
})

test('screens for signed-out visitors, and errors, are accessible', { tag: '@wide' }, async ({
  page,
  expectErrors,
}) => {
  for (const path of ['/account/login', '/account/forgot_password', '/account/sign_up']) {
    await page.goto(path)
    await expectAccessibleAtBothWidths(page)
  }
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect(page.getByText('닉네임을 입력해주세요.')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  for (const path of ['/nowhere', '/post/999999999999', '/error']) {
    await page.goto(path)
    await expectAccessibleAtBothWidths(page)
  }
  expectErrors(/status of 40[04]/)
})

test('screens of a member are accessible', { tag: '@wide' }, async ({ page, api, signIn }) => {
  const author = await signIn({ username: '읽는이' })
  const { id } = await buildPost(api, { author })
  const other = await buildUser(api, { username: '이웃' })
  await api.as(other).followUser({ handle: author.handle, follow: true })
  for (const path of [
    '/account/my_list',
    `/post/${id}`,
    `/edit/${id}`,
    '/account/profile',
    '/me',
    '/notifications',
    '/following',
    '/account/people/followers',
    '/account/people/blocked',
    `/u/${author.handle}`,
    `/u/${other.handle}`,
    '/account/change_password',
  ]) {
    await page.goto(path)
    await expectAccessibleAtBothWidths(page)
  }
  await page.getByRole('button', { name: '비밀번호 변경' }).click()
  // Until the page's script has come the form waits, and is paler.
  await expect(page.getByText('현재 비밀번호를 입력해주세요.')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.goto(`/u/${other.handle}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: '이웃님 메뉴' }).click()
  await page.getByRole('button', { name: '차단하기' }).click()
  await expect(page.getByRole('dialog', { name: '이웃님을 차단할까요?' })).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.goto('/add_post')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByLabel('상호명')).toBeFocused()
  await expectAccessibleAtBothWidths(page)
})

test('panels and the user menu are accessible', async ({ page, api, signIn }) => {
  const author = await signIn({ username: '읽는이' })
  await buildPost(api, { author })
  await page.goto('/account/my_list')
  await page.getByRole('button', { name: '사용자 메뉴' }).click()
  await expect(page.getByRole('navigation', { name: '사용자 메뉴' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await waitForOverlays(page, 0)
  for (const [entry, question] of [
    ['로그아웃', '정말 로그아웃하시겠어요?'],
    ['회원탈퇴', '정말 탈퇴하시겠어요?'],
  ] as const) {
    await chooseFromMenu(page, entry)
    await expect(page.getByRole('dialog', { name: question })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await waitForOverlays(page, 0)
  }
  await page.getByRole('button', { name: '글 삭제' }).click()
  await expect(page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' })).toBeVisible()
  await expectAccessible(page)
})

test('what opens over a post, the filters, a town and the map of a list are accessible', { tag: '@wide' }, async ({
  page,
  api,
  signIn,
}) => {
  const author = await buildUser(api)
  const images = [await uploadAs(author, await phonePhoto()), await uploadAs(author, await phonePhoto())]
  const { id } = await buildPost(api, { author, title: '창이 많은 집', images, lat: 33.4996, lng: 126.5312 })
  const reader = await signIn()
  await api.as(reader).savePost({ post: id, list: 'want', saved: true })
  await page.goto(`/post/${id}`)
  await waitForHydration(page)
  const photo = page.getByRole('main').getByRole('img', { name: '창이 많은 집 사진 1/2' })
  for (const [open, name] of [
    [photo, '사진 보기'],
    [page.getByRole('button', { name: '모음에 담기' }), '모음에 담기'],
    [page.getByRole('button', { name: '이 글 신고하기' }), '이 글을 신고할까요?'],
  ] as const) {
    await open.click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await waitForOverlays(page, 1)
    await expectAccessibleAtBothWidths(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await waitForOverlays(page, 0)
  }
  await page.goto('/search?keyword=집')
  await waitForHydration(page)
  await page.getByRole('button', { name: '필터' }).click()
  await expect(page.getByRole('dialog', { name: '필터' })).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.goto('/here?near=33.4996%2C126.5312')
  await expectAccessibleAtBothWidths(page)
  await page.goto('/me?view=map')
  await expect(
    page.getByRole('region', { name: '가고 싶어요 지도' }).getByRole('button', { name: '창이 많은 집' }),
  ).toBeVisible()
  await expectAccessibleAtBothWidths(page)
})

test('maps, the place picker and search suggestions are accessible', async ({ page, api, signIn }) => {
  const author = await signIn()
  const word = `면${uniqueName().slice(-8)}`
  const place = { place_name: `${word} 본점`, address: '경남 통영시 욕지면 1', lat: 34.63, lng: 128.26 }
  const { id } = await buildPost(api, { author, title: `${word} 횟집`, ...place })
  const drawn = page.locator('.map[data-status=success]')
  await page.goto(`/post/${id}`)
  await page.locator('.map').scrollIntoViewIfNeeded()
  await expect(drawn.locator('.marker-place')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/map?lat=34.63&lng=128.26&zoom=12&keyword=${word}`)
  await expect(drawn.getByRole('button', { name: `${word} 횟집` })).toBeVisible()
  await expectAccessible(page)
  const open = page.getByRole('button', { name: '목록 펼치기' })
  if (await open.isVisible()) {
    await open.click()
    await expectAccessible(page)
  }

  await page.goto('/add_post')
  await page.getByLabel('장소 검색어').fill(word)
  await page.getByLabel('장소 검색어').press('Enter')
  await expect(page.getByRole('button', { name: `1. ${word} 본점 선택` })).toBeVisible()
  await expect(drawn).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `1. ${word} 본점 선택` }).click()
  await expect(page.getByRole('group', { name: '고른 위치' })).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('button', { name: '검색창 열기' }).click()
  await page.getByRole('combobox', { name: '검색어' }).fill(word)
  await expect(page.getByRole('listbox', { name: '검색어 제안' }).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
})

test('a screen reader hears what the picker found, in order, and what was chosen', { tag: '@wide' }, async ({
  page,
  api,
  signIn,
}) => {
  const author = await signIn()
  const word = `면${uniqueName().slice(-8)}`
  const place = { place_name: `${word} 본점`, address: '경남 통영시 욕지면 1', lat: 34.63, lng: 128.26 }
  await buildPost(api, { author, ...place })
  await page.goto('/add_post')
  const picker = page.getByRole('group', { name: '위치' })
  await page.getByLabel('장소 검색어').fill(`${word}없음`)
  await page.getByLabel('장소 검색어').press('Enter')
  await expect(picker.getByRole('alert')).toHaveText('검색 결과가 존재하지 않습니다.')
  await page.getByLabel('장소 검색어').fill(word)
  await page.getByLabel('장소 검색어').press('Enter')
  await expect(picker.getByRole('button', { name: '지도 확대' })).toBeVisible()
  await expect(picker).toMatchAriaSnapshot(`
    - group "위치 (선택)":
      - textbox "장소 검색어": ${word}
      - button "검색"
      - status: 검색 결과 1개
      - list "검색 결과":
        - listitem:
          - text: ${word} 본점 경남 통영시 욕지면 1
          - button "1. ${word} 본점 선택"
      - region "위치를 고르는 지도":
        - application "지도. 방향키로 움직이고 더하기, 빼기 키로 확대하고 축소해요."
        - button "지도 확대"
        - button "지도 축소"
        - button "내 위치"
  `)
  await page.getByRole('button', { name: `1. ${word} 본점 선택` }).press('Enter')
  await expect(picker.getByRole('status').filter({ hasText: `${word} 본점` })).toContainText('경남 통영시 욕지면 1')
})

test('messages after an attempt, and the screen of a temporary password, are accessible', { tag: '@wide' }, async ({
  page,
  api,
}) => {
  const user = await buildUser(api, { questionAnswer: '파랑' })
  await page.goto('/account/login')
  await logIn(page, { ...user, password: 'wrong123!' })
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/account/forgot_password')
  await page.getByLabel('이메일').fill(user.email)
  await page.getByLabel('답변').fill('파랑')
  await page.getByRole('button', { name: '다음' }).click()
  await expect(page.getByRole('button', { name: '이메일로 받기' })).toBeVisible()
  await expectAccessible(page)
})

test('everything can be done with the keyboard alone: join, post, like, delete', { tag: '@wide' }, async ({ page }) => {
  const person = newPerson('자판이웃')
  const title = `자판 ${uniqueName().slice(0, 8)}`
  const type = (text: string) => page.keyboard.type(text)
  const press = (key: string) => page.keyboard.press(key)

  await page.goto('/account/sign_up')
  await waitForHydration(page)
  await tabTo(page, 'textbox', '닉네임')
  await type(person.username)
  await tabTo(page, 'textbox', '이메일 아이디')
  await type(person.email)
  await tabTo(page, 'textbox', '비밀번호')
  await type(person.password)
  await tabTo(page, 'textbox', '비밀번호 확인')
  await type(person.password)
  await tabTo(page, 'textbox', '답변')
  await type(person.answer)
  for (const name of ['over14', 'terms', 'privacy'] as const) {
    await tabTo(page, 'checkbox', consentLabels[name])
    await press('Space')
  }
  await press('Enter')
  await expect(page.getByRole('button', { name: '홈으로' })).toBeFocused()
  await press('Enter')
  await expect(page).toHaveURL('/')
  // The title is announced when the focus has been moved to the new screen; a Tab before that would be lost.
  await expect(page.locator('p[aria-live=polite]')).toHaveText(/^맛나눔/)

  await tabTo(page, 'link', '글쓰기', 'Shift+Tab')
  await press('Enter')
  await expect(page.getByRole('heading', { name: '글쓰기' })).toBeVisible()
  await tabTo(page, 'textbox', '상호명')
  await type(title)
  await tabTo(page, 'textbox', '상세내용')
  await type('자판으로만 썼어요.')
  await tabTo(page, 'button', '등록하기')
  await press('Enter')
  await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  await expect(page.getByRole('link', { name: '홈으로' })).toBeFocused()
  await press('Enter')
  await expect(page).toHaveURL('/')

  const card = page.getByRole('article').filter({ hasText: title })
  await expect(card).toBeVisible()
  await tabTo(page, 'link', title)
  await tabTo(page, 'button', '좋아요 0')
  await press('Space')
  await expect(card.getByRole('button', { name: '좋아요 1' })).toBeFocused()
  // Comments, marks, author and tools come after the title, and say which post they work on.
  const of = (role: 'link' | 'button', what: string) => card.getByRole(role, { name: `‘${title}’ ${what}` })
  const author = card.locator('.card-head').getByRole('link').first()
  const [wanted, been] = [of('button', '가고 싶어요'), of('button', '다녀왔어요')]
  const tools = [of('link', '글 수정'), of('button', '글 삭제')]
  for (const next of [of('link', '댓글 0'), wanted, been, author, ...tools]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' })
  await expect(dialog.getByRole('button', { name: '취소' })).toBeFocused()
  await tabTo(page, 'button', '확인')
  await press('Enter')
  await expect(card).toHaveCount(0)
})

test('the first Tab offers to skip to the content', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '본문으로 건너뛰기' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a panel traps the focus and returns it', { tag: '@wide' }, async ({ page, api, signIn }) => {
  const author = await signIn()
  await buildPost(api, { author })
  await page.goto('/account/my_list')
  const opener = page.getByRole('button', { name: '글 삭제' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' })
  await expect(dialog.getByRole('button', { name: '취소' })).toBeFocused()
  for (const name of ['확인', '취소', '확인']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: '취소' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the user menu opens, moves and closes with the keyboard', { tag: '@wide' }, async ({ page, signIn }) => {
  await signIn({ username: '메뉴이웃' })
  await page.goto('/')
  await waitForHydration(page)
  const opener = page.getByRole('button', { name: '메뉴이웃 사용자 메뉴' })
  await tabTo(page, 'button', '메뉴이웃 사용자 메뉴')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: '내가 쓴 글' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: '프로필' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: '회원탈퇴' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: '사용자 메뉴' })).toBeHidden()
  await expect(opener).toBeFocused()
})

test('nothing moves for people who prefer reduced motion', { tag: '@wide' }, async ({ page, api, signIn }) => {
  const author = await signIn()
  await buildPost(api, { author })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/account/my_list')
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element)
        const longest = (list: string) => Math.max(...list.split(',').map((time) => Number.parseFloat(time)))
        const moves =
          longest(transitionDuration) > 0.01 || (animationName !== 'none' && longest(animationDuration) > 0.01)
        return moves ? [`${element.tagName}.${element.className}`] : []
      }),
    )
  expect(await moving()).toEqual([])
  await page.getByRole('button', { name: '글 삭제' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toEqual([])
})
