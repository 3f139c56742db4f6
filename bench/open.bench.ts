import os from 'node:os'
import type { OperationContext } from '#server/context.ts'
import { createLog } from '#server/log.ts'
import { getPosts } from '#server/posts/lists/get-posts.ts'
import { getMapPosts, loadMapCards } from '#server/posts/map/get-map-posts.ts'
import { getSearchPosts } from '#server/posts/search/get-search-posts.ts'
import { Secrets } from '#server/secrets.ts'
import { quantile, type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'
import { measuredWords } from './vocabulary.ts'

/**
 * Milliseconds of a page of a list with the filter for open places, at noon and at 4 a.m., and of the same page without
 * the filter. Calls of the two alternate, so that a busy machine slows down both.
 */
const RUNS = 60
const HOURS = { noon: '12:00', '4 a.m.': '04:00' } as const

const stage = await openStage()
const context = {
  db: stage.db,
  log: createLog('warn'),
  secrets: new Secrets('the secret of a bench that keeps nothing'),
  images: { urlOf: (key: string) => key },
  shown: new Set(),
} as unknown as OperationContext

const RealDate = Date
/** Sets the clock of this process to that time in Seoul. */
function setClock(time: string): void {
  const now = RealDate.parse(`2026-11-22T${time}:00+09:00`)
  globalThis.Date = class extends RealDate {
    constructor(...args: [] | [string | number | Date]) {
      super(...((args.length === 0 ? [now] : args) as [number]))
    }
    static override now = () => now
  } as DateConstructor
}

type Ask = (open: boolean) => Promise<unknown>
type List = (args: { open: boolean; cursor?: string | null }) => Promise<{ nextCursor: string | null }>

/** The fifth page of the list, by its cursor. */
async function deep(list: List): Promise<Ask> {
  const cursors = new Map<boolean, string | null>()
  for (const open of [true, false]) {
    let cursor: string | null = null
    for (let page = 1; page < 5; page++) cursor = (await list({ open, cursor })).nextCursor
    cursors.set(open, cursor)
  }
  return (open) => list({ open, cursor: cursors.get(open) ?? null })
}

const seoul = { filter: 'near', lat: 37.55, lng: 126.95 }
const lists: Record<string, List> = {
  latest: (args) => getPosts(context, args),
  popular: (args) => getPosts(context, { ...args, filter: 'popular' }),
  order: (args) => getPosts(context, { ...args, filter: 'order' }),
  near: (args) => getPosts(context, { ...args, ...seoul }),
}
for (const [name, { word: keyword }] of Object.entries({
  'rare word': measuredWords.rare,
  'word of 4 %': measuredWords.fourPercent,
  'word of 50 %': measuredWords.common,
})) {
  lists[`${name}, latest`] = (args) => getSearchPosts(context, { ...args, keyword })
  lists[`${name}, popular`] = (args) => getSearchPosts(context, { ...args, keyword, filter: 'popular' })
  lists[`${name}, order`] = (args) => getSearchPosts(context, { ...args, keyword, filter: 'order' })
  lists[`${name}, near`] = (args) => getSearchPosts(context, { ...args, keyword, ...seoul })
}
const views = {
  'map of the country': { south: 33, west: 124, north: 39, east: 132, zoom: 7 },
  'map of a city': { south: 37.4, west: 126.7, north: 37.7, east: 127.2, zoom: 11 },
  'map of a district': { south: 37.53, west: 126.9, north: 37.57, east: 126.98, zoom: 14 },
}

const rows: Row[] = []
for (const [hour, time] of Object.entries(HOURS)) {
  setClock(time)
  for (const [name, list] of Object.entries(lists)) {
    rows.push(await measure(hour, name, (open) => list({ open })))
    if (['latest', 'popular', 'order', 'near'].includes(name)) {
      rows.push(await measure(hour, `${name}, page 5`, await deep(list)))
    }
  }
  for (const [name, view] of Object.entries(views)) {
    rows.push(
      await measure(hour, name, async (open) => loadMapCards(context, await getMapPosts(context, { ...view, open }))),
    )
  }
}
globalThis.Date = RealDate
report('open', `What is open now among ${stage.posts.toLocaleString('en')} posts`, rows, [
  'The control is the same call without the filter. At 4 a.m. none of the newest 5 % of the posts is open (`bench/seed.ts`).',
  `Load average of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}.`,
])
await stage.close()

async function measure(hour: string, list: string, ask: Ask): Promise<Row> {
  const times = { open: [] as number[], all: [] as number[] }
  const [first] = [await timed(() => ask(true)), await timed(() => ask(false))]
  for (let run = 0; run < RUNS; run++) {
    times.open.push(await timed(() => ask(true)))
    times.all.push(await timed(() => ask(false)))
  }
  const open = (share: number) => quantile(times.open, share)
  return {
    hour,
    list,
    'first ms': round(first ?? 0),
    'p50 ms': round(open(0.5)),
    'p95 ms': round(open(0.95)),
    'p99 ms': round(open(0.99)),
    'control p50 ms': round(quantile(times.all, 0.5)),
    'open / control': round(open(0.5) / quantile(times.all, 0.5)),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
