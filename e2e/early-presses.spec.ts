import type { Page } from '@playwright/test'
import { postMessages } from '#rules/post.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { logIn, phonePhoto } from './people.ts'
import { holdScripts, waitForHydration, waitForStyles } from './scripts.ts'

/** Elements are pressed immediately, before any script has arrived. */
const IMMEDIATELY = { waitUntil: 'commit' } as const

/** Resolves once what was pressed before hydration has been repeated, which a timer does after it. */
async function waitForReplay(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

test('a delete button, a heart and a theme pressed before the script work after it', { tag: '@narrow' }, async ({
  page,
  signIn,
  api,
}) => {
  const user = await signIn()
  const { id } = await buildPost(api, { author: user, title: '먼저 누른 글' })
  const release = await holdScripts(page)
  await page.goto(`/post/${id}`, IMMEDIATELY)
  const heart = page.getByRole('button', { name: '좋아요 0' })
  await heart.click()
  // A person who sees nothing happen presses again and means the same.
  await heart.click()
  await page.getByRole('contentinfo').getByRole('button', { name: '어둡게' }).click()
  await page.getByRole('button', { name: '글 삭제' }).click()
  release()
  await expect(page.getByRole('dialog', { name: postMessages.confirmDelete })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(async () => (await api.getPost({ id })).like).toBe(1)
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
})

test('the user menu that is pressed before the script opens with it', { tag: '@narrow' }, async ({ page, signIn }) => {
  await signIn()
  const release = await holdScripts(page)
  await page.goto('/', IMMEDIATELY)
  await page.getByRole('button', { name: '사용자 메뉴' }).click()
  release()
  await page.getByRole('navigation', { name: '사용자 메뉴' }).getByRole('button', { name: '로그아웃' }).click()
  await expect(page.getByRole('dialog', { name: '정말 로그아웃하시겠어요?' })).toBeVisible()
})

test('the order of a list can be chosen before the script', { tag: '@narrow' }, async ({ page, api }) => {
  await buildPost(api, { author: await buildUser(api) })
  const release = await holdScripts(page)
  await page.goto('/', IMMEDIATELY)
  await page.getByText('정렬: 최신순').click()
  await page.getByRole('link', { name: '인기순' }).click({ noWaitAfter: true })
  await expect(page).toHaveURL('/?filter=popular')
  release()
  await expect(page.getByText('정렬: 인기순')).toBeVisible()
})

test('a login submitted before the script signs in after it and puts the password into no URL', {
  tag: '@narrow',
}, async ({ page, api }) => {
  const user = await buildUser(api)
  const asked: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && asked.push(`${request.method()} ${request.url()}`))
  const release = await holdScripts(page)
  await page.goto('/account/login?next=/add_post', IMMEDIATELY)
  await logIn(page, user)
  await page.getByRole('textbox', { name: '비밀번호' }).press('Enter')
  release()
  await expect(page).toHaveURL('/add_post')
  expect(asked).toEqual([`GET ${new URL('/account/login?next=/add_post', page.url())}`])
})

test('text, choices and ticks made before the script stay and are sent after it', { tag: '@narrow' }, async ({
  page,
  signIn,
  api,
}) => {
  const user = await signIn()
  const release = await holdScripts(page)
  await page.goto('/add_post', IMMEDIATELY)
  await page.getByLabel('상호명').fill('성급한 식당')
  await page.getByLabel('상세내용').fill('기다리지 않고 썼어요.')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'early.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() })
  await page.getByLabel('시작 시').selectOption('09')
  await page.getByText('직접 입력').click()
  await page.getByLabel('주소').fill('서울 중구 을지로 1')
  release()
  await expect(page.getByText('6/20')).toBeVisible()
  await expect(page.getByAltText('사진 1/1')).toBeVisible()
  await expect(page.getByLabel('시작 분')).toBeEnabled()
  await expect(page.getByLabel('상세내용')).toHaveValue('기다리지 않고 썼어요.')
  await page.getByLabel('마감 시').selectOption('21')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  const [post] = (await api.getPosts({ user_id: user.handle })).data
  expect(post).toMatchObject({
    title: '성급한 식당',
    start_time: '09:00',
    end_time: '21:00',
    address: '서울 중구 을지로 1',
  })
})

test('text typed before the script is a draft after it', { tag: '@wide' }, async ({ page, signIn }) => {
  await signIn({ username: '옛이름' })
  const release = await holdScripts(page)
  await page.goto('/account/profile', IMMEDIATELY)
  const name = page.getByLabel('닉네임')
  await name.fill('바꿀 이름')
  release()
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('바꿀 이름')
  await expect(name).toHaveValue('바꿀 이름')
  await page.reload()
  await expect(page.getByText('저장하지 않은 내용을 불러왔어요.')).toBeVisible()
  await expect(name).toHaveValue('바꿀 이름')
})

test('a press during hydration is not lost and happens once', { tag: '@wide' }, async ({ page, signIn, api }) => {
  const user = await signIn()
  const { id } = await buildPost(api, { author: user })
  // Presses as soon as React listens, before it has hydrated anything.
  await page.addInitScript(() => {
    const listen = document.addEventListener
    document.addEventListener = function (this: Document, ...args: Parameters<typeof listen>) {
      listen.apply(this, args)
      if (args[0] !== 'pointerdown') return
      document.addEventListener = listen
      queueMicrotask(() => document.querySelector<HTMLElement>('.like-detail')?.click())
    } as typeof listen
  })
  const release = await holdScripts(page)
  await page.goto(`/post/${id}`, IMMEDIATELY)
  await expect(page.getByRole('button', { name: '좋아요 0' })).toBeVisible()
  release()
  await waitForReplay(page)
  await expect(page.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await api.getPost({ id })).like).toBe(1)
  await expect(page.getByRole('button', { name: '좋아요 1' })).toBeVisible()
})

