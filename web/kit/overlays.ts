import type { HistoryState, RouterHistory } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { entryKeyOf } from './history-entry.ts'

/**
 * Back closes an open overlay (menu, panel or sheet) before it leaves the page. Each has an entry in the tab's history,
 * which only this file handles: a copy of the page's own entry, with the number of open overlays in `overlays`. An
 * entry that a reload leaves stays until it is used: the next overlay takes it, the next page replaces it, Back passes
 * over it. Going back right after a reload would remove it, but Chromium then sometimes goes too far.
 */
type Overlay = { close: Close; leadsOn: boolean }

/** Closes an overlay. `isLeaving`: because a link leads to another page, from where Back returns to this one. */
type Close = (isLeaving: boolean) => void

/** Longest wait for the `popstate` of a navigation, in milliseconds. */
const MAX_NAVIGATION_MS = 3000

const open: Overlay[] = []

/** Key of the history entry of the page that is shown. */
let page: string | undefined

let lastEntries = 0

let navigation: { done: Promise<void>; arrive: () => void } | null = null

/**
 * Registers an opened overlay; returns the function to call once it has closed. Leaving the page calls `close` too, unless
 * `leadsOn`: then `close` itself navigates.
 */
function registerOverlay(close: Close, leadsOn: boolean): () => void {
  const overlay = { close, leadsOn }
  open.push(overlay)
  syncEntriesSoon()
  return () => {
    const at = open.indexOf(overlay)
    if (at >= 0) open.splice(at, 1)
    syncEntriesSoon()
  }
}

/** Makes Back close open overlays; call it once, before the router listens. */
export function closeOverlaysOnBack(): void {
  // `capture` runs this before the router's own listener.
  window.addEventListener('popstate', onPop, { capture: true })
  lastEntries = currentEntries()
  // The router calls this for a new page, which takes the place of an overlay's entry.
  history.pushState = (...entry) => {
    const change = currentEntries() > 0 ? 'replaceState' : 'pushState'
    History.prototype[change].apply(history, entry)
  }
}

/** Closes the page's overlays when the router opens another page, and leaves none of their entries behind. */
export function closeOverlaysOnNavigation(history: RouterHistory): void {
  page = currentPage()
  // At once: a Back may arrive before our timers run, and must not count as one of the page that was left.
  history.subscribe(({ location }) => {
    page = entryKeyOf(location)
    lastEntries = entriesOf(location.state)
  })
  history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action, currentLocation, nextLocation }) => {
      if (action !== 'PUSH' && action !== 'REPLACE') return false
      if (currentLocation.pathname !== nextLocation.pathname) closeAll(action === 'PUSH')
      await backToEntry(action === 'PUSH' ? 1 : 0)
      // Overlays that stay open get an entry on the new page.
      syncEntriesSoon()
      return false
    },
  })
}

/** Closes open overlays; resolves once the tab is at the page's own history entry, from which the router counts. */
export function closeOverlays(): Promise<void> {
  closeAll()
  return backToEntry(0)
}

function onPop(event: PopStateEvent): void {
  const entries = currentEntries()
  const isBack = entries < lastEntries
  lastEntries = entries
  const isOurs = navigation !== null && (page === undefined || page === currentPage())
  // The reader's Back may arrive instead of our own step; the router must then see it.
  navigation?.arrive()
  if (isOurs) {
    event.stopImmediatePropagation()
    syncEntriesSoon()
  } else if (page === undefined || page !== currentPage()) {
    // The router shows another page, without open overlays.
    page = currentPage()
    closeAll()
  } else if (isBack && open.length === 0) {
    // With no overlay open the reader wants to leave the page.
    event.stopImmediatePropagation()
    history.go(-entries - 1)
  } else {
    event.stopImmediatePropagation()
    // Forward would lead to an overlay that is already closed.
    if (entries > open.length) void goBack(entries - open.length)
    else closeFrom(entries)
  }
}

function closeFrom(count: number): void {
  for (const { close } of open.splice(count).reverse()) close(false)
}

function closeAll(isLeaving = false): void {
  for (const { close, leadsOn } of open.splice(0).reverse()) if (!leadsOn) close(isLeaving)
}

/** Goes back until `count` of our entries are left. Several callers may wait, but only one navigates. */
async function backToEntry(count: number): Promise<void> {
  while (navigation) await navigation.done
  if (currentEntries() > count) await goBack(currentEntries() - count)
}

/** Waits a moment, so that an overlay opening meanwhile, or the next page, can reuse the history entry of the closing one. */
function syncEntriesSoon(): void {
  setTimeout(syncEntries)
}

function syncEntries(): void {
  if (navigation) return
  page = currentPage()
  const entries = currentEntries()
  if (entries > open.length) void goBack(entries - open.length)
  for (let count = entries + 1; count <= open.length; count++) {
    // The router replaces the window's own function.
    History.prototype.pushState.call(history, { ...history.state, overlays: count }, '')
  }
  lastEntries = currentEntries()
}

/** Resolves on the `popstate`, or after a while, because a browser that does not navigate fires none. */
function goBack(entries: number): Promise<void> {
  let arrive = () => {}
  const done = new Promise<void>((resolve) => {
    arrive = () => {
      if (navigation?.done === done) navigation = null
      resolve()
    }
  })
  navigation = { done, arrive }
  setTimeout(arrive, MAX_NAVIGATION_MS)
  history.go(-entries)
  return done
}

function currentEntries(): number {
  return entriesOf(history.state)
}

function entriesOf(state: HistoryState | null): number {
  return state?.overlays ?? 0
}

function currentPage(): string | undefined {
  return entryKeyOf(history)
}

/** Gives an open overlay its history entry, so that Back closes it. `leadsOn`: `onClose` itself goes to another page. */
export function useOverlay(open: boolean, onClose: Close, leadsOn = false): void {
  const close = useEffectEvent(onClose)
  useEffect(() => (open ? registerOverlay(close, leadsOn) : undefined), [open, leadsOn])
}

/** Calls `close` when something outside of the element is pressed or gets the focus. */
export function useCloseOutside(element: RefObject<HTMLElement | null>, close: () => void): void {
  const onElsewhere = useEffectEvent(({ target }: Event) => {
    if (!element.current?.contains(target as Node)) close()
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('pointerdown', onElsewhere, listening)
    document.addEventListener('focusin', onElsewhere, listening)
    return () => listening.abort()
  }, [])
}
