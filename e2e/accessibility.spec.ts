import type { Page } from '@playwright/test'
import { consentLabels } from '#rules/consents.ts'
import { buildPost, uniqueName } from '#tests/factories.ts'
import { runAxe } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { waitForHydration } from './scripts.ts'
import { atBothWidths } from './themes.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Checks the page in both themes, at the other width only in the light one: themes differ in colours alone, and tokens decide
 * about these, not widths.
 */
async function expectAccessible(page: Page): Promise<void> {
  const own = page.viewportSize()?.width
  await atBothWidths(page, () =>
    expectNoFaults(page, page.viewportSize()?.width === own ? ['light', 'dark'] : ['light']),
  )
}

async function expectNoFaults(page: Page, themes: ('light' | 'dark')[]): Promise<void> {
  // Texts and names that change while axe reads would not belong together.
  await waitForHydration(page)
  await page.evaluate(() => {
    // For example the spinner of a loading photo.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
  })
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { faults } = await runAxe(page, { tags: RULES })
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

test('the maps of a post, of all and of the picker are accessible', { tag: ['@narrow', '@long'] }, async ({
  page,
  api,
  signIn,
}) => {
  const author = await signIn()
  const word = `면${uniqueName().slice(-8)}`
  const place = { place_name: `${word} 본점`, address: '경남 통영시 욕지면 1', lat: 34.63, lng: 128.26 }
  const { id } = await buildPost(api, { author, title: `${word} 횟집`, ...place })
  const drawn = page.locator('.map[data-status=success]')
  await test.step('a post and all posts', async () => {
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
  })
  await test.step('a screen reader hears what the picker found, in order, and what was chosen', async () => {
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
        - application "지도. 방향키로 이동하고 플러스, 마이너스 키로 확대하거나 축소해요."
        - button "지도 확대"
        - button "지도 축소"
        - button "내 위치"
  `)
    await expect(drawn).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `1. ${word} 본점 선택` }).press('Enter')
    await expect(picker.getByRole('status').filter({ hasText: `${word} 본점` })).toContainText('경남 통영시 욕지면 1')
  })
})

test('everything can be done with the keyboard alone: join, post, like, delete', { tag: ['@wide', '@long'] }, async ({
  page,
}) => {
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
  await expect(page.getByRole('button', { name: '시작하기' })).toBeFocused()
  await press('Enter')
  await expect(page).toHaveURL('/account/welcome')
  // The title is announced when the focus has been moved to the new screen; a Tab before that would be lost.
  await expect(page.locator('p[aria-live=polite]')).toHaveText(/^환영해요/)

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
