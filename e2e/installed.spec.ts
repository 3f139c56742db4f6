import type { BrowserContext, Page } from '@playwright/test'
import type { Api } from '#tests/api.ts'
import { buildPost, buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { photo } from '#tests/image-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { logOut, uploadAs } from './people.ts'
import { waitForHydration } from './scripts.ts'

test.use({ serviceWorkers: 'allow' })

const NOTICE = '오프라인이에요. 마지막으로 본 내용을 보여 드려요.'
const DISCONNECTED = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|^Unreachable|인터넷 연결을 확인해/

/** Signs the browser in, with or without auto-login. */
async function stayIn(context: BrowserContext, api: Api, user: TestUser, autoLogin = true): Promise<void> {
  const browser = api.fresh()
  await browser.login({ email: user.email, password: user.password, autoLogin })
  await context.clearCookies()
  const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: api.origin }))
  await context.addCookies(cookies)
}

/** Opens a page and resolves once the service worker is at work and has kept it. */
async function openKept(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** Names and texts of everything that a script of this browser could read, HTTP cookies included. */
async function everythingStored(page: Page, context: BrowserContext): Promise<string> {
  const stored = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const isText = !/\.(?:js|css|woff2|webp|jpg)$/.test(request.url)
        texts.push(name, request.url, isText ? ((await (await cache.match(request))?.text()) ?? '') : '')
      }
    }
    const databases = await indexedDB.databases()
    return JSON.stringify([texts, { ...localStorage }, { ...sessionStorage }, databases, document.cookie])
  })
  return stored + JSON.stringify(await context.cookies())
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: NOTICE })

test('lists, posts and 내 맛집 open without a network as they were seen last, with a notice', {
  tag: ['@narrow', '@long'],
}, async ({ page, context, api, expectErrors }) => {
  const author = await buildUser(api)
  const user = await buildUser(api)
  const image = await uploadAs(author, await photo(400, 300))
  const unseen = await buildPost(api, { author, title: '아직 못 본 집' })
  const kept = await buildPost(api, { author, title: '지하철에서 볼 집', image })
  await api.as(user).savePost({ post: kept.id, list: 'want', saved: true })
  await stayIn(context, api, user)
  await openKept(page, '/')
  const devtools = await context.newCDPSession(page)
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { shortcuts, screenshots } = JSON.parse(data ?? '')
  expect(shortcuts).toHaveLength(3)
  expect(screenshots.map(({ form_factor }: { form_factor: string }) => form_factor)).toContain('wide')
  const card = page.getByRole('article').filter({ hasText: '지하철에서 볼 집' })
  const title = page.getByRole('heading', { level: 1, name: '아직 못 본 집' })
  await expect(card).toBeVisible()
  // By links within the page, and by a load of its own.
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: '지하철에서 볼 집' })).toBeVisible()
  await page.getByRole('link', { name: '내 맛집' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '내 맛집' })).toBeVisible()
  await expect(page.getByRole('main').getByText('지하철에서 볼 집')).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  // Which was loaded before the worker was there.
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/', { ignoreVary: true })))).toBe(true)

  await context.setOffline(true)
  await page.goto('/')
  await expect(card).toBeVisible()
  await expect(notice(page)).toBeVisible()
  await waitForHydration(page)
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: '지하철에서 볼 집' })).toBeVisible()
  await expect(notice(page)).toBeVisible()
  const picture = page
    .getByRole('main')
    .getByRole('img', { name: /지하철에서 볼 집/ })
    .first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  // Loads a page that was only visited by links before.
  await page.goto('/me')
  await expect(page.getByText('지하철에서 볼 집')).toBeVisible()
  await expect(page).toHaveURL('/me')
  await page.goto(`/post/${unseen.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(title).toHaveCount(0)
  // An unvisited page loads by itself when the network is back.
  await context.setOffline(false)
  await expect(title).toBeVisible()
  await page.goto('/')
  await expect(card).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-offline')

  // Nor does a private page ask for a login that there cannot be.
  await context.clearCookies()
  await page.goto('/')
  await expect(page.getByRole('link', { name: '로그인' }).first()).toBeVisible()
  await context.setOffline(true)
  await page.goto('/notifications')
  await expect(page.getByText('오프라인이에요')).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL('/account/login?next=%2Fnotifications')
  expectErrors(DISCONNECTED)
})

test('after a logout nothing of the person is left on the device, and the next one sees nothing of them', {
  tag: ['@narrow', '@long'],
}, async ({ page, context, api, expectErrors }) => {
  const author = await buildUser(api)
  const secret = uniqueName()
  const user = await buildUser(api, { username: '가나다라' })
  const { id } = await buildPost(api, { author, title: '둘만의 집', contents: secret })
  await api.as(user).savePost({ post: id, list: 'want', saved: true })
  await stayIn(context, api, user)
  await openKept(page, '/me')
  await page.goto('/me')
  await expect(page.getByText('둘만의 집')).toBeVisible()
  await page.goto(`/search?keyword=${secret}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  const traces = [user.handle, user.email, '가나다라', `keyword=${secret}`]
  const found = async () => {
    const everything = await everythingStored(page, context)
    return traces.filter((trace) => everything.includes(trace))
  }
  await expect.poll(found).toEqual(traces)
  await waitForHydration(page)
  await logOut(page)
  await expect.poll(found).toEqual([])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sid')

  await stayIn(context, api, await buildUser(api))
  await page.goto('/')
  await waitForHydration(page)
  await context.setOffline(true)
  await page.goto(`/search?keyword=${secret}`)
  await expect(page.getByText('둘만의 집')).toHaveCount(0)
  expect(await found()).toEqual([])
  expectErrors(DISCONNECTED)
})

