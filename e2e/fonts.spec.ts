import { expect, test } from './fixtures.ts'
import { holdRequests, waitForFonts, waitForHydration, waitForStyles } from './scripts.ts'
import { noteShifts } from './shifts.ts'
import { atBothWidths } from './themes.ts'

test('phones and Macs use their own Korean font, others load ours and show it all at once', {
  tag: ['@wide', '@long'],
}, async ({ browser, origin }) => {
  const fontsOf = async (userAgent: string, count: number) => {
    const page = await browser.newPage({ userAgent, baseURL: origin })
    const files: string[] = []
    page.on('request', (request) => /\.woff2?$/.test(request.url()) && files.push(request.url()))
    await page.addInitScript(noteOwnFonts)
    await page.goto('/')
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    await page.waitForFunction((wanted) => document.fonts.size >= wanted, count)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    const noted = await page.evaluate(() => [...(globalThis as unknown as { fontsSeen: Set<number> }).fontsSeen])
    await page.close()
    return { files: files.length, noted }
  }
  const own = [
    '(Linux; Android 16; K)',
    '(iPhone; CPU iPhone OS 26_0 like Mac OS X)',
    '(Macintosh; Intel Mac OS X 10_15_7)',
  ]
  for (const platform of own) {
    expect(await fontsOf(`Mozilla/5.0 ${platform}`, 0)).toEqual({ files: 0, noted: [0] })
  }
  const { files, noted } = await fontsOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 2)
  expect(files).toBe(2)
  // No frame has only one of the fonts, so there is a single new layout.
  expect(noted.filter((count) => count > 0)).toEqual([2])
})

/** Runs in the page: notes in each frame how many of our fonts it has. */
function noteOwnFonts(): void {
  const fontsSeen = new Set<number>()
  const note = () => {
    fontsSeen.add([...document.fonts].filter(({ family }) => family === 'MatnanumUI').length)
    requestAnimationFrame(note)
  }
  note()
  Object.assign(globalThis, { fontsSeen })
}

test('text stands in the same lines before and after our fonts have come, at both widths', {
  tag: ['@narrow', '@long'],
}, async ({ page, expectErrors }) => {
  const lines = () =>
    page
      .getByRole('main')
      .locator('h1, p, label, button, a, input')
      .evaluateAll((all) =>
        all.map((element) => ({ text: element.textContent, top: Math.round(element.getBoundingClientRect().top) })),
      )
  const linesAtBothWidths = async () => {
    const all: Awaited<ReturnType<typeof lines>>[] = []
    await atBothWidths(page, async () => void all.push(await lines()))
    return all
  }
  for (const path of ['/account/sign_up', '/error', '/no/such/page'])
    await test.step(path, async () => {
      const fonts = await holdRequests(page, '**/*.woff2')
      // The load event would wait for the fonts.
      await page.goto(path, { waitUntil: 'commit' })
      await waitForStyles(page)
      await waitForHydration(page)
      const before = await linesAtBothWidths()
      for (const one of before) expect(one.length).toBeGreaterThan(2)
      const ours = () => [...document.fonts].filter(({ family }) => family === 'MatnanumUI').length
      expect(await page.evaluate(ours)).toBe(0)
      fonts.release()
      await waitForFonts(page)
      expect(await linesAtBothWidths()).toEqual(before)
    })
  // The browser logs an error for a page with an error status.
  expectErrors(/status of 40[04]/)
})

test('nothing moves in the dark on a busy phone on pages of errors', { tag: ['@narrow', '@long'] }, async ({
  page,
  expectErrors,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(noteShifts)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const shifted = () => page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)
  for (const path of ['/error', '/no/such/page']) {
    await page.goto(path)
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    expect(await shifted(), path).toBeLessThan(0.005)
  }
  // The browser reports layout shifts.
  await page.evaluate(() => {
    const block = document.createElement('div')
    block.style.height = '200px'
    document.getElementById('content')?.prepend(block)
  })
  await expect.poll(shifted).toBeGreaterThan(0.005)
  expectErrors(/status of 40[04]/)
})
