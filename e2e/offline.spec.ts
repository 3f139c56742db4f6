import type { Page, Request } from '@playwright/test'
import { failures } from '#rules/errors.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './people.ts'
import { returnToTab, waitForHydration } from './scripts.ts'

const DISCONNECTED = /ERR_INTERNET_DISCONNECTED|Failed to fetch|^Unreachable|인터넷 연결을 확인해/
/** The specification's messages for failures that a server answered. */
const BLAMING_WORDS = /관리자에게 문의|알수없는 에러|애러가 발생/

/**
 * Opens a page and resolves once it has loaded everything, also what its script loads for later; so does the returned
 * function.
 */
async function openWithScript(page: Page, path: string): Promise<() => Promise<void>> {
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  // Not by 'networkidle': on a busy machine half a second without requests may be before the script asks for more.
  const loaded = async () => {
    for (const _ of ['what the script asked for', 'what that asked for']) {
      // Chromium may never call a page that is already idle without a timeout.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
      await expect.poll(() => pending.size).toBe(0)
    }
  }
  await page.goto(path)
  await waitForHydration(page)
  await loaded()
  return loaded
}

const titleOf = (page: Page) => page.getByRole('heading', { name: failures.offline })

test('a list, a post, a like and another order show the failure in their place, and continue', {
  tag: ['@narrow', '@long'],
}, async ({ page, context, api, signIn, expectErrors }) => {
  const author = await signIn()
  const word = uniqueName()
  for (let index = 0; index < 12; index++) await buildPost(api, { author, contents: word })
  await test.step('a list and a post show the failure in their place, and continue', async () => {
    const cards = page.getByRole('article')
    await openWithScript(page, `/search?keyword=${word}`)
    await expect(cards).toHaveCount(10)
    await context.setOffline(true)
    await cards.last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('alert')).toContainText(failures.offline)
    await expect(cards).toHaveCount(10)
    // It continues by itself once the network is back.
    await context.setOffline(false)
    await expect(cards).toHaveCount(12)

    await context.setOffline(true)
    await cards.first().getByRole('heading').getByRole('link').click()
    await expect(titleOf(page)).toBeVisible()
    await expect(page.getByText(BLAMING_WORDS)).toHaveCount(0)
    await expect(page).not.toHaveTitle(/찾을 수 없/)
    await page.getByRole('button', { name: '다시 시도' }).click()
    await expect(titleOf(page)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: '공유', exact: true })).toBeVisible()
    expectErrors(DISCONNECTED)
  })
  await test.step('a like shows a toast and is reverted', async () => {
    await openWithScript(page, page.url())
    await context.setOffline(true)
    await page.getByRole('button', { name: '좋아요 0' }).click()
    await expect(page.getByRole('status').filter({ hasText: failures.offline })).toBeVisible()
    await expect(page.getByRole('button', { name: '좋아요 0' })).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expectErrors(DISCONNECTED)
    await context.setOffline(false)
  })
  await test.step('another order of a list shows the failure and loads later', async () => {
    await openWithScript(page, `/search?keyword=${word}`)
    await context.setOffline(true)
    await page.getByText('정렬: 정확도순').click()
    await page.getByRole('link', { name: '이름순' }).click()
    await expect(titleOf(page)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('정렬: 이름순')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(10)
    expectErrors(DISCONNECTED)
  })
})

