import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Services } from '#server/platform/context.ts'
import { freshDatabase } from '#tests/database.ts'
import { startProxy } from '#tests/faults/database-proxy.ts'
import { type JobTasks, startJobs } from './jobs.ts'

test('while the database is away the log says so once, and once more when the jobs run again', async () => {
  const database = await freshDatabase()
  const proxy = await startProxy(database.connectionString)
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const said = (text: string) => lines.filter(({ msg }) => msg.includes(text)).length
  let runs = 0
  const tasks: JobTasks = {
    count: {
      run: async () => {
        runs += 1
      },
    },
  }
  const jobs = await startJobs({ log, db: database.db } as unknown as Services, proxy.connectionString, tasks)
  onTestFinished(async () => {
    await jobs.stop()
    await proxy.close()
    await database.drop()
  })

  await proxy.cut()
  await expect.poll(() => said('the jobs could not be started again yet')).toBeGreaterThan(0)
  const loud = () => lines.filter(({ level }) => level >= 40)
  const before = loud()
  const tries = said('the jobs could not be started again yet')
  await expect.poll(() => said('the jobs could not be started again yet')).toBeGreaterThan(tries + 2)
  expect(loud()).toEqual(before)
  expect(said('the jobs ended unexpectedly')).toBe(1)

  await proxy.restore()
  await database.pool.query(`select graphile_worker.add_job('count')`)
  await expect.poll(() => runs).toBe(1)
  expect(said('the jobs run again')).toBe(1)
})