test('a session that ended elsewhere, or ends with the browser, leaves nothing either', {
  tag: ['@narrow', '@long'],
}, async ({ page, context, api, expectErrors }) => {
  const user = await buildUser(api, { username: '마바사아' })
  // The bytes before each trace tell its position.
  const found = async () => {
    const parts = (await everythingStored(page, context)).split(user.handle)
    return parts.slice(0, -1).map((part) => part.slice(-60))
  }
  await stayIn(context, api, user)
  await openKept(page, '/me')
  await page.goto('/me')
  await expect.poll(found).not.toEqual([])
  for (const { id, current } of await api.as(user).getSessions()) if (!current) await api.as(user).endSession({ id })
  await page.goto('/')
  await expect.poll(found).toEqual([])

  const again = await buildUser(api, { username: '자차카타' })
  await stayIn(context, api, again, false)
  await page.goto('/me')
  await page.goto('/')
  const caches = () => page.evaluate(async () => (await window.caches.keys()).filter((name) => name.includes(' ')))
  await expect.poll(caches).toEqual([])

  // With the network the person is known again.
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByText('오프라인이에요')).toBeVisible()
  // The sentence does not promise pages that were not kept.
  await expect(page.getByText('‘자동 로그인’\u2060을 켠 기기에서만 다시 볼 수 있어요.')).toBeVisible()
  await waitForHydration(page)
  await context.setOffline(false)
  await expect(page.locator('.bell').filter({ visible: true })).toBeVisible()
  expectErrors(DISCONNECTED)
})

test('a new version is offered to an older page, and taken only when that is pressed', {
  tag: ['@wide', '@long'],
}, async ({ page }) => {
  await openKept(page, '/account/login')
  await page.getByLabel('이메일').fill('hana@naver.com')
  const isWaiting = () => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.waiting)
  const offer = page.getByRole('status').filter({ hasText: '새 버전이 있어요' })
  // Another address makes it another worker. Of the page's own version it takes over by itself.
  const taken = page.evaluate(
    () =>
      new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })),
  )
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?same').then(() => {}))
  await taken
  await expect(offer).toHaveCount(0)

  await page.evaluate(() => {
    document.querySelector('script[type=module][src]')?.setAttribute('src', '/assets/index-older.js')
    return navigator.serviceWorker.register('/sw.js?newer').then(() => {})
  })
  await expect(offer).toBeVisible()
  expect(await isWaiting()).toBe(true)
  await expect(page.getByLabel('이메일')).toHaveValue('hana@naver.com')
  const loaded = page.waitForEvent('load')
  await offer.getByRole('button', { name: '새로고침' }).click()
  await loaded
  await expect.poll(isWaiting).toBe(false)
  await expect(offer).toHaveCount(0)
})
