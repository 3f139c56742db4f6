import type { Page } from '@playwright/test'
import { postMessages } from '#rules/post.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { logIn, phonePhoto } from './people.ts'
import { holdScripts, waitForHydration, waitForStyles } from './scripts.ts'

/** Elements are pressed immediately, before any script has arrived. */
const IMMEDIATELY = { waitUntil: 'commit' } as const

/** Resolves once presses from before hydration have been repeated, which a timer does after it. */
async function waitForReplay(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

test('what is pressed before the page’s script works after it', { tag: '@narrow' }, async ({ page, signIn, api }) => {
  const author = await signIn()
  const { id } = await buildPost(api, { author, title: '먼저 누른 글' })
  await test.step('a delete button, a heart and a theme', async () => {
    const release = await holdScripts(page)
    await page.goto(`/post/${id}`, IMMEDIATELY)
    const heart = page.getByRole('button', { name: '좋아요 0' })
    await heart.click()
    // A person without feedback presses again and means the same.
    await heart.click()
    await page.getByRole('contentinfo').getByRole('button', { name: '어둡게' }).click()
    await page.getByRole('button', { name: '글 삭제' }).click()
    release()
    await expect(page.getByRole('dialog', { name: postMessages.confirmDelete })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect.poll(async () => (await api.getPost({ id })).like).toBe(1)
    await expect(page.locator('[data-pressed]')).toHaveCount(0)
  })
  await test.step('the user menu opens with it', async () => {
    const release = await holdScripts(page)
    await page.goto('/', IMMEDIATELY)
    await page.getByRole('button', { name: '사용자 메뉴' }).click()
    release()
    await page.getByRole('navigation', { name: '사용자 메뉴' }).getByRole('button', { name: '로그아웃' }).click()
    await expect(page.getByRole('dialog', { name: '정말 로그아웃하시겠어요?' })).toBeVisible()
  })
  await test.step('the order of a list can be chosen', async () => {
    const release = await holdScripts(page)
    await page.goto('/', IMMEDIATELY)
    await page.getByText('정렬: 최신순').click()
    await page.getByRole('link', { name: '인기순' }).click({ noWaitAfter: true })
    await expect(page).toHaveURL('/?filter=popular')
    release()
    await expect(page.getByText('정렬: 인기순')).toBeVisible()
  })
  await test.step('the icon of the search leads to the open field', async () => {
    const arrive = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: '검색창 열기' }).click({ noWaitAfter: true })
    await expect(page).toHaveURL('/search?keyword=')
    const field = page.getByRole('combobox', { name: '검색어' })
    await expect(field).toBeVisible()
    await field.fill('국수')
    arrive()
    await waitForHydration(page)
    await field.press('Enter')
    await expect(page).toHaveURL(`/search?keyword=${encodeURIComponent('국수')}`)
    // Results are announced after a search, not after a page load.
    await page.reload()
    await waitForHydration(page)
    await expect(page.locator('.feed-head-search ~ [role=status]').first()).toBeEmpty()
  })
})

test('what is typed and chosen before the page’s script stays after it', { tag: ['@narrow', '@long'] }, async ({
  page,
  signIn,
  api,
}) => {
  const user = await signIn()
  await test.step('text, choices and ticks, which are sent', async () => {
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
  await test.step('Enter in a field that searches for a place searches after the page’s script and never sends the form', async () => {
    const name = `손칼국수 ${uniqueName().slice(-8)}`
    await buildPost(api, {
      author: user,
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
  await test.step('text is a draft', async () => {
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
})

test('what happens during hydration is not lost and happens once', { tag: ['@wide', '@long'] }, async ({
  page,
  signIn,
  api,
}) => {
  const user = await signIn()
  const { id } = await buildPost(api, { author: user, start_time: '09:00', end_time: '18:00' })
  // React hydrates in steps, each requested by a message; something happens after the step given in the URL. Without one it
  // happens as soon as React listens, before it has hydrated anything.
  await page.addInitScript(() => {
    const act = () => {
      document.querySelector<HTMLElement>('.like-detail')?.click()
      // Without a key or a finger, as a password manager fills in.
      const hour = document.querySelector<HTMLSelectElement>('select[aria-label="마감 시"]')
      if (!hour) return
      hour.value = '21'
      for (const type of ['input', 'change']) hour.dispatchEvent(new Event(type, { bubbles: true }))
    }
    let left = Number(new URLSearchParams(location.search).get('page'))
    if (left === 0) {
      const listen = document.addEventListener
      document.addEventListener = function (this: Document, ...args: Parameters<typeof listen>) {
        listen.apply(this, args)
        if (args[0] !== 'pointerdown') return
        document.addEventListener = listen
        queueMicrotask(act)
      } as typeof listen
      return
    }
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
      postMessage.apply(this, args)
      if (--left > 0 || 'acted' in window) return
      Object.assign(window, { acted: true })
      queueMicrotask(act)
    } as typeof postMessage
  })
  await test.step('a press before anything is hydrated', async () => {
    const release = await holdScripts(page)
    await page.goto(`/post/${id}`, IMMEDIATELY)
    await expect(page.getByRole('button', { name: '좋아요 0' })).toBeVisible()
    release()
    await waitForReplay(page)
    await expect(page.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await api.getPost({ id })).like).toBe(1)
    await expect(page.getByRole('button', { name: '좋아요 1' })).toBeVisible()
    await api.as(user).likePost({ id, isLike: false, jwt: user.handle })
  })
  await test.step('a press at any moment', async () => {
    for (let piece = 1; piece <= 8; piece++) {
      // A parameter that no page reads would let all of them share one cached page.
      await page.goto(`/post/${id}?page=${piece}`)
      await waitForReplay(page)
      await page.waitForLoadState('networkidle')
      if (!(await page.evaluate(() => 'acted' in window))) {
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
  await test.step('a time that is chosen at any moment stays', async () => {
    let steps = 0
    for (let step = 1; step <= 12; step++) {
      await page.goto(`/edit/${id}?page=${step}`)
      await waitForReplay(page)
      // A fast machine needs fewer.
      if (!(await page.evaluate(() => 'acted' in window))) break
      steps++
      await expect(page.getByLabel('마감 시')).toHaveValue('21')
      await page.evaluate(() => sessionStorage.clear())
    }
    expect(steps).toBeGreaterThan(2)
  })
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

test('a list scrolled before the page’s script stays there, and Back returns there', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
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

test('a page that Back leaves before its script has come is not hydrated any more', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
  const word = uniqueName()
  await buildPost(api, { author: await buildUser(api), title: '남은 글', contents: word })
  // Called after the page's script and its deferred work.
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

test('a list that was shown as rows is shown so before its script runs', { tag: '@narrow' }, async ({ page, api }) => {
  await buildPost(api, { author: await buildUser(api), title: '줄로 볼 글', contents: '긴 글이에요.' })
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('cards', 'rows'))
  const release = await holdScripts(page)
  await page.goto('/', IMMEDIATELY)
  const card = page.getByRole('article').filter({ hasText: '줄로 볼 글' }).first()
  await expect(card).toBeVisible()
  await waitForStyles(page)
  expect((await card.boundingBox())?.height).toBeLessThan(150)
  release()
  await waitForHydration(page)
  // A card that is drawn anew has no box for a moment.
  await expect.poll(async () => (await card.boundingBox())?.height ?? Infinity).toBeLessThan(150)
})
