import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { answerSearchInPages, answersBesideHome, answersBesidePost, fullPost, listedPost } from '../fake-posts.ts'
import { fullSite } from '../fake-site.ts'
import { viewer } from '../viewer.ts'
import { doubleText } from './double-text.ts'
import { forceColours } from './forced-colours.ts'
import { holdAnswer } from './held.ts'
import { openScreen, type ScreenOptions } from './open-screen.tsx'
import { press } from './press.ts'
import { visibleTexts } from './visible.ts'

const main = page.getByRole('navigation', { name: '주요 메뉴' })
const lower = page.getByRole('navigation', { name: '하단 메뉴' })
const width = () => document.documentElement.scrollWidth
const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
const visitor: ScreenOptions = { api: fullSite }
const member: ScreenOptions = { api: fullSite, viewer, posts: { 1: { mine: true } } }

test('a phone has its bar at the lower edge', async () => {
  await openScreen('/', visitor)
  await expect.element(lower).toBeInViewport()
  expect(boxOf('.bottombar').bottom).toBe(740)
  await expect.element(main).not.toBeInTheDocument()
  await expect.element(page.getByRole('banner').getByRole('link', { name: '로그인' })).not.toBeInTheDocument()
  expect(width()).toBe(360)
  await openScreen('/account/sign_up', visitor)
  await expect.element(page.getByRole('button', { name: '사진 고르기' })).toBeVisible()
  expect(width()).toBe(360)
})