test('a press at any moment of hydration works once', { tag: '@wide' }, async ({ page, signIn, api }) => {
  const user = await signIn()
  const { id } = await buildPost(api, { author: user })
  // React hydrates in steps, each requested by a message; the heart is pressed after the step given in the URL.
  await page.addInitScript(() => {
    let left = Number(new URLSearchParams(location.search).get('page'))
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
      postMessage.apply(this, args)
      if (--left > 0 || 'pressed' in window) return
      Object.assign(window, { pressed: true })
      queueMicrotask(() => document.querySelector<HTMLElement>('.like-detail')?.click())
    } as typeof postMessage
  })
  for (let piece = 1; piece <= 8; piece++) {
    // A parameter that no page reads would let all of them share one cached page.
    await page.goto(`/post/${id}?page=${piece}`)
    await waitForReplay(page)
    await page.waitForLoadState('networkidle')
    if (!(await page.evaluate(() => 'pressed' in window))) {
      // A fast machine needs fewer.
      expect(piece).toBeGreaterThan(2)
      break
    }
    await expect(page.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
    // The heart shows it before the server knows.
    await expect.poll(async () => (await api.getPost({ id })).like).toBe(1)
    await expect(page.getByRole('button', { name: '좋아요 1' })).toBeVisible()
    await api.as(user).likePost({ id, isLike: false, jwt: user.handle })
  }
})

test('a time that is chosen at any moment of hydration stays', { tag: '@wide' }, async ({ page, signIn, api }) => {
  const { id } = await buildPost(api, { author: await signIn(), start_time: '09:00', end_time: '18:00' })
  // Without a key or a finger, as a password manager fills in.
  await page.addInitScript(() => {
    let left = Number(new URLSearchParams(location.search).get('page'))
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
      postMessage.apply(this, args)
      if (--left > 0 || 'chosen' in window) return
      Object.assign(window, { chosen: true })
      queueMicrotask(() => {
        const hour = document.querySelector<HTMLSelectElement>('select[aria-label="마감 시"]')
        if (!hour) return
        hour.value = '21'
        for (const type of ['input', 'change']) hour.dispatchEvent(new Event(type, { bubbles: true }))
      })
    } as typeof postMessage
  })
  let steps = 0
  for (let step = 1; step <= 12; step++) {
    await page.goto(`/edit/${id}?page=${step}`)
    await waitForReplay(page)
    // A fast machine needs fewer.
    if (!(await page.evaluate(() => 'chosen' in window))) break
    steps++
    await expect(page.getByLabel('마감 시')).toHaveValue('21')
    await page.evaluate(() => sessionStorage.clear())
  }
  expect(steps).toBeGreaterThan(2)
})

