import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownCollection } from '../database/shown.ts'
import { SharedCache } from './shared-cache.ts'

type Shared = { body: { size: number }; isGood: boolean; shown: ReadonlySet<string> }

beforeEach(() => {
  // Far from the end of a five-minute step, after which no response is shared.
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00+09:00') })
  // Leaves time zero, when nothing can have expired.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

const newCache = () =>
  new SharedCache<Shared>({
    budget: 1000,
    largest: 400,
    isCacheable: ({ isGood }) => isGood,
  })

/** Source of responses of `bytes` that counts its calls. */
const source = (bytes = 10, isGood = true, shown: ReadonlySet<string> = new Set()) =>
  vi.fn(async (): Promise<Shared> => ({ body: { size: bytes }, isGood, shown }))

test('requests within a second of the first get the same response, computed once', async () => {
  const cache = newCache()
  const compute = source()
  const together = await Promise.all([cache.get('a', compute), cache.get('a', compute)])
  vi.advanceTimersByTime(999)
  expect(await cache.get('a', compute)).toBe(together[0])
  expect(compute).toHaveBeenCalledTimes(1)
})

test('the second starts with the computation', async () => {
  const cache = newCache()
  let finish = () => {}
  const computed = cache.get(
    'a',
    () => new Promise((resolve) => (finish = () => resolve({ body: { size: 10 }, isGood: true, shown: new Set() }))),
  )
  vi.advanceTimersByTime(600)
  finish()
  await computed
  expect(cache.peek('a')).toBeDefined()
  vi.advanceTimersByTime(401)
  expect(cache.peek('a')).toBeUndefined()
})

test('a computation longer than a second is shared for a second only and not cached', async () => {
  const cache = newCache()
  const responses: ((response: Shared) => void)[] = []
  const pending = vi.fn(() => new Promise<Shared>((resolve) => void responses.push(resolve)))
  const first = cache.get('a', pending)
  vi.advanceTimersByTime(1001)
  const second = cache.get('a', pending)
  expect(pending).toHaveBeenCalledTimes(2)
  responses[0]?.({ body: { size: 1 }, isGood: true, shown: new Set() })
  await first
  expect(cache.peek('a')).toBeUndefined()
  responses[1]?.({ body: { size: 2 }, isGood: true, shown: new Set() })
  await second
  expect(cache.peek('a')).toMatchObject({ body: { size: 2 } })
})

test('no response is shared past the five-minute step for which it is right', async () => {
  vi.setSystemTime(new Date('2026-11-22T00:00:00+09:00').getTime() - 1)
  const cache = newCache()
  let finish = () => {}
  await cache.get('kept', source(1))
  const computed = cache.get(
    'a',
    () => new Promise((resolve) => (finish = () => resolve({ body: { size: 1 }, isGood: true, shown: new Set() }))),
  )
  vi.advanceTimersByTime(1)
  expect(cache.peek('kept')).toBeUndefined()
  expect((await cache.get('kept', source(2))).body.size).toBe(2)
  expect((await cache.get('a', source(2))).body.size).toBe(2)
  finish()
  expect((await computed).body.size).toBe(1)
  expect(cache.peek('a')?.body.size).toBe(2)
})

test('expired responses are removed without a further request', async () => {
  const cache = newCache()
  for (const key of ['a', 'b', 'c']) await cache.get(key, source())
  expect(cache.bytes).toBe(36)
  vi.advanceTimersByTime(1001)
  expect(cache.bytes).toBe(0)
})

test('the cache stays within its budget and keeps the most recently used responses', async () => {
  const cache = newCache()
  for (let n = 0; n < 50; n++) await cache.get(`key ${n}`, source(100))
  expect(cache.bytes).toBeLessThanOrEqual(1000)
  expect(cache.peek('key 49')).toBeDefined()
  expect(cache.peek('key 0')).toBeUndefined()
})

test.each<[string, string, () => Promise<Shared>]>([
  ['a large response', 'a', source(401)],
  ['a response to a long request', 'a'.repeat(196), source()],
  ['a bad response', 'a', source(10, false)],
])('%s is shared but not cached', async (_, key, compute) => {
  const cache = newCache()
  const together = await Promise.all([cache.get(key, compute), cache.get(key, compute)])
  expect(together[1]).toBe(together[0])
  expect(compute).toHaveBeenCalledTimes(1)
  expect([cache.peek(key), cache.bytes]).toEqual([undefined, 0])
})

test('a failure goes to all waiting requests, and the next one computes again', async () => {
  const cache = newCache()
  const failing = vi.fn(() => Promise.reject(new Error('the database is away')))
  const together = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)])
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(failing).toHaveBeenCalledTimes(1)
  await expect(cache.get('a', source())).resolves.toMatchObject({ body: { size: 10 } })
})

const showing = (...ids: string[]) => source(10, true, new Set(ids))

test('a like drops what shows the post, and nothing else', async () => {
  const cache = newCache()
  await cache.get('feed', showing('7', '8'))
  await cache.get('post', showing('9'))
  cache.drop({ kind: 'like', postId: 8 })
  expect([cache.peek('feed'), cache.peek('post')]).toEqual([undefined, expect.anything()])
})

test('a response that was being computed during a like of its posts is not cached', async () => {
  const cache = newCache()
  const computed = [cache.get('feed', showing('7', '8')), cache.get('post', showing('9'))]
  cache.drop({ kind: 'like', postId: 8 })
  await Promise.all(computed)
  expect([cache.peek('feed'), cache.peek('post')]).toEqual([undefined, expect.anything()])
})

test('a changed collection is dropped, and nobody waits for what was computed before', async () => {
  const cache = newCache()
  const name = shownCollection('key')
  await cache.get('kept', showing(name))
  await cache.get('post', showing('9'))
  const [before, after] = [showing(name), showing()]
  const computed = cache.get('page', before)
  cache.drop({ kind: 'collection', id: 'key' })
  expect([cache.peek('kept'), cache.peek('post')]).toEqual([undefined, expect.anything()])
  expect((await cache.get('page', after)).shown).toEqual(new Set())
  await computed
  expect(cache.peek('page')?.shown).toEqual(new Set())
})

test.each([{ kind: 'post', postId: 1 } as const, { kind: 'profile', accountId: 1 } as const, null])(
  'every other change, and one that may have been missed, drops everything: %o',
  async (change) => {
    const cache = newCache()
    await cache.get('feed', showing('7'))
    const before = cache.get('post', showing('9'))
    cache.drop(change)
    await before
    expect([cache.peek('feed'), cache.peek('post')]).toEqual([undefined, undefined])
  },
)

test('clear drops the cache and keeps results in progress out of it', async () => {
  const cache = newCache()
  await cache.get('kept', source())
  const before = cache.get('a', source(1))
  cache.clear()
  const after = cache.get('a', source(2))
  expect([(await before).body.size, (await after).body.size]).toEqual([1, 2])
  expect(cache.peek('kept')).toBeUndefined()
  expect(cache.peek('a')?.body.size).toBe(2)
})
