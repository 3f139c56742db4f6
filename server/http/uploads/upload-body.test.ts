import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abortSlowUpload } from './upload-body.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function fakeRequest() {
  return { destroy: vi.fn() } as unknown as IncomingMessage & { destroy: ReturnType<typeof vi.fn> }
}

async function* every(milliseconds: number, times: number): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < times; count++) {
    await vi.advanceTimersByTimeAsync(milliseconds)
    yield new Uint8Array(1)
  }
}

async function read(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0
  for await (const chunk of bytes) count += chunk.length
  return count
}

test('an upload that stalls is aborted after 15 s', async () => {
  const request = fakeRequest()
  abortSlowUpload(request)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(request.destroy).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(request.destroy).toHaveBeenCalled()
})

test('a slow upload that makes progress passes, and one that takes over two minutes is aborted', async () => {
  const slow = fakeRequest()
  const pace = abortSlowUpload(slow)
  expect(await read(pace.watch(every(10_000, 11)))).toBe(11)
  pace.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(slow.destroy).not.toHaveBeenCalled()

  const trickle = fakeRequest()
  await read(abortSlowUpload(trickle).watch(every(10_000, 12)))
  expect(trickle.destroy).toHaveBeenCalledOnce()
})
