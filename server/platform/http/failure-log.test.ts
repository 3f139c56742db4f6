import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { RepeatedFailures } from './request-log.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('of many failures one is logged at once, and their number ten seconds later', () => {
  const lines: string[] = []
  const failures = new RepeatedFailures(createLog('info', { write: (line: string) => void lines.push(line) }))
  for (let i = 0; i < 5000; i++) failures.log(away())
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: 'service unavailable', failure: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' } },
    { level: 40, msg: 'service unavailable', repeated: 4999 },
  ])
  expect(lines.join()).not.toContain('stack')
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
  failures.log(away())
  expect(lines).toHaveLength(3)
})

test('each kind of failure is logged', () => {
  const log = { warn: vi.fn() }
  const failures = new RepeatedFailures(log)
  for (const error of [away(), new AppError('UNAVAILABLE'), away(), new Error('lost'), new AppError('UNAVAILABLE')]) {
    failures.log(error)
  }
  expect(log.warn).toHaveBeenCalledTimes(3)
})
