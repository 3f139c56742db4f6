import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnonymousCache } from './anonymous-cache.ts'

type Answer = { bytes: number; isGood: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  // At the beginning of time nothing is old enough to expire.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

const newCache = () =>
  new AnonymousCache<Answer>({
    budget: 1000,
    largest: 400,
    sizeOf: ({ bytes }) => bytes,
    isWorthKeeping: ({ isGood }) => isGood,
  })

/** Computes answers of that size, and counts how often. */
const source = (bytes = 10, isGood = true) => vi.fn(async (): Promise<Answer> => ({ bytes, isGood }))

test('whoever asks within a second of the first gets the same answer, and it is computed once', async () => {
  const cache = newCache()
  const compute = source()
  const together = await Promise.all([cache.get('a', compute), cache.get('a', compute)])
  vi.advanceTimersByTime(999)
  expect(await cache.get('a', compute)).toBe(together[0])
  expect(compute).toHaveBeenCalledTimes(1)
})

test('the second counts from when the computation began', async () => {
  const cache = newCache()
  let finish = () => {}
  const computed = cache.get('a', () => new Promise((resolve) => (finish = () => resolve({ bytes: 10, isGood: true }))))
  vi.advanceTimersByTime(600)
  finish()
  await computed
  expect(cache.peek('a')).toBeDefined()
  vi.advanceTimersByTime(401)
  expect(cache.peek('a')).toBeUndefined()
})

test('what takes longer than a second to compute is joined for a second only, and not kept', async () => {
  const cache = newCache()
  const answers: ((answer: Answer) => void)[] = []
  const pending = vi.fn(() => new Promise<Answer>((resolve) => void answers.push(resolve)))
  const first = cache.get('a', pending)
  vi.advanceTimersByTime(1001)
  const second = cache.get('a', pending)
  expect(pending).toHaveBeenCalledTimes(2)
  answers[0]?.({ bytes: 1, isGood: true })
  await first
  expect(cache.peek('a')).toBeUndefined()
  answers[1]?.({ bytes: 2, isGood: true })
  await second
  expect(cache.peek('a')).toEqual({ bytes: 2, isGood: true })
})

test('expired answers leave without being asked for', async () => {
  const cache = newCache()
  for (const key of ['a', 'b', 'c']) await cache.get(key, source())
  expect(cache.bytes).toBe(36)
  vi.advanceTimersByTime(1001)
  expect(cache.bytes).toBe(0)
})

test('what is kept stays within the budget, and what was asked for last stays', async () => {
  const cache = newCache()
  for (let n = 0; n < 50; n++) await cache.get(`key ${n}`, source(100))
  expect(cache.bytes).toBeLessThanOrEqual(1000)
  expect(cache.peek('key 49')).toBeDefined()
  expect(cache.peek('key 0')).toBeUndefined()
})

test.each<[string, string, () => Promise<Answer>]>([
  ['a large answer', 'a', source(401)],
  ['an answer to a long request', 'a'.repeat(4097), source()],
  ['a bad answer', 'a', source(10, false)],
])('%s is handed out and not kept', async (_, key, compute) => {
  const cache = newCache()
  const together = await Promise.all([cache.get(key, compute), cache.get(key, compute)])
  expect(together[1]).toBe(together[0])
  expect(compute).toHaveBeenCalledTimes(1)
  expect([cache.peek(key), cache.bytes]).toEqual([undefined, 0])
})

test('a failure goes to all who wait, and the next one computes again', async () => {
  const cache = newCache()
  const failing = vi.fn(() => Promise.reject(new Error('the database is away')))
  const together = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)])
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(failing).toHaveBeenCalledTimes(1)
  await expect(cache.get('a', source())).resolves.toMatchObject({ bytes: 10 })
})

test('clearing forgets what is kept, and what is being computed is not kept', async () => {
  const cache = newCache()
  await cache.get('kept', source())
  const before = cache.get('a', source(1))
  cache.clear()
  const after = cache.get('a', source(2))
  expect([(await before).bytes, (await after).bytes]).toEqual([1, 2])
  expect(cache.peek('kept')).toBeUndefined()
  expect(cache.peek('a')?.bytes).toBe(2)
})
