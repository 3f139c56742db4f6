import type { FastifyBaseLogger } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AGAIN_AFTER, startBundle } from './start-bundle.ts'

test('a bundle that could not be loaded is loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const error = vi.fn()
  const log = { error } as unknown as FastifyBaseLogger
  // Nobody listens there.
  const stop = startBundle('postgres://127.0.0.1:1/none', true, log, async () => {})
  await expect.poll(() => error.mock.calls.length).toBe(1)
  vi.advanceTimersByTime(AGAIN_AFTER)
  await expect.poll(() => error.mock.calls.length).toBe(2)
  await stop()
  expect(vi.getTimerCount()).toBe(0)
})
