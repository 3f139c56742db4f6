import type { RouterHistory } from '@tanstack/react-router'

/**
 * Back closes what is open over the page before it leaves the page. Each open menu, panel or sheet has an entry of its own
 * in the tab's history, which only this file sees: the router never hears of it. An entry says in `overlays` how many are
 * open there.
 */
type Overlay = { close: () => void }

/** In milliseconds. */
const LONGEST_WALK = 1000

/** The last one lies on top. */
const open: Overlay[] = []

/** The router's name for the page that has entries of ours. */
let page: string | undefined

/** While entries of ours are walked through; the walk takes until its `popstate`. */
let walk: { done: Promise<void>; arrive: () => void } | null = null

/**
 * Something opened; Back will call `close`.
 * @returns what must be called when it has closed, however that came
 */
export function overlayOpened(close: () => void): () => void {
  const overlay = { close }
  open.push(overlay)
  settleSoon()
  return () => {
    remove(overlay)
    settleSoon()
  }
}

/** Makes Back close what is open; call it once, before the router listens. */
export function watchBack(): void {
  // Before the router, which listens at the same place without `capture`.
  window.addEventListener('popstate', onPop, { capture: true })
  // The page was loaded anew with something open, which no longer is.
  if (entriesHere() > 0) goBack(entriesHere())
}

/** Has the router leave a page from the page's own entry, and closes what is open there. */
export function leaveFromThePage(history: RouterHistory): void {
  history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action, currentLocation, nextLocation }) => {
      if (action !== 'PUSH' && action !== 'REPLACE') return false
      if (currentLocation.pathname !== nextLocation.pathname) closeFrom(0)
      await walk?.done
      if (entriesHere() > 0) await goBack(entriesHere())
      settleSoon()
      return false
    },
  })
}

function onPop(event: PopStateEvent): void {
  const wanted = entriesHere()
  if (walk) {
    event.stopImmediatePropagation()
    walk.arrive()
    return settleSoon()
  }
  if (history.state?.__TSR_key !== page) {
    // Another page, which the router shows; what was open there no longer is.
    closeFrom(0)
    if (wanted > 0) void goBack(wanted)
    return
  }
  event.stopImmediatePropagation()
  // Forward leads to what is no longer open.
  if (wanted > open.length) void goBack(wanted - open.length)
  else closeFrom(wanted)
}

/** Closes all but so many, the uppermost first. */
function closeFrom(count: number): void {
  for (const { close } of open.splice(count).reverse()) close()
}

/** Not before what closes in the same moment as another opens has done so: they share an entry. */
function settleSoon(): void {
  setTimeout(settle)
}

function settle(): void {
  if (walk) return
  const entries = entriesHere()
  page = history.state?.__TSR_key
  if (entries > open.length) void goBack(entries - open.length)
  for (let count = entries + 1; count <= open.length; count++) {
    // The router has put its own function before the window's.
    History.prototype.pushState.call(history, { ...history.state, overlays: count }, '')
  }
}

function goBack(entries: number): Promise<void> {
  const done = new Promise<void>((resolve) => {
    const arrive = () => {
      if (walk?.arrive === arrive) walk = null
      resolve()
    }
    // A browser that cannot go there says nothing.
    setTimeout(arrive, LONGEST_WALK)
    walk = { done: Promise.resolve(), arrive }
  })
  if (walk) walk.done = done
  page = history.state?.__TSR_key
  history.go(-entries)
  return done
}

function entriesHere(): number {
  return history.state?.overlays ?? 0
}

function remove(overlay: Overlay): void {
  const at = open.indexOf(overlay)
  if (at >= 0) open.splice(at, 1)
}
