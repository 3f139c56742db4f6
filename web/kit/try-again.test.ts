import { beforeEach, expect, test, vi } from 'vitest'
import { createRetry } from './try-again.ts'

const tab = { document: new EventTarget(), window: new EventTarget() }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  tab.document = Object.assign(new EventTarget(), { hidden: false })
  tab.window = new EventTarget()
  vi.stubGlobal('document', tab.document)
  vi.stubGlobal('window', tab.window)
  vi.stubGlobal('navigator', { onLine: true })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

function hide(hidden: boolean): void {
  Object.assign(tab.document, { hidden })
  tab.document.dispatchEvent(new Event('visibilitychange'))
}

function connect(onLine: boolean): void {
  vi.stubGlobal('navigator', { onLine })
  tab.window.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
}

const SECOND = 1000
const MINUTE = 60 * SECOND

test('a site that stays away is asked after growing pauses, and not for ever', async () => {
  const times: number[] = []
  createRetry()(async () => void times.push(performance.now()))
  const start = performance.now()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  const pauses = times.map((time, at) => (time - (times[at - 1] ?? start)) / SECOND)
  expect(pauses).toEqual([3, 6, 12, 24, 48, ...Array<number>(15).fill(60)])
})

test('each new screen of the tab goes on with the pauses of the last one, until something else fails', async () => {
  const tryAgain = createRetry()
  const again = vi.fn(async () => {})
  const pauseOfNewScreen = async () => {
    const before = performance.now()
    const calls = again.mock.calls.length
    const stop = tryAgain(again)
    while (again.mock.calls.length === calls) await vi.advanceTimersByTimeAsync(SECOND)
    stop()
    return (performance.now() - before) / SECOND
  }
  expect([await pauseOfNewScreen(), await pauseOfNewScreen(), await pauseOfNewScreen()]).toEqual([3, 6, 12])
  await vi.advanceTimersByTimeAsync(3 * MINUTE)
  expect(await pauseOfNewScreen()).toBe(3)
})

test('a try that takes long is waited for', async () => {
  const answered = Promise.withResolvers<void>()
  const again = vi.fn(() => answered.promise)
  createRetry()(again)
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(again).toHaveBeenCalledOnce()
  answered.resolve()
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(again).toHaveBeenCalledTimes(2)
})

test('of a thousand waiting pages few ask in the same second', async () => {
  vi.mocked(Math.random).mockRestore()
  // These tabs share no state.
  for (const name of ['document', 'window']) vi.stubGlobal(name, { addEventListener: () => {} })
  const perSecond = new Map<number, number>()
  for (let page = 0; page < 1000; page++) {
    createRetry()(async () => {
      const second = Math.floor(performance.now() / SECOND)
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
    })
  }
  const start = Math.floor(performance.now() / SECOND)
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(Math.max(...perSecond.values())).toBeLessThan(500)
  const late = [...perSecond].filter(([second]) => second > start + 2 * 60).map(([, count]) => count)
  expect(Math.max(...late)).toBeLessThan(50)
})

test.each([
  ['the page is hidden', () => hide(true), () => hide(false)],
  ['the device is offline', () => connect(false), () => connect(true)],
])('while %s nothing is asked, and afterwards at once', async (_when, leave, comeBack) => {
  const again = vi.fn(async () => {})
  const stop = createRetry()(again)
  leave()
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(again).not.toHaveBeenCalled()
  comeBack()
  expect(again).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(7 * SECOND)
  expect(again).toHaveBeenCalledTimes(2)
  stop()
  leave()
  comeBack()
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(again).toHaveBeenCalledTimes(2)
})
