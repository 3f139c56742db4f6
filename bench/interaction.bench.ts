import type { CDPSession, Page } from '@playwright/test'
import { createApi } from '#tests/api.ts'
import { buildPost, buildUser, type TestUser } from '#tests/factories.ts'
import { unlimited } from '#tests/unlimited.ts'
import { traceTaskTimes } from './interaction/main-thread.ts'
import { quantile, type Row, writeReport } from './report.ts'
import { openSiteInBrowser } from './site-in-browser.ts'

/**
 * Usual presses in a list, on a processor slowed down four times, with few and with many cards loaded: milliseconds until
 * the next frame and until the result is painted, and the work of the page's main thread.
 */

const SLOWDOWN = 4
const TIMES = 20
const CARDS = [10, 200]
const POSTS = 220
const VIEWPORT = { width: 360, height: 740 }

/** `press` and `isDone` run in the page: the press, and whether its result is there. `undo` returns to the list. */
type Step = { name: string; press: () => void; isDone: () => boolean; undo?: (page: Page) => Promise<void> }

const back = async (page: Page) => {
  await page.goBack()
  await page.locator('.feed article').first().waitFor()
}

const STEPS: Step[] = [
  {
    name: 'like',
    press: () => {
      const hearts = [...document.querySelectorAll<HTMLElement>('.feed .like')]
      const heart = hearts.find((one) => one.getBoundingClientRect().top > 0)
      Object.assign(globalThis, { heart, before: heart?.getAttribute('aria-pressed') })
      heart?.click()
    },
    isDone: () => {
      const { heart, before } = globalThis as unknown as { heart: HTMLElement; before: string }
      return heart.getAttribute('aria-pressed') !== before
    },
  },
  {
    name: 'filter',
    press: () => document.querySelector<HTMLElement>('.open-filter')?.click(),
    isDone: () => document.querySelector('.open-filter')?.getAttribute('aria-current') === 'true',
    undo: back,
  },
  {
    name: 'open',
    press: () => {
      const links = [...document.querySelectorAll<HTMLElement>('.feed h2 a')]
      links.find((one) => one.getBoundingClientRect().top > 0)?.click()
    },
    isDone: () => document.querySelector('.detail') !== null,
    undo: back,
  },
  {
    name: 'back',
    press: () => history.back(),
    isDone: () => document.querySelector('.feed article') !== null,
  },
]

// One member writes all posts.
const site = await openSiteInBrowser(3798, unlimited)
try {
  const api = createApi(site.origin)
  const user = await buildUser(api)
  for (let count = 0; count < POSTS; count++) {
    await buildPost(api, { author: user, title: `식당 ${count}`, start_time: '09:00', end_time: '09:00' })
  }
  const rows: Row[] = []
  for (const cards of CARDS) rows.push(...(await measureList(user, cards)))
  writeReport('interaction', 'Presses in a list', rows, [
    `Medians of ${TIMES}, a window of ${VIEWPORT.width} px, ${SLOWDOWN} times slowed down (Emulation.setCPUThrottlingRate), signed in. 'Work' is what the page's main thread itself worked until its result was painted, and least work the least of these, which a busy machine changes least; the longest task is the longest of all.`,
    "'Filter' and 'open' wait for the server when nothing was loaded on intent.",
  ])
} finally {
  await site.close()
}

async function measureList(user: TestUser, cards: number): Promise<Row[]> {
  const context = await site.browser.newContext({ viewport: VIEWPORT, locale: 'ko-KR', bypassCSP: true })
  await context.addCookies([...user.client.cookies].map(([name, value]) => ({ name, value, url: site.origin })))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(site.origin)
  await page.waitForFunction(() => document.earlyPresses === null)
  await loadCards(page, cards)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  const rows: Row[] = []
  for (const step of STEPS) {
    const measured: Awaited<ReturnType<typeof measureStep>>[] = []
    for (let time = 0; time < TIMES; time++) {
      if (step.name === 'back') {
        await page.locator('.feed h2 a').first().click()
        await page.locator('.detail h1').waitFor()
      }
      measured.push(await measureStep(page, session, step))
      await page.waitForLoadState('networkidle')
      await step.undo?.(page)
      await page.waitForLoadState('networkidle')
    }
    const median = (pick: (one: (typeof measured)[number]) => number) => Math.round(quantile(measured.map(pick), 0.5))
    rows.push({
      step: `${step.name}, ${cards} cards`,
      'next frame': median(({ frame }) => frame),
      'result painted': median(({ painted }) => painted),
      work: median(({ work }) => work),
      'least work': Math.round(Math.min(...measured.map(({ work }) => work))),
      'longest task': Math.round(Math.max(...measured.map(({ longest }) => longest))),
      elements,
    })
  }
  await context.close()
  return rows
}

async function loadCards(page: Page, cards: number): Promise<void> {
  const said = page.locator('p[role=status]', { hasText: '불러왔어요' })
  const loaded = async () => Number.parseInt((await said.allTextContents())[0]?.replace(/\D+/, '') ?? '10', 10)
  while ((await loaded()) < cards) {
    const more = page.getByRole('button', { name: '더 보기' })
    if (await more.isVisible()) await more.click()
    else await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForTimeout(100)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForTimeout(300)
}

async function measureStep(page: Page, session: CDPSession, { press, isDone }: Step) {
  let times = { frame: 0, painted: 0 }
  const tasks = await traceTaskTimes(session, async () => {
    times = await page.evaluate(measureInPage, { press: press.toString(), isDone: isDone.toString() })
  })
  const work = tasks.reduce((sum, duration) => sum + duration, 0)
  return { ...times, work, longest: Math.max(0, ...tasks) }
}

/** Runs in the page: presses, and resolves when the result has been painted. */
function measureInPage({ press, isDone }: { press: string; isDone: string }) {
  const run = (text: string) => new Function(`return (${text})()`)()
  return new Promise<{ frame: number; painted: number }>((resolve) => {
    const since = performance.now()
    let frame = 0
    const afterPaint = (then: () => void) => requestAnimationFrame(() => setTimeout(then))
    const look = () => {
      frame ||= performance.now() - since
      if (run(isDone)) resolve({ frame, painted: performance.now() - since })
      else afterPaint(look)
    }
    run(press)
    afterPaint(look)
  })
}