test('a wide window has its links in the bar at the top, which stays there', async () => {
  await openScreen('/account/sign_up', { ...visitor, width: 1280 })
  await expect.element(lower).not.toBeInTheDocument()
  await expect.element(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible()
  expect(visibleTexts('nav[aria-label="주요 메뉴"] a')).toEqual(['홈', '글쓰기', '지도', '내 맛집'])
  scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
  expect(scrollY).toBeGreaterThan(0)
  await expect.element(main).toBeInViewport()
})

test('pictures have their fixed sizes: 220 in a card, 250 or 330 to drop one', async () => {
  for (const [size, drop] of [
    [360, 250],
    [1280, 330],
  ] as const) {
    await openScreen('/search?keyword=집', { ...member, width: size })
    const photos = [...document.querySelectorAll('article .photo')]
    expect(photos.map((photo) => photo.getBoundingClientRect().height)).toEqual([220, 220, 220])
    await openScreen('/add_post', { ...member, width: size })
    expect(boxOf('.drop').height).toBe(drop)
  }
})

test('the buttons of a sheet are in view in a low window', async () => {
  await openScreen('/', member)
  await page.viewport(320, 500)
  await page.getByRole('button', { name: '필터' }).click()
  const sheet = page.getByRole('dialog', { name: '필터' })
  await expect.element(sheet.getByRole('button').last()).toBeInViewport({ ratio: 1 })
  expect(sheet.element().scrollHeight).toBeGreaterThan(500)
})

test('in a window as low as that of a page enlarged four times both bars scroll away', async () => {
  for (const url of ['/account/sign_up', '/account/login', '/account/forgot_password']) {
    await openScreen(url, visitor)
    await page.viewport(320, 256)
    await expect.poll(() => boxOf('.topbar').top).toBe(0)
    scrollTo({ top: 70, behavior: 'instant' })
    await expect.poll(() => boxOf('.topbar').bottom, { message: url }).toBeLessThanOrEqual(0)
    await expect.poll(() => boxOf('.bottombar').top, { message: url }).toBeGreaterThanOrEqual(256)
  }
})

test('suggestions are wide enough to read on a tablet', async () => {
  const getSuggestions = { data: [{ title: '욕지 횟집', place_name: null }], instead: null, meaning: null }
  await openScreen('/', { api: { ...fullSite, getSuggestions }, width: 768 })
  await press(page.getByRole('button', { name: '검색창 열기' }))
  await page.getByRole('combobox', { name: '검색어' }).fill('욕지')
  await expect.element(page.getByRole('option').first()).toBeInViewport({ ratio: 1 })
  expect(boxOf('.suggest').width).toBeGreaterThanOrEqual(24 * 16)
  expect(boxOf('.suggest').left).toBeGreaterThanOrEqual(0)
  expect(boxOf('.suggest').right).toBeLessThanOrEqual(768)
})

/** The width of the page, and every date that overflows, lies below a button, or is cut. */
function dateFaults(): string[] {
  const faults = width() > innerWidth ? [`the page is ${width()} wide`] : []
  for (const head of document.querySelectorAll('.card-head, .byline')) {
    const range = document.createRange()
    range.selectNodeContents(head.querySelector('time') ?? head)
    const [date, place] = [range.getBoundingClientRect(), head.getBoundingClientRect()]
    if (date.right > place.right || date.top < place.top || date.bottom > place.bottom) faults.push('a date is cut')
    const isBelow = (box: DOMRect) => date.right > box.left + 12 && date.bottom > box.top && date.top < box.bottom
    const tools = [...head.querySelectorAll('.icon-btn')]
    if (tools.some((tool) => isBelow(tool.getBoundingClientRect()))) faults.push('a date lies below a button')
  }
  return faults
}

test('dates and the theme switch fit with text of twice the size, and on the narrowest screen', async () => {
  for (const size of [360, 1280] as const) {
    for (const url of ['/account/my_list', '/post/1']) {
      const screen = await openScreen(url, { ...member, width: size })
      await expect.element(page.getByRole('time').first()).toBeVisible()
      expect(dateFaults()).toEqual([])
      const normalText = doubleText()
      expect(dateFaults()).toEqual([])
      if (url === '/post/1') {
        await press(page.getByRole('button', { name: '하나 사용자 메뉴' }))
        const menu = page.getByRole('navigation', { name: '사용자 메뉴' })
        await expect.element(menu).toBeVisible()
        expect(menu.element().scrollWidth).toBe(menu.element().clientWidth)
      }
      normalText()
      await screen.close()
    }
  }
  await openScreen('/account/my_list', member)
  await page.viewport(320, 740)
  doubleText()
  expect(dateFaults()).toEqual([])
})

test('in text of twice the size hours, kind and price stay within their card', async () => {
  await openScreen('/search?keyword=집', visitor)
  doubleText()
  const chips = [...document.querySelectorAll('.card .hours > :is(.chip, .tag)')]
  expect(chips.length).toBeGreaterThan(1)
  const cut = chips.filter((chip) => {
    const frame = chip.closest('.card-body')?.getBoundingClientRect()
    return chip.scrollWidth > chip.clientWidth || chip.getBoundingClientRect().right > (frame?.right ?? 0) + 1
  })
  expect(cut.map(({ textContent }) => textContent)).toEqual([])
})

test('in text of twice the size name and date keep away from the edges of the head of a card', async () => {
  await openScreen('/search?keyword=집', visitor)
  doubleText()
  const by = document.querySelector('.card-head .by')
  const [inner, outer] = [by, by?.parentElement].map((element) => element?.getBoundingClientRect())
  expect((inner?.top ?? 0) - (outer?.top ?? 0)).toBeGreaterThanOrEqual(10)
  expect((outer?.bottom ?? 0) - (inner?.bottom ?? 0)).toBeGreaterThanOrEqual(10)
})

test('in text of twice the size both parts of an e-mail address have room', async () => {
  await openScreen('/account/sign_up', visitor)
  doubleText()
  for (const name of ['이메일 아이디', '이메일 도메인']) {
    // A select does not report cut text, so it needs room for the longest domain, its padding and its arrow.
    const { width } = page.getByLabelText(name).element().getBoundingClientRect()
    expect(width / 32, name).toBeGreaterThan(7)
  }
})

test('the head of a card is 68 high, for any author and while loading', async () => {
  const heights = () =>
    [...document.querySelectorAll('.card-head')]
      .filter((head) => head.checkVisibility())
      .map((head) => head.getBoundingClientRect().height)
  for (const size of [360, 1280] as const) {
    const { answer } = holdAnswer(() => ({ data: [], nextCursor: null, startCursor: null }))
    await openScreen('/search?keyword=집', { ...member, api: { ...fullSite, getPosts: answer }, width: size })
    expect(heights()).toEqual([68, 68, 68])
    await page.getByRole('link', { name: '홈', exact: true }).click()
    await expect.poll(() => document.querySelector('.card-skeleton')).not.toBeNull()
    expect(new Set(heights())).toEqual(new Set([68]))
  }
})

test('names lead to their people in rows high enough for a thumb', async () => {
  for (const url of ['/', '/post/3', '/collection/4']) {
    await openScreen(url, member)
    const heights = [...document.querySelectorAll('.who a')].map((link) => link.getBoundingClientRect().height)
    expect(heights.length, url).toBeGreaterThan(0)
    expect(Math.min(...heights), url).toBeGreaterThanOrEqual(44)
  }
})

test('a text that is too long is marked at its field, which its counter describes, before it is sent', async () => {
  for (const [url, fields] of [
    ['/add_post', 2],
    ['/post/3', 1],
  ] as const) {
    await openScreen(url, member)
    const counted = [...document.querySelectorAll<HTMLInputElement>('[aria-describedby*="-count"]')]
    expect(counted, url).toHaveLength(fields)
    for (const field of counted) {
      const count = () => document.querySelector(`#${CSS.escape(`${field.id}-count`)}`)?.textContent
      const limit = Number(count()?.split('/')[1])
      await userEvent.fill(field, '가'.repeat(limit))
      expect([count(), field.ariaInvalid]).toEqual([`${limit}/${limit}`, null])
      await userEvent.fill(field, '가'.repeat(limit + 1))
      await expect.poll(() => [count(), field.ariaInvalid]).toEqual([`${limit + 1}/${limit}`, 'true'])
      expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(`${field.id}-count`)
    }
  }
})

test('of several pins at one point the focused one is in front', async () => {
  const pin = (n: number) => ({
    post: `${n}`,
    place_id: null,
    title: `국수집 ${n}`,
    lat: 37.5665,
    lng: 126.99 + n / 100,
  })
  const getSavedPins = [1, 2, 3].map(pin)
  await openScreen('/me?view=map', { ...member, api: { ...fullSite, getSavedPins } })
  const pins = () => [...document.querySelectorAll<HTMLElement>('.marker-place')]
  await expect.poll(() => pins().length).toBeGreaterThan(1)
  const layer = (pin: Element) => Number(getComputedStyle(pin).zIndex)
  for (const pin of pins()) {
    pin.focus()
    const others = pins().filter((other) => other !== pin)
    expect(layer(pin)).toBeGreaterThan(Math.max(...others.map(layer)))
  }
})

test('states shown only by a background are also visible in forced colours', async () => {
  onTestFinished(async () => void (await forceColours('none')))
  const post = listedPost('1', { start_time: '09:00', end_time: '09:00' })
  const api = {
    ...fullSite,
    ...answersBesideHome,
    ...answersBesidePost,
    getSearchPosts: answerSearchInPages([post]),
    getPost: fullPost({ id: '1' }),
  }
  const before = (selector: string, part: string) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(
      document.querySelector(selector) as Element,
      part,
    )
    return { ground: backgroundColor, ring: borderTopWidth === '0px' ? 'none' : borderTopColor }
  }
  const given = { api, width: 1280, now: '2026-03-02T12:00:00+09:00' } as const
  // Axe knows no forced colours.
  const openForced = async (url: string) => {
    await forceColours('none')
    await openScreen(url, given)
    await forceColours('active')
  }
  await openForced('/')
  expect(matchMedia('(forced-colors: active)').matches).toBe(true)
  const canvas = getComputedStyle(document.body).backgroundColor
  expect(before('.topnav a[aria-current]', '::after').ground).not.toBe(canvas)
  await openForced('/search?keyword=집')
  expect(before('.chip:not(.chip-off)', '::before').ground).not.toBe(canvas)
  document.querySelector('.chip')?.classList.add('chip-off')
  const closed = before('.chip-off', '::before')
  expect(closed.ring).not.toBe('none')
  expect(closed.ring).not.toBe(canvas)
  const filter = page.getByRole('link', { name: '영업 중', exact: true })
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor
  const unpressed = groundOf(filter.element())
  await openForced('/search?keyword=집&open=1')
  await expect.element(filter).toHaveAttribute('aria-current', 'true')
  expect(groundOf(filter.element())).not.toBe(unpressed)
  const themes = page.getByRole('group', { name: '화면 모드' })
  const chosen = themes.getByRole('button', { pressed: true })
  const others = themes.getByRole('button', { pressed: false })
  expect(groundOf(chosen.element())).not.toBe(groundOf(others.first().element()))
  expect(getComputedStyle(others.first().element()).borderTopWidth).not.toBe('0px')
})

