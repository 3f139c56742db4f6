import type { CDPSession, Page } from '@playwright/test'
import { createApi } from '#tests/api.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { type Row, report } from './report.ts'
import { openSiteInBrowser } from './site-in-browser.ts'

/**
 * Home scrolled through ten thousand posts: elements of the page, and the memory of the tab once its garbage is
 * collected. The later pages of the list are made in the browser, from the posts of a real one.
 */

const STEPS = [20, 100, 1000, 5000, 10_000]
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const POSTS = 12

const site = await openSiteInBrowser(3802)
try {
  const author = await buildUser(createApi(site.origin))
  for (let count = 0; count < POSTS; count++) {
    const contents = '맛있어요. '.repeat((count % 9) + 1)
    await buildPost(createApi(site.origin), { author, title: `식당 ${count}`, contents })
  }
  const rows: Row[] = []
  for (const viewport of WINDOWS) rows.push(...(await scrollList(viewport)))
  report('long-list', 'Ten thousand posts in one list', rows, [
    'MB of the JavaScript heap with its garbage collected, and of what the engine keeps for the document outside it (Runtime.getHeapUsage). The heap holds the texts of all posts.',
  ])
} finally {
  await site.close()
}

async function scrollList(viewport: { width: number; height: number }): Promise<Row[]> {
  const context = await site.browser.newContext({ viewport, locale: 'ko-KR' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.addInitScript(answerWithMadePages)
  await page.goto(site.origin)
  await page.waitForFunction(() => document.earlyPresses === null)
  const rows: Row[] = []
  for (const posts of STEPS) {
    const most = await page.evaluate(scrollUntil, posts)
    rows.push({ window: `${viewport.width} px`, posts, 'most elements': most, ...(await memoryOf(page, session)) })
  }
  await context.close()
  return rows
}

async function memoryOf(page: Page, session: CDPSession) {
  await page.waitForLoadState('networkidle')
  await session.send('HeapProfiler.collectGarbage')
  const heap = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; embedderHeapUsedSize: number }
  const nodes = (await session.send('Memory.getDOMCounters')).nodes
  const megabytes = (bytes: number) => Number((bytes / 1e6).toFixed(1))
  return { nodes, 'heap MB': megabytes(heap.usedSize), 'document MB': megabytes(heap.embedderHeapUsedSize) }
}

/** Runs in the page: answers the pages after the second with the second one's posts under numbers of their own. */
function answerWithMadePages(): void {
  const ask = globalThis.fetch
  let real: { data: { getPosts: { data: { id: string }[]; nextCursor: string | null } } } | undefined
  let made = 0
  globalThis.fetch = async (...request) => {
    if (!String(request[1]?.body).includes('query getPosts(')) return ask(...request)
    real ??= await (await ask(...request)).json()
    const [post] = real?.data.getPosts.data ?? []
    const data = Array.from({ length: 10 }, () => ({ ...post, id: `9${String(++made).padStart(8, '0')}` }))
    return Response.json({ data: { getPosts: { data, nextCursor: `made ${made}`, startCursor: null } } })
  }
}

/** Runs in the page: scrolls and presses for more until that many posts are loaded; the most elements on the way. */
async function scrollUntil(posts: number): Promise<number> {
  const loaded = () =>
    Number.parseInt(document.querySelector('p[role=status].sr-only')?.textContent?.slice(2) ?? '', 10)
  let most = 0
  while (!(loaded() >= posts)) {
    window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
    document.querySelector<HTMLElement>('.list-end .btn')?.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    most = Math.max(most, document.querySelectorAll('*').length)
  }
  return most
}
