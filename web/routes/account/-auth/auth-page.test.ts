import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const steps: string[] = []
/** The router's listeners for a page that is shown. */
const listeners = new Set<() => void>()
/** Runs while the overlays close. */
let duringLeave: () => void

vi.mock('../../../kit/overlays.ts', () => ({
  closeOverlays: async () => {
    duringLeave()
    steps.push('overlays closed')
  },
}))
// Modules stay in a worker from one file to the next.
vi.resetModules()
const { returnAfterLogin, loginLinkState } = await import('./auth-page.tsx')
afterAll(() => {
  vi.doUnmock('../../../kit/overlays.ts')
  vi.resetModules()
})

/** The router has shown a page. */
function show(): void {
  for (const listener of [...listeners]) listener()
}

/** A router at the entry `index`; the visitor came from the entry `returnIndex`. A step shows its page at once. */
function routerAt(index: number, returnIndex?: number) {
  return {
    latestLocation: { state: { __TSR_index: index, ...(returnIndex !== undefined && { returnIndex }) } },
    navigate: async ({ href, replace }: { href?: string; replace?: boolean }) => {
      steps.push(`${replace ? 'replaced by' : 'to'} ${href}`)
    },
    invalidate: async () => void steps.push('loaded again'),
    clearCache: () => void steps.push('cache cleared'),
    subscribe: (_event: string, listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    history: {
      go: (by: number) => {
        steps.push(`history ${by}`)
        show()
      },
    },
  } as unknown as Parameters<typeof returnAfterLogin>[0]
}

beforeEach(() => {
  steps.length = 0
  listeners.clear()
  duringLeave = () => {}
})

test('a login returns to the entry that the visitor came from, whose data is loaded again', async () => {
  await returnAfterLogin(routerAt(7, 4), '/elsewhere')
  expect(steps).toEqual(['cache cleared', 'overlays closed', 'history -3'])
  expect(listeners.size).toBe(0)
})

test('without such an entry a login is replaced by the next page, or by home', async () => {
  await returnAfterLogin(routerAt(7), '/post/1')
  await returnAfterLogin(routerAt(0, 3), '//evil.example')
  expect(steps).toEqual(['replaced by /post/1', 'loaded again', 'replaced by /', 'loaded again'])
})

test('the current page, shown again while the welcome closes, does not count as the arrival', async () => {
  const router = routerAt(7, 4)
  duringLeave = show
  const stepped = Promise.withResolvers<void>()
  vi.spyOn(router.history, 'go').mockImplementation(() => stepped.resolve())
  const returned = returnAfterLogin(router, undefined)
  await stepped.promise
  let isShown = false
  const checked = returned.then(() => expect(isShown).toBe(true))
  await new Promise(setImmediate)
  isShown = true
  show()
  await checked
})

test('links between login and sign-up pass the entry on', () => {
  expect(loginLinkState({ returnIndex: 3 })).toEqual({ returnIndex: 3 })
  expect(loginLinkState({})).toEqual({})
})