test('Enter in a field that searches for a place searches after the page’s script and never sends the form', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const name = `손칼국수 ${uniqueName().slice(-8)}`
  await buildPost(api, {
    author: await signIn(),
    place_name: name,
    address: '서울 중구 을지로 1',
    lat: 37.56,
    lng: 126.98,
  })
  const release = await holdScripts(page)
  await page.goto('/add_post', IMMEDIATELY)
  await page.getByText('직접 입력').click()
  await page.getByLabel('주소').fill('을지로')
  await page.getByLabel('주소').press('Enter')
  await page.getByLabel('장소 검색어').fill(name)
  await page.getByLabel('장소 검색어').press('Enter')
  release()
  await expect(page.getByRole('button', { name: `1. ${name} 선택` })).toBeVisible()
  await expect(page.getByLabel('장소 검색어')).toHaveValue(name)
  await expect(page.getByLabel('주소')).toHaveValue('을지로')
  await expect(page.getByText(postMessages.titleEmpty)).toBeHidden()
})

test('a list scrolled before the page’s script stays there, and Back returns there', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const author = await buildUser(api)
  const word = uniqueName()
  for (let count = 0; count < 10; count++) await buildPost(api, { author, contents: word })
  const scroll = () => page.evaluate(() => Math.round(scrollY))
  const release = await holdScripts(page)
  await page.goto(`/search?keyword=${word}`, IMMEDIATELY)
  await expect(page.getByRole('article')).toHaveCount(10)
  await waitForStyles(page)
  const last = page.getByRole('article').last().getByRole('heading').getByRole('link')
  await last.scrollIntoViewIfNeeded()
  const scrolled = await scroll()
  expect(scrolled).toBeGreaterThan(200)
  release()
  await waitForHydration(page)
  await expect.poll(scroll).toBeCloseTo(scrolled, -1)
  await last.click()
  await expect(page).toHaveURL(/\/post\//)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect.poll(scroll).toBeCloseTo(scrolled, -1)
})

test('a page that Back leaves before its script has come is not hydrated any more', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const word = uniqueName()
  await buildPost(api, { author: await buildUser(api), title: '남은 글', contents: word })
  // Called when the page's script has run, and what it left to do later.
  let beIdle = () => {}
  await page.exposeFunction('beIdle', () => beIdle())
  await page.addInitScript(() => {
    const { beIdle } = window as unknown as { beIdle: () => void }
    const listen = ({ target }: Event) => {
      // Chromium may never call a page that is already idle without a timeout.
      const whenIdle = (run: () => void) => requestIdleCallback(run, { timeout: 1000 })
      if (target instanceof HTMLScriptElement) whenIdle(() => whenIdle(beIdle))
    }
    document.addEventListener('load', listen, { capture: true })
  })
  await page.goto(`/search?keyword=${word}`)
  await waitForHydration(page)
  await page.getByRole('article').getByRole('heading').getByRole('link').click()
  const heading = page.getByRole('heading', { level: 1, name: '남은 글' })
  await expect(heading).toBeVisible()
  const release = await holdScripts(page)
  await page.reload(IMMEDIATELY)
  await expect(heading).toBeVisible()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  // The list is asked for, and comes only after the script of the post.
  await page.route('**/search?*', async (route) => {
    await arrived
    await route.continue()
  })
  const asked = page.waitForRequest((request) => request.isNavigationRequest())
  await page.goBack(IMMEDIATELY)
  await asked
  const idle = new Promise<void>((resolve) => {
    beIdle = resolve
  })
  release()
  await idle
  arrive()
  await expect(page.getByRole('heading', { level: 1, name: `${word} 검색 결과` })).toBeVisible()
  await waitForHydration(page)
})
