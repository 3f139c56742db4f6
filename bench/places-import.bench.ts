import { mkdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { importFile } from '#server/places/import/import-file.ts'
import { writeShopTable } from './places-table.ts'
import { type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'

/**
 * Lines and places per minute of `npm run places:import`: a table as large as the country's restaurants, the same again
 * as an unchanged newer edition, and a smaller one in CP949.
 */
const LINES = 1_000_000
const FEWER = 100_000

const folder = path.resolve('.tmp/bench-places')
mkdirSync(folder, { recursive: true })
const stage = await openStage()
const rows: Row[] = []

const country = path.join(folder, 'country.csv')
await writeShopTable(country, LINES, 'utf-8')
rows.push(await measure('first import', country, LINES, { fresh: true, all: false }))
rows.push(await measure('all kinds of shops, over the restaurants', country, LINES, { fresh: false, all: true }))
const legacy = path.join(folder, 'cp949.csv')
await writeShopTable(legacy, FEWER, 'cp949')
rows.push(await measure('CP949, nothing changed', legacy, FEWER, { fresh: false, all: false }))
rows.push(await measure('back to the restaurants', country, LINES, { fresh: true, all: false }))
report('places-import', 'Import of 상가(상권)정보', rows, [
  'Memory is the highest resident size of the importing process, Node itself included. The statistics are refreshed within the time.',
  `Load average of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}.`,
])
rmSync(folder, { recursive: true })
await stage.close()

async function measure(
  name: string,
  file: string,
  lines: number,
  options: { fresh: boolean; all: boolean },
): Promise<Row> {
  let peak = 0
  const started = performance.now()
  const outcome = await importFile(
    stage.db,
    file,
    { ...options, attribution: null },
    {
      malformed: () => {},
      progress: () => {
        peak = Math.max(peak, process.memoryUsage.rss())
      },
    },
  )
  const minutes = (performance.now() - started) / 60_000
  return {
    import: name,
    lines,
    places: outcome.imported,
    seconds: round(minutes * 60),
    'lines a minute': round(lines / minutes),
    'places a minute': round(outcome.imported / minutes),
    'peak MB': Math.round(peak / 1e6),
  }
}
