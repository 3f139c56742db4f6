import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangeLog } from '../database/change-log.ts'
import { Shown } from '../database/shown.ts'
import { SharedCache } from './shared-cache.ts'

type Response = { body: { size: number; pack(): void }; isGood: boolean; shown: Shown }

const HOUR = 3_600_000

let log: ChangeLog
let isListening: boolean

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00+09:00') })
  log = new ChangeLog()
  isListening = true
})
afterEach(() => void vi.useRealTimers())

const newCache = (mayLag = false) =>
  new SharedCache<Response>({
    budget: 1000,
    largest: 400,
    isCacheable: ({ isGood }) => isGood,
    log,
    isListening: () => isListening,
    mayLag,
  })

const response = (bytes = 10, isGood = true, shown = new Shown()): Response => ({
  body: { size: bytes, pack: () => {} },
  isGood,
  shown,
})

/** Source of responses of `bytes` that counts its calls. */
const source = (bytes = 10, isGood = true) => vi.fn(async () => response(bytes, isGood))

const showing = (...names: string[]) => vi.fn(async () => response(10, true, new Shown(names)))

/** A source whose responses are given later. */
function pending() {
  const given: ((response: Response) => void)[] = []
  return { compute: vi.fn(() => new Promise<Response>((resolve) => void given.push(resolve))), given }
}

test('a response is computed once, and kept for an hour at most', async () => {
  const cache = newCache()
  const compute = source()
  const together = await Promise.all([cache.get('a', compute), cache.get('a', compute)])
  vi.advanceTimersByTime(HOUR - 1)
  expect(await cache.get('a', compute)).toBe(together[0])
  expect(compute).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(cache.peek('a')).toBeUndefined()
})

test('a response is kept no longer than its own clock says', async () => {
  const cache = newCache()
  const shown = new Shown()
  shown.keepUntil(Date.now() + 5000)
  shown.keepUntil(Date.now() + 9000)
  await cache.get('a', async () => response(10, true, shown))
  vi.advanceTimersByTime(4999)
  expect(cache.peek('a')).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(cache.peek('a')).toBeUndefined()
})

test('no response is kept past midnight in Seoul', async () => {
  vi.setSystemTime(new Date('2026-11-22T23:59:30+09:00'))
  const cache = newCache()
  await cache.get('a', source())
  vi.advanceTimersByTime(29_999)
  expect(cache.peek('a')).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(cache.peek('a')).toBeUndefined()
})

test('the time begins with the computation', async () => {
  const cache = newCache()
  const { compute, given } = pending()
  const computed = cache.get('a', compute)
  vi.advanceTimersByTime(600)
  given[0]?.(response())
  await computed
  vi.advanceTimersByTime(HOUR - 601)
  expect(cache.peek('a')).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(cache.peek('a')).toBeUndefined()
})

test('requests join a computation for a second only', async () => {
  const cache = newCache()
  const { compute, given } = pending()
  const first = cache.get('a', compute)
  vi.advanceTimersByTime(1001)
  const second = cache.get('a', compute)
  expect(compute).toHaveBeenCalledTimes(2)
  given[0]?.(response(1))
  await first
  expect(cache.peek('a')).toBeUndefined()
  given[1]?.(response(2))
  await second
  expect(cache.peek('a')?.body.size).toBe(2)
})

test('the cache stays within its budget, keys and names counted, and keeps the most recently used responses', async () => {
  const cache = newCache()
  for (let n = 0; n < 50; n++) await cache.get(`key ${n}`, source(100))
  expect(cache.bytes).toBeLessThanOrEqual(1000)
  expect(cache.peek('key 49')).toBeDefined()
  expect(cache.peek('key 0')).toBeUndefined()
  const names = Array.from({ length: 8 }, (_, index) => String(index))
  await cache.get('many names', showing(...names))
  expect(cache.peek('many names')).toBeUndefined()
})

test('what a body takes later, for further codings, counts too', async () => {
  const cache = newCache()
  const grown = response(10)
  await cache.get('a', async () => grown)
  await cache.get('b', source(100))
  grown.body.size = 350
  cache.peek('a')
  expect(cache.bytes).toBe(350 + 100 + 2 * 2)
  grown.body.size = 401
  cache.peek('a')
  expect([cache.peek('a'), cache.bytes]).toEqual([undefined, 102])
})

