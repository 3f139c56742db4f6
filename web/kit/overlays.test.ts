import type { RouterHistory } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'

/** The tab's history: its current entry, and its functions as the page sees them. */
const tab = { state: {} as object, go: vi.fn(), pushState: (_state: object) => {} }
/** The browser's own functions for the history. */
const browser = { pushState: vi.fn(), replaceState: vi.fn() }
let navigated: (change: { location: { state: object } }) => void
let listener: (event: { stopImmediatePropagation: () => void }) => void

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('history', tab)
  vi.stubGlobal('History', { prototype: browser })
  vi.stubGlobal('window', {
    addEventListener: (_name: string, added: typeof listener) => {
      listener = added
    },
  })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** Starts the module on a page with an open overlay, or on a page that was reloaded with one, which closes it. */
async function startAt(page: string, reloaded = false) {
  const overlays = await import('./overlays.ts')
  tab.state = reloaded ? { __TSR_key: page, overlays: 1 } : { __TSR_key: page }
  overlays.closeOverlaysOnBack()
  const history = {
    block: () => () => {},
    subscribe: (added: typeof navigated) => {
      navigated = added
    },
  }
  overlays.closeOverlaysOnNavigation(history as unknown as RouterHistory)
  tab.state = { __TSR_key: page, overlays: 1 }
  return overlays
}

function arriveAt(state: object): boolean {
  tab.state = state
  const stopImmediatePropagation = vi.fn()
  listener({ stopImmediatePropagation })
  return stopImmediatePropagation.mock.calls.length === 0
}

test('the router does not see the step from an overlay back to its page', async () => {
  const { closeOverlays } = await startAt('post')
  const left = closeOverlays()
  expect(tab.go).toHaveBeenLastCalledWith(-1)
  expect(arriveAt({ __TSR_key: 'post' })).toBe(false)
  await left
})

test('the router sees a Back that leaves the page during that step', async () => {
  const { closeOverlays } = await startAt('post')
  const left = closeOverlays()
  expect(arriveAt({ __TSR_key: 'search' })).toBe(true)
  await left
  // And so does the next one.
  expect(arriveAt({ __TSR_key: 'home' })).toBe(true)
})

test('the router sees a Back right after a page was opened', async () => {
  await startAt('search')
  navigated({ location: { state: { __TSR_key: 'post' } } })
  expect(arriveAt({ __TSR_key: 'search' })).toBe(true)
})

test('a page opened from an overlay replaces the overlay’s entry', async () => {
  await startAt('post')
  tab.pushState({ __TSR_key: 'mine' })
  expect(browser.replaceState).toHaveBeenCalledOnce()
  expect(browser.pushState).not.toHaveBeenCalled()
  expect(tab.go).not.toHaveBeenCalled()
  tab.state = { __TSR_key: 'mine' }
  tab.pushState({ __TSR_key: 'search' })
  expect(browser.pushState).toHaveBeenCalledOnce()
})

test('after a reload with an open overlay nothing navigates, and the next Back leaves the page', async () => {
  await startAt('post', true)
  vi.runAllTimers()
  expect(tab.go).not.toHaveBeenCalled()
  expect(arriveAt({ __TSR_key: 'post' })).toBe(false)
  expect(tab.go).toHaveBeenLastCalledWith(-1)
  expect(arriveAt({ __TSR_key: 'home' })).toBe(true)
})

test('returning to a page that was reloaded with an open overlay costs one more Back, not two', async () => {
  await startAt('mine')
  expect(arriveAt({ __TSR_key: 'post', overlays: 1 })).toBe(true)
  navigated({ location: { state: tab.state } })
  expect(tab.go).not.toHaveBeenCalled()
  expect(arriveAt({ __TSR_key: 'post' })).toBe(false)
  expect(tab.go).toHaveBeenLastCalledWith(-1)
})
