import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#rules/dates.ts'
import { pageSentAt, serverNow, setServerClock } from './clock.ts'

const RENDERED = '2026-11-28T09:00:00.000Z'
const dataset: Record<string, string> = {}
let type: NavigationTimingType
let sent: string | null

beforeEach(() => {
  type = 'navigate'
  sent = RENDERED
  delete dataset.offline
  const stored = new Map<string, string>()
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => {
    const serverTiming = sent === null ? [] : [{ name: 'sent', duration: 0, description: String(Date.parse(sent)) }]
    return [{ type, serverTiming } as unknown as PerformanceNavigationTiming]
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function arrive(ahead: number): void {
  vi.setSystemTime(Date.parse(RENDERED) + ahead)
  setServerClock(RENDERED)
}

test.each([-25 * HOUR_MS, -3 * HOUR_MS, -10 * MINUTE_MS, 3 * MINUTE_MS, 2 * HOUR_MS, 400 * 24 * HOUR_MS])(
  'on a device whose clock is wrong by %d ms the time is the server’s',
  (wrong) => {
    arrive(wrong)
    expect(serverNow()).toBe(Date.parse(RENDERED))
    expect(pageSentAt(RENDERED)).toBe(Date.now())
    vi.advanceTimersByTime(HOUR_MS)
    expect(serverNow()).toBe(Date.parse(RENDERED) + HOUR_MS)
  },
)

test.each([0, 1000, 65_000, -30_000])('a page that was on its way for %d ms says nothing against a clock', (age) => {
  arrive(age)
  expect(serverNow()).toBe(Date.now())
})

test('the time is that at which the server sent the page, however long before it rendered it', () => {
  const before = new Date(Date.parse(RENDERED) - 40 * MINUTE_MS).toISOString()
  vi.setSystemTime(Date.parse(RENDERED) + 1000)
  setServerClock(before)
  expect([serverNow(), pageSentAt(before)]).toEqual([Date.now(), Date.parse(RENDERED)])
})

test.each([
  [40 * MINUTE_MS, 0],
  [-3 * MINUTE_MS, 3 * MINUTE_MS],
  [2 * HOUR_MS, -2 * HOUR_MS],
])('without the time of sending a page may be an hour old: %d ms', (age, ahead) => {
  sent = null
  arrive(age)
  expect(serverNow() - Date.now()).toBe(ahead)
})

test('a page that the browser has kept is no sign of the time, and the difference known before goes on', () => {
  arrive(2 * HOUR_MS)
  vi.advanceTimersByTime(HOUR_MS)
  type = 'back_forward'
  setServerClock(RENDERED)
  expect(serverNow()).toBe(Date.parse(RENDERED) + HOUR_MS)
  type = 'navigate'
  dataset.offline = ''
  vi.advanceTimersByTime(HOUR_MS)
  setServerClock(RENDERED)
  expect(serverNow()).toBe(Date.parse(RENDERED) + 2 * HOUR_MS)
  delete dataset.offline
  arrive(0)
  type = 'back_forward'
  vi.advanceTimersByTime(5 * HOUR_MS)
  setServerClock(RENDERED)
  expect(serverNow()).toBe(Date.now())
})
