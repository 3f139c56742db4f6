import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { childrenOf } from '#tests/faults/application.ts'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { StartError } from '../start-error.ts'
import { SharedCounts } from './shared-counts.ts'
import { WebProcess } from './web-process.ts'
import { WebProcesses } from './web-processes.ts'

const program = new URL('../../tests/fake-web-process.ts', import.meta.url)
const config = loadConfig({ WEB_CONCURRENCY: '3' })
const databaseUrl = 'postgres://nobody'

/** Starts three processes; `FAILING` and `SILENT` say which of them cannot start, and which are never ready. */
async function start(env: Record<string, string>) {
  const FOLDER = await newFolder()
  const database = Promise.withResolvers<string>()
  const options = { config, env: { ...env, FOLDER }, log: createLog('silent'), databaseUrl: database.promise, program }
  const processes = new WebProcesses(options)
  onTestFinished(() => processes.stop(0, 0))
  const started = processes.start()
  started.catch(() => {})
  return { started, openDatabase: () => database.resolve(databaseUrl), numbers: () => readdir(FOLDER) }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-processes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** How many of the processes run. */
async function running(): Promise<number> {
  const children = await childrenOf(process.pid)
  return children.filter(({ command }) => command.includes('fake-web-process')).length
}

test('one process is started alone; the site is there when that one is ready, and then the others are started', async () => {
  const { started, openDatabase } = await start({ SILENT: '2,3' })
  expect(await running()).toBe(1)
  openDatabase()
  await started
  expect(await running()).toBe(3)
})

test('if the first process cannot start, the start fails with its sentence, and no other process is started', async () => {
  const { started, openDatabase, numbers } = await start({ FAILING: '1', SILENT: '2,3' })
  openDatabase()
  await expect(started).rejects.toThrow(new StartError('Process 1 cannot start.'))
  await expect(started).rejects.toBeInstanceOf(StartError)
  await expect.poll(running).toBe(0)
  expect(await numbers()).toEqual(['1'])
})

test('if a further process cannot start, the site is there, and another process takes its place', async () => {
  const { started, openDatabase, numbers } = await start({ FAILING: '2' })
  openDatabase()
  await started
  await expect.poll(numbers).toEqual(['1', '2', '3', '4'])
  await expect.poll(running).toBe(3)
})

test('questions that a process asks at the same moment take one message, and their answers another one', async () => {
  const FOLDER = await newFolder()
  const asking = new WebProcess({
    env: { FOLDER, QUESTIONS: '50' },
    databaseUrl: Promise.resolve(databaseUrl),
    heapMb: config.heapMb,
    counts: new SharedCounts(config),
    onRoom: () => {},
    onLeave: () => {},
    onLost: () => {},
    program,
  })
  onTestFinished(async () => {
    asking.kill()
    await asking.ended
  })
  const asked = async () =>
    readFile(path.join(FOLDER, 'asked'), 'utf8')
      .then(JSON.parse)
      .catch(() => null)
  await expect.poll(asked).toEqual({ answered: 50, sent: 1, received: 1 })
})
