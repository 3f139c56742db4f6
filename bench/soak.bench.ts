import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '#server/platform/database/connect.ts'
import { photo } from '#tests/image-fixtures.ts'
import { unlimited } from '#tests/unlimited.ts'
import { currentOptions } from '../scripts/bench/options.ts'
import { type Row, roundToThree, writeReport } from './report.ts'
import { startSite } from './server-process.ts'
import { Town } from './soak/people.ts'
import { meanOf, type Sample, takeSample } from './soak/samples.ts'

/**
 * Whether anything grows while a town uses the site at a steady rate: `npm run bench -- soak -- --minutes 30`. Posts are
 * deleted as fast as they are written, so memory, descriptors and tables should become level. Limits of writing are raised,
 * because one network plays all people.
 */

const MEMBERS = 40
const PER_SECOND = 20
const SAMPLE_MS = 10_000

// Lowers the priority of this process below that of other programs.
os.setPriority(5)
const { minutes } = currentOptions()
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'matnanum-soak-'))
const site = await startSite({
  port: 3794,
  dataDir,
  changes: { ...unlimited, METRICS_PORT: '3795', LOG_LEVEL: 'warn' },
})
const note = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
const host = encodeURIComponent(note[4] ?? '')
const { db } = connect(`postgres:///matnanum?host=${host}&port=5432&user=matnanum&sslmode=disable`, 1)

const since = performance.now()
const isOver = () => performance.now() - since > minutes * 60_000
const town = new Town(site.origin, await photo(800, 600))
const samples: Sample[] = []
const living = town.live(MEMBERS, PER_SECOND, isOver)
while (!isOver()) {
  await wait(SAMPLE_MS)
  const measured = { since, pid: site.pid, postmaster: Number(note[0]), metrics: 'http://127.0.0.1:3795/metrics', db }
  const sample = await takeSample(measured)
  if (sample) samples.push(sample)
}
await living

const [last] = samples.slice(-1) as [Sample]
const busiest = Object.keys(last.tables).slice(0, 12)
const totalOf = (of: 'tables' | 'dead' | 'rows') => (sample: Sample) =>
  Object.values(sample[of]).reduce((sum, value) => sum + value, 0)
const figures: [string, (sample: Sample) => number][] = [
  ...Object.keys(last.memory).map((name) => figure('memory', name, ', MB')),
  ['heap of the workers, MB', (sample) => sample.heap],
  ...Object.keys(last.descriptors).map((name) => figure('descriptors', name, ', descriptors')),
  ...Object.keys(last.pool).map((name) => figure('pool', name, ' connections')),
  ['all tables, MB', totalOf('tables')],
  ['all tables, rows', totalOf('rows')],
  ['all tables, dead rows', totalOf('dead')],
]
const rows = figures.map(
  ([what, of]): Row => ({ what, ...thirdsOf(of), most: roundToThree(Math.max(...samples.map(of))) }),
)
const tables = busiest.map((table): Row => {
  const [rows, dead] = [
    samples.map((sample) => sample.rows[table] ?? 0),
    samples.map((sample) => sample.dead[table] ?? 0),
  ]
  const mb = thirdsOf((sample) => sample.tables[table] ?? 0)
  return { table, ...mb, 'rows at the end': rows.at(-1) ?? 0, 'most dead rows': Math.max(...dead) }
})
const outcomes = [...town.outcomes].toSorted(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`)
const title = `${minutes} minutes of a town of ${MEMBERS} members, ${PER_SECOND} requests a second`
const notes = [
  `What was asked, by outcome: ${outcomes.join(', ')}.`,
  'Means of each third. Memory counts what processes share once for all of them (PSS); PostgreSQL is all its processes together.',
]
writeReport('soak', title, rows, notes, [{ title: 'The tables with most changes, in MB', rows: tables }])
await db.destroy()
await site.stop()
rmSync(dataDir, { recursive: true, force: true })

function thirdsOf(of: (sample: Sample) => number) {
  const [first, second, third] = [0, 1, 2].map((part) => meanOf(samples, of, part / 3, (part + 1) / 3)) as [
    number,
    number,
    number,
  ]
  return {
    'first third': roundToThree(first),
    'second third': roundToThree(second),
    'last third': roundToThree(third),
    'last / second': second === 0 ? '' : roundToThree(third / second),
  }
}

function figure(
  of: 'memory' | 'descriptors' | 'pool',
  name: string,
  unit: string,
): [string, (sample: Sample) => number] {
  return [name + unit, (sample) => sample[of][name] ?? 0]
}
