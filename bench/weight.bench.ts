import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createApi } from '#tests/api.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { type Row, writeReport } from './report.ts'
import { openSiteInBrowser } from './site-in-browser.ts'

/**
 * Bytes that a first visit to each page loads besides its HTML and pictures, gzipped like on the server, and those that a
 * map adds when it is scrolled into view.
 */

const VIEWPORT = { width: 360, height: 740 }
const KINDS = { JS: /\.js$/, CSS: /\.css$/, tiles: /^\/map\/korea\// } as const
type Kind = keyof typeof KINDS
type Files = Map<string, { kind: Kind; bytes: number }>

const site = await openSiteInBrowser(3793)
try {
  const api = createApi(site.origin)
  const user = await buildUser(api)
  const place = { place_name: '동문시장', address: '제주 제주시 동문로 16', lat: 33.5115, lng: 126.5261 }
  const { id } = await api.as(user).addPost({ title: '국수', contents: '시원해요.\n'.repeat(40), ...place })
  writeReport(
    'weight',
    'Bytes that pages load',
    [
      await weigh('home', '/'),
      await weigh('a post, before its map is scrolled to', `/post/${id}`),
      await weigh('a post, its map included', `/post/${id}`, { map: true }),
      await weigh('writing a post, its map included', '/add_post', { user, map: true }),
      await weigh('the map page', '/map', { map: true }),
    ],
    [
      'kB are 1,000 bytes, each file gzipped by itself at level 6. The fonts are not counted: only the blocks of syllables that a page shows are fetched.',
    ],
  )
} finally {
  await site.close()
}

async function weigh(page: string, url: string, options: { user?: TestUser; map?: boolean } = {}): Promise<Row> {
  const context = await openContext(site.browser, options.user)
  const tab = await context.newPage()
  const files = await watch(tab)
  await tab.goto(site.origin + url)
  await tab.waitForLoadState('networkidle')
  if (options.map) {
    await tab.locator('.map').scrollIntoViewIfNeeded()
    await tab.locator('.korea-map[aria-label*=":"]').waitFor()
    await tab.waitForLoadState('networkidle')
  }
  const all = await files()
  await context.close()
  const kilobytes = (chosen: [string, { kind: Kind; bytes: number }][]) =>
    Number((chosen.reduce((sum, [, { bytes }]) => sum + bytes, 0) / 1000).toFixed(1))
  const list = [...all]
  return {
    page,
    files: list.length,
    'JS kB': kilobytes(list.filter(([, { kind }]) => kind === 'JS')),
    'CSS kB': kilobytes(list.filter(([, { kind }]) => kind === 'CSS')),
    'map data kB': kilobytes(list.filter(([, { kind }]) => kind === 'tiles')),
  }
}

async function openContext(chosen: Browser, user: TestUser | undefined): Promise<BrowserContext> {
  const context = await chosen.newContext({ viewport: VIEWPORT, locale: 'ko-KR' })
  const cookies = [...(user?.client.cookies ?? [])].map(([name, value]) => ({ name, value, url: site.origin }))
  await context.addCookies(cookies)
  return context
}

/** Records every file of a kind; the result returns them once all have arrived. */
async function watch(tab: Page): Promise<() => Promise<Files>> {
  const files: Files = new Map()
  const coming: Promise<void>[] = []
  tab.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const kind = (Object.keys(KINDS) as Kind[]).find((one) => KINDS[one].test(pathname))
    if (!kind) return
    coming.push(
      response.body().then((body) => {
        files.set(pathname, { kind, bytes: gzipSync(body).length })
      }),
    )
  })
  return async () => {
    await Promise.all(coming)
    return files
  }
}
