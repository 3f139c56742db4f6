import { currentOptions } from '../scripts/bench/options.ts'
import { costReasons } from './growth/bounds.ts'
import { openSizedSite, type SizedSite } from './growth/open-size.ts'
import { lateKinds, peopleKinds } from './growth/people-requests.ts'
import { type Kind, kinds as postKinds } from './growth/requests.ts'
import { measureLoad } from './load.ts'
import { type Row, roundToThree, writeReport } from './report.ts'
import { openStage } from './stage.ts'

/**
 * What a request of each kind costs at a hundredth, a tenth and all of a million posts: CPU of server and PostgreSQL, and
 * blocks that PostgreSQL reads, which a busy machine does not change. The three sites take turns.
 */

const ROUNDS = 3
const ROUND_MS = 250
const CONNECTIONS = 4
const [LEAST, MOST] = [20, 1000]
/** Goal: at the largest size a request costs at most so many times as much as at the smallest. */
const WANTED = 1.5

/** Per request; CPU in µs. */
type Cost = { server: number; database: number; blocks: number }

const stage = await openStage()
const sizes: SizedSite[] = []
for (const [index, share] of [0.01, 0.1, 1].entries())
  sizes.push(await openSizedSite(stage, share === 1 ? stage.posts : stage.posts * share, 3801 + index))

const { only } = currentOptions()
const chosen = Object.entries({ ...peopleKinds, ...postKinds, ...lateKinds }).filter(([name]) =>
  name.includes(only ?? ''),
)
const rows: Row[] = []
for (const [name, kind] of chosen) {
  const row = rowOf(name, await costs(kind))
  rows.push(row)
  console.error(Object.values(row).join(' · '))
}
// A part of the kinds is not stored as a result; it has been printed above.
if (only === null) reportAll()
for (const size of sizes) await size.close()
await stage.close()

function reportAll(): void {
  const over = rows.filter((row) => row[''] !== 'reached').map((row) => row.request)
  writeReport(
    'growth',
    `Cost of requests at ${sizes.map(({ posts }) => posts.toLocaleString('en')).join(', ')} posts`,
    rows,
    [
      `CPU of one request, server and PostgreSQL together, in µs: the least of ${ROUNDS} rounds, by turns, ${CONNECTIONS} at once. Blocks are those of 8 kB that PostgreSQL reads for one request, from its memory or the system's. Texts, hours, likes, places and members are spread the same way at each size; the member's own posts are 500, a place's some five.`,
      over.length === 0
        ? `Wanted: at most ${WANTED} times the CPU. Reached by every kind of request.`
        : `Wanted: at most ${WANTED} times the CPU. Not reached by ${over.length} of ${rows.length}: ${over.join('; ')}.`,
    ],
  )
}

async function costs(kind: Kind): Promise<Cost[]> {
  const prepared = []
  for (const size of sizes) prepared.push({ size, request: await kind(size), amount: LEAST, rounds: [] as Cost[] })
  // Warm-up: processes cache some reads in the background.
  for (const each of prepared) await send(each)
  const before = await Promise.all(sizes.map((size) => size.buffers()))
  for (const each of prepared) {
    const { perSecond } = await send(each)
    each.amount = Math.round(Math.min(MOST, Math.max(LEAST, (perSecond * ROUND_MS) / 1000)))
  }
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const each of prepared) {
      const { serverCpu: server, databaseCpu: database } = await send(each)
      each.rounds.push({ server, database, blocks: 0 })
    }
  }
  const after = await Promise.all(sizes.map((size) => size.buffers()))
  return prepared.map(({ rounds, amount }, index) => {
    const sum = ({ server, database }: Cost) => server + database
    const [least = { server: 0, database: 0 }] = rounds.toSorted((a, b) => sum(a) - sum(b))
    return { ...least, blocks: ((after[index] ?? 0) - (before[index] ?? 0)) / (LEAST + amount * ROUNDS) }
  })
}

function send({
  size,
  request,
  amount,
}: {
  size: SizedSite
  request: Parameters<typeof measureLoad>[0]['request']
  amount: number
}) {
  return measureLoad({ server: size.site, postgres: stage.postgres, request, connections: CONNECTIONS, amount })
}

function rowOf(name: string, costs: readonly Cost[]): Row {
  const cpu = costs.map(({ server, database }) => server + database)
  const times = (cpu.at(-1) ?? 0) / (cpu[0] ?? 1)
  const list = (numbers: readonly number[]) => numbers.map(roundToThree).join(' / ')
  return {
    request: name,
    'CPU µs': list(cpu),
    'of it PostgreSQL': list(costs.map(({ database }) => database)),
    blocks: list(costs.map(({ blocks }) => blocks)),
    'largest / smallest': roundToThree(times),
    '': times <= WANTED ? 'reached' : `not reached${name in costReasons ? `: ${costReasons[name]}` : ''}`,
  }
}
