import type { RouterHistory } from '@tanstack/react-router'

/**
 * Back closes an open overlay (menu, panel or sheet) before it leaves the page. Each open overlay has its own entry in
 * the tab's history. Only this file handles these entries; the router does not see them. Such an entry is a copy of the
 * page's own entry, with the number of open overlays in `overlays`.
 */
type Overlay = { close: () => void; leadsOn: boolean }

/** In milliseconds. */
const LONGEST_WALK = 3000

/** The open overlays; the last one is on top. */
const open: Overlay[] = []

/** The router's name for the page that is shown. */
let page: string | undefined

/** Pending navigation among our own entries, until its `popstate`. */
let walk: { done: Promise<void>; arrive: () => void } | null = null

/**
 * Something opened; Back will call `close`, and so will a page that is left, unless closing `leadsOn` to another page by
 * itself: it would lead there twice.
 * @returns what must be called when it has closed, however that came
 */
export function overlayOpened(close: () => void, leadsOn = false): () => void {
  const overlay = { close, leadsOn }
  open.push(overlay)
  settleSoon()
  return () => {
    const at = open.indexOf(overlay)
    if (at >= 0) open.splice(at, 1)
    settleSoon()
  }
}

/** Makes Back close open overlays; call it once, before the router listens. */
export function watchBack(): void {
  // `capture` runs this before the router's own listener.
  window.addEventListener('popstate', onPop, { capture: true })
  // After a reload nothing is open.
  if (entriesHere() > 0) void goBack(entriesHere())
}

/** Closes the page's overlays and lets the router navigate from the page's own entry. */
export function leaveFromThePage(history: RouterHistory): void {
  page = pageHere()
  history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action, currentLocation, nextLocation }) => {
      if (action !== 'PUSH' && action !== 'REPLACE') return false
      if (currentLocation.pathname !== nextLocation.pathname) closeForGood()
      await backToThePage()
      // What stays open gets its entry on the page that the router goes to.
      settleSoon()
      return false
    },
  })
}

/** Closes what is open and resolves at the page's own entry, from where `__TSR_index` counts the steps through the history. */
export function leaveOverlays(): Promise<void> {
  closeForGood()
  return backToThePage()
}

function onPop(event: PopStateEvent): void {
  const entries = entriesHere()
  if (walk) {
    event.stopImmediatePropagation()
    walk.arrive()
    settleSoon()
  } else if (page === undefined || page !== pageHere()) {
    // The router shows another page, where nothing is open.
    page = pageHere()
    closeForGood()
    if (entries > 0) void goBack(entries)
  } else {
    event.stopImmediatePropagation()
    // Forward would lead to an overlay that is closed by now.
    if (entries > open.length) void goBack(entries - open.length)
    else closeFrom(entries)
  }
}

/** Closes all but the lowest `count` overlays, the topmost first. */
function closeFrom(count: number): void {
  for (const { close } of open.splice(count).reverse()) close()
}

/** Closes all over a page that is left. */
function closeForGood(): void {
  for (const { close, leadsOn } of open.splice(0).reverse()) if (!leadsOn) close()
}

/** Several may ask at once, and only one may walk. */
async function backToThePage(): Promise<void> {
  while (walk) await walk.done
  if (entriesHere() > 0) await goBack(entriesHere())
}

/** Not before what closes in the same moment as another opens has done so: they share an entry. */
function settleSoon(): void {
  setTimeout(settle)
}

/** Makes the number of entries equal to the number of open overlays. */
function settle(): void {
  if (walk) return
  page = pageHere()
  const entries = entriesHere()
  if (entries > open.length) void goBack(entries - open.length)
  for (let count = entries + 1; count <= open.length; count++) {
    // The router replaces the window's own function.
    History.prototype.pushState.call(history, { ...history.state, overlays: count }, '')
  }
}

/** Resolves on the `popstate`, or after a while, because a browser that does not navigate fires none. */
function goBack(entries: number): Promise<void> {
  let arrive = () => {}
  const done = new Promise<void>((resolve) => {
    arrive = () => {
      if (walk?.done === done) walk = null
      resolve()
    }
  })
  walk = { done, arrive }
  setTimeout(arrive, LONGEST_WALK)
  history.go(-entries)
  return done
}

function entriesHere(): number {
  return history.state?.overlays ?? 0
}

function pageHere(): string | undefined {
  return history.state?.__TSR_key
}
