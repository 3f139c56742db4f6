import { expect, test, vi } from 'vitest'
import type { Database } from '#server/platform/database/connect.ts'
import { createLog } from '#server/platform/log.ts'
import { listCounts } from './list-counts.ts'

const log = createLog('silent')
const count = async () => ({ total: 20_000, isWhole: false })

test('however many lists are asked for, two estimates are made at once, and the others when those have ended', async () => {
  const counts = listCounts({} as Database)
  const ends: ((total: number) => void)[] = []
  const estimate = vi.fn(() => new Promise<number>((resolve) => ends.push(resolve)))
  const ask = (name: string) => counts.of(name, count, estimate, log)
  for (let list = 0; list < 50; list++) expect(await ask(`list ${list}`)).toBe(20_000)
  expect(estimate).toHaveBeenCalledTimes(2)
  for (const end of ends) end(7)
  await new Promise(setImmediate)
  expect(await ask('list 0')).toBe(7)
  await ask('list 30')
  expect(estimate).toHaveBeenCalledTimes(3)
})

test('an estimate that failed is not made again at once, and the number stays', async () => {
  const counts = listCounts({} as Database)
  const estimate = vi.fn(async () => Promise.reject(new Error('too slow')))
  for (let time = 0; time < 5; time++) {
    expect(await counts.of('list', count, estimate, log)).toBe(20_000)
    await new Promise(setImmediate)
  }
  expect(estimate).toHaveBeenCalledTimes(1)
})
