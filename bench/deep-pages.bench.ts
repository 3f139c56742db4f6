import { sql } from 'kysely'
import { PAGE_SIZE, sorts } from '#rules/paging.ts'
import { createLog } from '#server/log.ts'
import { DeepPages } from '#server/posts/deep-pages.ts'
import { orders } from '#server/posts/orders.ts'
import { quantile, type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'

/** Milliseconds of the ids of pages nine tenths down each list, by remembered keys and by OFFSET. */
const RUNS = 40
const REPEATS = 5

const stage = await openStage()
const { db } = stage
const log = createLog('warn')
const pages = new DeepPages()
const rows: Row[] = []
for (const sort of sorts) {
  const order = orders[sort]
  const skip = Math.floor(stage.posts * 0.9)
  const readMs = await timed(() => pages.read(db, order))
  const byKey = await times(RUNS, (run) => pages.find(db, order, skip - run * PAGE_SIZE, log))
  const byOffset = await times(REPEATS, (run) =>
    sql`select ${order.id} as id from ${order.table} order by ${order.by}
      limit ${PAGE_SIZE + 1} offset ${skip - run * PAGE_SIZE}`.execute(db),
  )
  rows.push({
    order: sort,
    page: skip / PAGE_SIZE,
    'by keys, p50 ms': round(quantile(byKey, 0.5)),
    'p95 ms': round(quantile(byKey, 0.95)),
    'by OFFSET, p50 ms': round(quantile(byOffset, 0.5)),
    'reading the keys, ms': round(readMs),
  })
}
report('deep-pages', `Deep pages among ${stage.posts.toLocaleString('en')} posts`, rows)
await stage.close()

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function times(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const measured: number[] = []
  for (let run = 0; run < runs; run++) measured.push(await timed(() => work(run)))
  return measured
}