test.each<[string, string, () => Promise<Response>]>([
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

test('a change drops what shows it, and nothing else', async () => {
  const cache = newCache()
  await cache.get('feed', showing('7', '8'))
  await cache.get('post', showing('9'))
  log.add(['8', '10'])
  expect([cache.peek('feed'), cache.peek('post')]).toEqual([undefined, expect.anything()])
  expect(cache.bytes).toBeLessThan(100)
})

test('a change of anything drops everything', async () => {
  const cache = newCache()
  await cache.get('feed', showing('7', '8'))
  await cache.get('help', showing())
  log.add(null)
  expect([cache.peek('feed'), cache.peek('help')]).toEqual([undefined, undefined])
})

test('a response from before a change is never kept after it', async () => {
  const cache = newCache()
  const [feed, other, anything] = [pending(), pending(), pending()]
  const computed = [cache.get('feed', feed.compute), cache.get('other', other.compute)]
  log.add(['8'])
  feed.given[0]?.(response(10, true, new Shown(['7', '8'])))
  other.given[0]?.(response(10, true, new Shown(['9'])))
  await Promise.all(computed)
  expect([cache.peek('feed'), cache.peek('other')]).toEqual([undefined, expect.anything()])
  const last = cache.get('anything', anything.compute)
  log.add(null)
  anything.given[0]?.(response())
  await last
  expect(cache.peek('anything')).toBeUndefined()
})

test('a request after a change does not get what was begun before it', async () => {
  const cache = newCache()
  const { compute, given } = pending()
  const early = cache.get('page', compute)
  log.add(['8'])
  const late = cache.get('page', compute)
  given[0]?.(response(1, true, new Shown(['8'])))
  expect((await early).body.size).toBe(1)
  await vi.waitFor(() => expect(given).toHaveLength(2))
  given[1]?.(response(2, true, new Shown(['8'])))
  expect((await late).body.size).toBe(2)
  expect(cache.peek('page')?.body.size).toBe(2)
})

test('many requests after a change wait for one new computation', async () => {
  const cache = newCache()
  const { compute, given } = pending()
  void cache.get('page', compute)
  log.add(['8'])
  const late = Array.from({ length: 20 }, () => cache.get('page', compute))
  given[0]?.(response(1, true, new Shown(['8'])))
  await vi.waitFor(() => expect(given).toHaveLength(2))
  given[1]?.(response(2, true, new Shown(['8'])))
  expect(new Set((await Promise.all(late)).map(({ body }) => body.size))).toEqual(new Set([2]))
  expect(compute).toHaveBeenCalledTimes(2)
})

test('nothing is kept while changes of other processes are not heard', async () => {
  const cache = newCache()
  isListening = false
  await cache.get('a', source())
  expect(cache.peek('a')).toBeUndefined()
  isListening = true
  await cache.get('a', source())
  expect(cache.peek('a')).toBeDefined()
})

test('a response that a replica may have made from before a change is kept for a second', async () => {
  const cache = newCache(true)
  log.add(['8'])
  vi.advanceTimersByTime(2999)
  await cache.get('early', showing('8'))
  await cache.get('other', showing('9'))
  vi.advanceTimersByTime(1)
  await cache.get('late', showing('8'))
  vi.advanceTimersByTime(998)
  expect(cache.peek('early')).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(cache.peek('early')).toBeUndefined()
  expect([cache.peek('late'), cache.peek('other')]).toEqual([expect.anything(), expect.anything()])
})

test('the log of changes is bounded, and what it forgets counts as changed', () => {
  log.add(['first'])
  for (let n = 0; n < 30_000; n++) log.add([`name ${n}`])
  const { sequence } = log
  expect(log.lastOf(['name 29999']).sequence).toBe(sequence)
  expect(log.lastOf(['never seen']).sequence).toBeGreaterThanOrEqual(log.lastOf(['first']).sequence)
  expect(log.lastOf(['first']).sequence).toBe(10_001)
})