test('on paper the place keeps its distance from the text above it, and nothing is there to press', async () => {
  const media = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media })
  onTestFinished(async () => void (await media('')))
  await openScreen('/post/3', { ...visitor, width: 768 })
  await media('print')
  expect(boxOf('.place').top - boxOf('.story').bottom).toBeGreaterThanOrEqual(16)
  await openScreen('/u/duri', { ...visitor, width: 768 })
  expect(visibleTexts('main :is(button, summary, .author-tabs a)')).toEqual([])
})

test('hours past midnight leave room for the facts beside them on a phone', async () => {
  const facts = { start_time: '18:00', end_time: '03:00', kind: 'cafe' } as const
  const api = { ...fullSite, getSearchPosts: answerSearchInPages([listedPost('1', facts)]) }
  await openScreen('/search?keyword=집', { api })
  const tops = [...document.querySelectorAll('.card .hours > *')].map((part) => {
    const { top, bottom } = part.getBoundingClientRect()
    return Math.round((top + bottom) / 2)
  })
  expect(tops).toHaveLength(3)
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4)
  expect(document.querySelector('.card .hours')?.textContent).toContain('18:00~다음 날 03:00')
})

test('home without a network offers to try again, not home', async () => {
  await openScreen('/offline#/', {})
  await expect.element(page.getByRole('main').getByRole('button', { name: '다시 시도' })).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('link', { name: /홈/ })).not.toBeInTheDocument()
})

test('a form of which nothing was restored begins at its first field', async () => {
  for (const url of ['/add_post', '/account/profile']) {
    await openScreen(url, member)
    const [first] = [...document.querySelectorAll('.form > *')].filter(
      (part) => part.checkVisibility() && part.getBoundingClientRect().height > 0,
    )
    expect(first?.getBoundingClientRect().top, url).toBe(boxOf('.form').top)
  }
})

test('buttons have an outline in forced colours', async () => {
  onTestFinished(async () => void (await forceColours('none')))
  await openScreen('/post/3', member)
  await forceColours('active')
  for (const button of document.querySelectorAll('main :is(.btn, .act)'))
    expect(getComputedStyle(button).borderTopWidth, button.textContent).toBe('1px')
})
