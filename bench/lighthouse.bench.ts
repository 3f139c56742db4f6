import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { findFreePort } from '#server/platform/ports.ts'
import { createApi } from '#tests/api.ts'
import { buildUser } from '#tests/factories.ts'
import { ensureBrowser } from '../scripts/programs/browser.ts'
import { runProgram } from '../scripts/programs/run-program.ts'
import { type LighthouseResult, loadLighthouse } from './lighthouse/install.ts'
import { quantile, type Row, roundToThree, writeReport } from './report.ts'
import { startSite } from './server-process.ts'

/**
 * Lighthouse's mobile preset on the pages of a site with the posts of the demo: medians, and failed audits.
 */

const RUNS = 5
/** Longest wait for the bundled places to be loaded, in milliseconds. */
const PLACES_MS = 120_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** `isTimed`: the page has a goal for its performance, so it is run five times. */
type Subject = { page: string; url: string; isTimed: boolean; cookie?: string }

const lighthouse = await loadLighthouse()
const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-lighthouse-'))
const env = { ...process.env, DATA_DIR: folder, NODE_ENV: 'production' }
const filled = await runProgram('node', ['scripts/demo.ts'], { env })
if (filled.code !== 0) throw new Error(filled.output)
const server = await startSite({ port: 3797, dataDir: folder })
const port = await findFreePort()
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const rows: Row[] = []
  const faults = new Set<string>()
  const speeds: number[] = []
  for (const subject of await subjects()) {
    const results = await runTimes(subject, subject.isTimed ? RUNS : 1)
    rows.push(rowOf(subject.page, results))
    speeds.push(...results.map(({ environment }) => environment.benchmarkIndex))
    for (const fault of faultsOf(results)) faults.add(`${subject.page}: ${fault}`)
  }
  writeReport('lighthouse', 'Lighthouse, mobile', rows, [
    `Medians of ${RUNS} runs, or one run where no goal is set for the performance; scores of 100, milliseconds. Lighthouse simulates a slow phone from what it measures here, where its benchmark index is ${roundToThree(quantile(speeds, 0.5))}.`,
    faults.size === 0 ? 'No audit fails apart from performance.' : `Failed audits: ${[...faults].join('; ')}.`,
  ])
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function subjects(): Promise<Subject[]> {
  const api = createApi(server.origin)
  const user = await buildUser(api)
  const cookie = [...user.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const timed = { home: '/', ...(await linkedPages()), map: '/map' }
  const others = {
    search: `/search?keyword=${encodeURIComponent('국수')}&filter=latest`,
    login: '/account/login',
    'sign-up': '/account/sign_up',
    recovery: '/account/forgot_password',
  }
  const own = { profile: '/account/profile', 'own posts': '/account/my_list', 'a new post': '/add_post' }
  const list = (pages: Record<string, string>, more: { isTimed: boolean; cookie?: string }) =>
    Object.entries(pages).map(([page, url]) => ({ page, url, ...more }))
  return [
    ...list(timed, { isTimed: true }),
    ...list(others, { isTimed: false }),
    ...list(own, { isTimed: false, cookie }),
  ]
}

/** The first post with a photo on home, and the place and the area of its links, once the places are loaded. */
async function linkedPages(): Promise<Record<string, string>> {
  const read = async (url: string) => (await fetch(server.origin + url)).text()
  const post = /<a[^>]* href="(\/post\/\d+)"[^>]*><img/.exec(await read('/'))?.[1]
  if (!post) throw new Error('Home shows no post with a photo.')
  for (const end = performance.now() + PLACES_MS; performance.now() < end; await wait(1000)) {
    const html = await read(post)
    const place = /href="(\/place\/\d+)"/.exec(html)?.[1]
    const area = /href="(\/area\/[^"]+)"/.exec(html)?.[1]
    if (place && area) return { post, place, area }
  }
  throw new Error(`${post} has no place or no area.`)
}

async function runTimes(subject: Subject, times: number): Promise<LighthouseResult[]> {
  const results: LighthouseResult[] = []
  for (let time = 0; time < times; time++) results.push(await runOnce(subject))
  return results
}

async function runOnce({ url, cookie }: Subject): Promise<LighthouseResult> {
  const extraHeaders = cookie ? { cookie } : undefined
  const run = await lighthouse(server.origin + url, {
    port,
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    ...(extraHeaders && { extraHeaders }),
  })
  if (!run || run.lhr.runtimeError) throw new Error(`${url}: ${run?.lhr.runtimeError?.message ?? 'no result'}`)
  return run.lhr
}

function rowOf(page: string, results: readonly LighthouseResult[]): Row {
  const median = (pick: (result: LighthouseResult) => number | null | undefined, digits = 0) => {
    const values = results.map((result) => pick(result)).filter((value) => typeof value === 'number')
    return values.length === 0 ? '' : Number(quantile(values, 0.5).toFixed(digits))
  }
  const score = (name: string) => median(({ categories }) => (categories[name]?.score ?? Number.NaN) * 100)
  const audit = (name: string, digits = 0) => median(({ audits }) => audits[name]?.numericValue, digits)
  return {
    page,
    performance: score('performance'),
    accessibility: results[0]?.categories.accessibility ? score('accessibility') : '',
    'best practices': results[0]?.categories['best-practices'] ? score('best-practices') : '',
    SEO: results[0]?.categories.seo ? score('seo') : '',
    FCP: audit('first-contentful-paint'),
    LCP: audit('largest-contentful-paint'),
    TBT: audit('total-blocking-time'),
    CLS: audit('cumulative-layout-shift', 4),
    'kB in all': median(({ audits }) => (audits['total-byte-weight']?.numericValue ?? 0) / 1000),
  }
}

/** Titles of the failed audits of all categories but the performance. */
function faultsOf(results: readonly LighthouseResult[]): string[] {
  return results.flatMap(({ categories, audits }) =>
    Object.entries(categories).flatMap(([name, { auditRefs }]) => {
      if (name === 'performance') return []
      const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      return failed.map(({ id }) => `${id} (${audits[id]?.title})`)
    }),
  )
}
