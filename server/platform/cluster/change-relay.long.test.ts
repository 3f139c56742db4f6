import { execFileSync } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { ChangeRelay } from './change-relay.ts'

type Heard = { isListening?: boolean; channel?: string; payload?: string | null; begun?: true }

type Hearer = Readonly<{ worker: Worker; heard: Heard[]; payloads(): (string | null)[]; states(): boolean[] }>

let database: TestDatabase
let relay: ChangeRelay

beforeEach(async () => {
  cluster.setupPrimary({ exec: path.resolve('tests/fake-hearer.ts'), args: [], execArgv: [] })
  database = await freshDatabase()
  relay = new ChangeRelay(Promise.resolve(database.connectionString), pino({ level: 'silent' }))
  onTestFinished(async () => {
    await relay.close()
    await database.drop()
  })
})

/** A worker that has begun to hear. */
async function hearer(channels = 'first'): Promise<Hearer> {
  const worker = cluster.fork({ CHANNELS: channels })
  const heard: Heard[] = []
  worker.on('message', (message: { heard?: Heard }) => {
    if (message.heard) heard.push(message.heard)
  })
  onTestFinished(() => void worker.process.kill('SIGKILL'))
  await expect.poll(() => heard).toContainEqual({ begun: true })
  const payloads = () => heard.flatMap(({ payload }) => (payload === undefined ? [] : payload))
  const states = () => heard.flatMap(({ isListening }) => isListening ?? [])
  return { worker, heard, payloads, states }
}

const notify = (channel: string, payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(database.db)

async function listeningPids(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and starts_with(application_name, 'matnanum listen')`.execute(database.db)
  return rows.map(({ pid }) => pid)
}

test('one connection listens for all workers, also for one that starts later', async () => {
  const early = await Promise.all([hearer(), hearer()])
  const all = [...early, await hearer()]
  expect(await listeningPids()).toHaveLength(1)
  for (const { heard, states } of all) {
    expect(states()).toEqual([true])
    expect(heard.findIndex(({ begun }) => begun)).toBe(heard.length - 1)
  }
  await notify('first', '가게 하나')
  await notify('second', 'nobody asked for it')
  await notify('first', '가게 둘')
  for (const { payloads } of all) await expect.poll(payloads).toEqual([null, '가게 하나', '가게 둘'])
})

test('a lost connection is known in each worker, and a new channel joins the others', async () => {
  const [one, two] = await Promise.all([hearer(), hearer()])
  const [pid = 0] = await listeningPids()
  await sql`select pg_terminate_backend(${pid})`.execute(database.db)
  for (const { states } of [one, two]) await expect.poll(states).toEqual([true, false, true])
  await notify('first', 'again')
  // Null: notifications may have been lost.
  for (const { payloads } of [one, two]) await expect.poll(payloads).toEqual([null, null, 'again'])

  const newer = await hearer('first,second')
  expect(await listeningPids()).toHaveLength(1)
  await notify('second', 'of a newer release')
  await expect.poll(() => newer.payloads().at(-1)).toBe('of a newer release')
  await expect.poll(() => one.states().at(-1)).toBe(true)
  await notify('first', 'to all')
  for (const { payloads } of [one, two, newer]) await expect.poll(() => payloads().at(-1)).toBe('to all')
})

test('a worker that hears nothing any more knows that it may miss changes', async () => {
  const { states } = await hearer()
  // The first process, which is this one, stands still.
  execFileSync('sleep', ['8'])
  await expect.poll(states).toEqual([true, false, true])
})

test('a worker that stands still takes bounded memory of the first process, and is told that it has missed changes', async () => {
  const [still, other] = await Promise.all([hearer(), hearer()])
  still.worker.process.kill('SIGSTOP')
  const [rounds, inRound] = [12, 1000]
  const sent = rounds * inRound
  for (let round = 1; round <= rounds; round++) {
    await sql`select pg_notify('first', ${round}::int || ' ' || n || ' ' || repeat('x', 300))
      from generate_series(1, ${inRound}::int) n`.execute(database.db)
    await expect.poll(() => other.payloads().length).toBe(round * inRound + 1)
  }
  expect(other.states()).toEqual([true])
  still.worker.process.kill('SIGCONT')
  await expect.poll(still.states).toEqual([true, false, true])
  expect(still.payloads().length).toBeLessThan(sent)
  await notify('first', 'the last')
  await expect.poll(() => still.payloads().at(-1)).toBe('the last')
})