test('a screen that cannot be loaded shows the failure and loads later', { tag: '@wide' }, async ({
  page,
  context,
  expectErrors,
}) => {
  await test.step('its code was never loaded', async () => {
    await openWithScript(page, '/')
    await context.setOffline(true)
    // By key: Chromium has kept a click waiting for a frame that never came.
    await page.getByRole('link', { name: '로그인' }).filter({ visible: true }).first().press('Enter')
    await expect(titleOf(page)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible()
    expectErrors(DISCONNECTED)
  })
  for (const isLost of ['scripts', 'styles'] as const)
    await test.step(`its ${isLost} cannot be loaded while the site is away`, async () => {
      await openWithScript(page, '/')
      const others = isLost === 'scripts' ? /\.css$/ : /\.js$/
      await page.route(
        ({ pathname }) => !others.test(pathname),
        (route) => route.abort('connectionrefused'),
      )
      let checks = 0
      page.on('requestfailed', (request) => {
        if (request.method() === 'HEAD') checks++
      })
      await page.getByRole('link', { name: '로그인' }).filter({ visible: true }).first().press('Enter')
      await expect(titleOf(page)).toBeVisible()
      await expect(page.getByText(BLAMING_WORDS)).toHaveCount(0)
      await page.getByRole('button', { name: '다시 시도' }).click()
      // A check of its own and that of the press; one that finds the site back would load the page anew.
      await expect.poll(() => checks).toBe(2)
      await expect(titleOf(page)).toBeVisible()
      await page.unrouteAll()
      await returnToTab(page)
      await expect(page.getByRole('heading', { level: 1, name: '로그인' })).toBeVisible()
      expectErrors(/ERR_CONNECTION_REFUSED|Failed to fetch|Unable to preload|^Unreachable|인터넷 연결을 확인해/)
    })
})

test('a form and the map show the failure and keep what they have', { tag: ['@narrow', '@long'] }, async ({
  page,
  context,
  api,
  expectErrors,
}) => {
  await test.step('a form keeps its text', async () => {
    const user = await buildUser(api)
    await openWithScript(page, '/account/login')
    await context.setOffline(true)
    await logIn(page, user)
    await page.getByRole('dialog', { name: failures.offline }).getByRole('button', { name: '닫기' }).click()
    await expect(page.getByRole('main').getByText(failures.offline)).toBeVisible()
    await expect(page.getByLabel('이메일')).toHaveValue(user.email)
    await expect(page.getByRole('textbox', { name: '비밀번호' })).toHaveValue(user.password)
    await context.setOffline(false)
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(page).toHaveURL('/')
    expectErrors(DISCONNECTED)
  })
  await test.step('the map keeps its posts and shows the failure beside them', async () => {
    const loaded = await openWithScript(page, '/map?lat=37.5&lng=127&zoom=9')
    await expect(page.locator('.map[data-status=success]')).toBeVisible()
    await loaded()
    await page.getByRole('button', { name: '목록 펼치기' }).click()
    await context.setOffline(true)
    await page.getByText('정렬: 최신순').click()
    await page.getByRole('link', { name: '이름순' }).click()
    const list = page.getByRole('region', { name: '지도에 보이는 글' })
    await expect(list.getByRole('alert')).toContainText(failures.offline)
    await expect(page.locator('.map[data-status=success]')).toBeVisible()
    await context.setOffline(false)
    await list.getByRole('button', { name: '다시 시도' }).click()
    await expect(page.getByText(failures.offline)).toHaveCount(0)
    await expect(list).toBeVisible()
    expectErrors(DISCONNECTED)
  })
})

test('a file that a newer release has replaced is found by loading the page anew, once', {
  tag: ['@wide', '@long'],
}, async ({ page, expectErrors }) => {
  await openWithScript(page, '/')
  let pages = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) pages++
  })
  const before = new Set(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
  await page.route('**/*.js', (route) =>
    before.has(route.request().url()) ? route.continue() : route.fulfill({ status: 404 }),
  )
  await page.getByRole('link', { name: '로그인' }).filter({ visible: true }).first().press('Enter')
  await expect(page.getByText(BLAMING_WORDS)).toBeVisible()
  expect(pages).toBeGreaterThan(0)
  // The router and our code reload it once each.
  expect(pages).toBeLessThanOrEqual(2)
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '로그인' })).toBeVisible()
  expectErrors(/status of 404|Failed to fetch|인터넷 연결을 확인해/)
})
