import { expect, type Locator, type Page } from '@playwright/test'

/** Delays all scripts of the page until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await released
    // The page may have been left.
    await route.continue().catch(() => {})
  })
  return release
}

/** Resolves once the page's script handles events, for tests where the browser would act differently before. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => document.earlyPresses === null)
}

/**
 * Opens a page again until it shows the element: what a visitor gets may be as it was a second before, without a post that
 * was just added.
 */
export async function openUntilShown(page: Page, path: string, element: Locator): Promise<void> {
  // On a busy machine the page's script may need longer than the page stays current.
  let patience = 1000
  await expect(async () => {
    await page.goto(path)
    patience *= 2
    await expect(element).toBeVisible({ timeout: patience })
  }).toPass()
}

/** Resolves once elements scrolled into view have been painted: a card may be lower than the browser's estimate. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Resolves once the page has its styles, for tests that measure a page whose load is still in progress. */
export async function waitForStyles(page: Page): Promise<void> {
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue('--font') !== '')
}

/** Scrolls to the end of a list until at least that many of its posts are loaded. */
export async function scrollToPost(page: Page, least: number): Promise<void> {
  const status = page.getByText(/글 \d+개를 불러왔어요\./)
  // Scrolls in each try, because the end moves down when cards arrive that are higher than their placeholders.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const loaded = Number(/\d+/.exec((await status.textContent({ timeout: 500 })) ?? '')?.[0])
    expect(loaded).toBeGreaterThanOrEqual(least)
  }).toPass()
}

/** Resolves once our fonts are shown, for tests that compare widths: the early script adds both when both have come. */
export async function waitForFonts(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.fonts].filter(({ family }) => family === 'MatnanumUI').length === 2)
}

/** Presses the search icon after hydration; before, it would lead to the search page. */
export async function openSearch(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.getByRole('button', { name: '검색창 열기' }).click()
}

/**
 * Resolves once the tab's history has that many entries for open overlays. Opening adds one and closing takes one out a
 * moment later; a Back or a page load before that would be about another entry.
 */
export async function waitForOverlays(page: Page, count: number): Promise<void> {
  await page.waitForFunction((entries) => (history.state?.overlays ?? 0) === entries, count)
}

/** The person returns to the tab, so that failed requests are retried at once instead of after a pause. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/**
 * Notes the scripts and styles that the page asks for from now on. Their names tell nothing, so `having` finds those with a
 * text inside.
 */
export function watchAssets(page: Page): { having: (text: string) => Promise<string[]> } {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (/\/assets\/[^/]+\.(js|css)$/.test(request.url())) urls.add(request.url())
  })
  const bodyOf = async (url: string) => (await page.request.get(url)).text()
  return {
    having: async (text) => {
      expect(urls.size).toBeGreaterThan(0)
      const bodies = await Promise.all([...urls].map(async (url) => ({ url, body: await bodyOf(url) })))
      return bodies.filter(({ body }) => body.includes(text)).map(({ url }) => url)
    },
  }
}

/** Delays answers until `release` is called: the requests arrive, and the page has sent all of them. */
export async function holdAnswers(page: Page, pattern: string): Promise<{ release: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Fetch.enable', { patterns: [{ urlPattern: pattern, requestStage: 'Response' }] })
  return { release: () => session.detach() }
}

/** Delays requests until `release` is called. */
export async function holdRequests(page: Page, pattern: string): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    // The page may have been left.
    await route.continue().catch(() => {})
  })
  return { release: () => release() }
}
