import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { childrenOf } from '#tests/faults/application.ts'
import { ownPort } from '#tests/own-port.ts'
import { WORKER_BEAT_MS } from '../config/limits-config.ts'
import { createLog } from '../log.ts'
import { StartError } from '../start-error.ts'
import { MaintenanceServer } from './maintenance.ts'
import { Workers } from './workers.ts'

const program = path.resolve('tests/fake-worker.ts')

async function start(env: Record<string, string>, beatMs = WORKER_BEAT_MS) {
  const FOLDER = await mkdtemp(path.join(tmpdir(), 'matnanum-workers-'))
  const database = Promise.resolve()
  const maintenance = new MaintenanceServer({ host: '127.0.0.1', port: 0 })
  const options = {
    count: 3,
    drainSeconds: 0,
    beatMs,
    env: { ...env, FOLDER },
    log: createLog('silent'),
    program,
    database,
    maintenance,
  }
  const workers = new Workers(options)
  onTestFinished(async () => {
    await workers.stop()
    await rm(FOLDER, { recursive: true })
  })
  const started = workers.start()
  started.catch(() => {})
  const numbers = async () => (await readdir(FOLDER)).toSorted()
  const runsJobs = async (number: string) => (await readFile(path.join(FOLDER, number), 'utf8')) === '1'
  const withJobs = async () => {
    const all = await numbers()
    const has = await Promise.all(all.map(runsJobs))
    return all.filter((_, index) => has[index])
  }
  return { workers, started, numbers, withJobs }
}

async function running(): Promise<number[]> {
  const children = await childrenOf(process.pid)
  return children.flatMap(({ pid, command }) => (command.includes('fake-worker') ? pid : []))
}

const count = async () => (await running()).length

test('the site is there when the first worker listens, and then the others are started', async () => {
  const { started, numbers } = await start({ SILENT: '2,3' })
  expect(await count()).toBe(1)
  await started
  await expect.poll(numbers).toEqual(['1', '2', '3'])
  expect(await count()).toBe(3)
})

test('workers have the options of Node with which their first process was started', async () => {
  const option = '--max-old-space-size=99'
  process.execArgv.push(option)
  onTestFinished(() => void process.execArgv.pop())
  await (await start({})).started
  const commands = (await childrenOf(process.pid)).map(({ command }) => command)
  expect(commands.filter((command) => command.includes('fake-worker'))).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining(option)),
  )
})

test('if the first worker cannot start, the start fails, and no other worker is started', async () => {
  const { started, numbers } = await start({ FAILING: '1', SILENT: '2,3' })
  await expect(started).rejects.toBeInstanceOf(StartError)
  await expect.poll(count).toBe(0)
  expect(await numbers()).toEqual(['1'])
})

test('if a further worker cannot start, the site is there, and another one takes its place', async () => {
  const { started, numbers } = await start({ FAILING: '2' })
  await started
  await expect.poll(numbers).toEqual(['1', '2', '3', '4'])
  await expect.poll(count).toBe(3)
})

test('a connection that was on its way to a worker that died is closed, and not left open for ever', async () => {
  const port = await ownPort()
  const { started } = await start({ PORT: String(port), SILENT: '2,3' })
  await started
  const [worker = 0] = await running()
  process.kill(worker, 'SIGSTOP')
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  const closed = once(client, 'close')
  await once(client, 'connect')
  // The primary, which is this process, hands out connections.
  await wait(100)
  process.kill(worker, 'SIGKILL')
  await closed
})

test('a worker that ends is started again, and the jobs run in one worker at a time', async () => {
  const { workers, started, numbers, withJobs } = await start({})
  const [first = 0] = await running()
  await started
  await expect.poll(numbers).toEqual(['1', '2', '3'])
  expect(await withJobs()).toEqual(['1'])
  process.kill(first, 'SIGKILL')
  await expect.poll(numbers).toEqual(['1', '2', '3', '4'])
  await expect.poll(withJobs).toEqual(['1', '4'])
  workers.replaceAll()
  await expect.poll(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  await expect.poll(count).toBe(3)
  expect(await withJobs()).toEqual(['1', '4', '5'])
  expect(await running()).not.toContain(first)
})

test('a worker that stands still is ended, and another one takes its place', async () => {
  const { started, numbers } = await start({}, 200)
  await started
  const [first = 0] = await running()
  process.kill(first, 'SIGSTOP')
  await expect.poll(running).not.toContain(first)
  await expect.poll(numbers).toContain('4')
})

test('a worker that stands still does not keep the site from stopping', async () => {
  const { workers, started } = await start({})
  await started
  const [first = 0] = await running()
  process.kill(first, 'SIGSTOP')
  await workers.stop()
  expect(await count()).toBe(0)
})
