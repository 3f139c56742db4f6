import type { RouterHistory } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Back closes an open overlay (menu, panel or sheet) before it leaves the page. Each open overlay has its own entry in
 * the tab's history. Only this file handles these entries; the router does not see them. Such an entry is a copy of the
 * page's own entry, with the number of open overlays in `overlays`.
 */
type Overlay = { close: () => void; leadsOn: boolean }

/** In milliseconds. */
const MAX_NAVIGATION_MS = 3000

/** The open overlays; the last one is on top. */
const open: Overlay[] = []

/** The router's name for the page that is shown. */
let page: string | undefined

/** Pending navigation among our own entries, until its `popstate`. */
let navigation: { done: Promise<void>; arrive: () => void } | null = null

/**
 * Registers an opened overlay. Back calls `close`; so does leaving the page, unless `leadsOn`: then closing navigates
 * by itself and would do so twice.
 * @returns a function to call once the overlay has closed, for whatever reason
 */
function overlayOpened(close: () => void, leadsOn = false): () => void {
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
  // After a reload nothing is open. A step back while the page still loads may go too far in Chromium.
  if (currentEntries() === 0) return
  if (document.readyState === 'complete') syncEntriesSoon()
  else window.addEventListener('load', syncEntriesSoon, { once: true })
}

/** Closes the page's overlays and lets the router navigate from the page's own entry. */
export function leaveFromPageEntry(history: RouterHistory): void {
  page = currentPage()
  // At once: a Back may arrive before our timers run, and must not count as one of the page that was left.
  history.subscribe(({ location }) => {
    page = location.state.__TSR_key
  })
  history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action, currentLocation, nextLocation }) => {
      if (action !== 'PUSH' && action !== 'REPLACE') return false
      if (currentLocation.pathname !== nextLocation.pathname) closeAll()
      await backToPageEntry()
      // Overlays that stay open get an entry on the new page.
      syncEntriesSoon()
      return false
    },
  })
}

/**
 * Closes what is open and resolves at the page's own entry, from where `__TSR_index` counts the steps through the
 * history.
 */
export function leaveOverlays(): Promise<void> {
  closeAll()
  return backToPageEntry()
}

function onPop(event: PopStateEvent): void {
  const entries = currentEntries()
  const isOurs = navigation !== null && (page === undefined || page === currentPage())
  // The reader's Back may arrive instead of our own step; the router must then see it.
  navigation?.arrive()
  if (isOurs) {
    event.stopImmediatePropagation()
    syncEntriesSoon()
  } else if (page === undefined || page !== currentPage()) {
    // The router shows another page, on which no overlay is open.
    page = currentPage()
    closeAll()
    if (entries > 0) void goBack(entries)
  } else {
    event.stopImmediatePropagation()
    // Forward would lead to an overlay that is already closed.
    if (entries > open.length) void goBack(entries - open.length)
    else closeFrom(entries)
  }
}

/** Closes all but the lowest `count` overlays, the topmost first. */
function closeFrom(count: number): void {
  for (const { close } of open.splice(count).reverse()) close()
}

/** Closes the overlays of a page that is left. */
function closeAll(): void {
  for (const { close, leadsOn } of open.splice(0).reverse()) if (!leadsOn) close()
}

/** Goes back to the page's own entry. Several callers may wait, but only one navigates. */
async function backToPageEntry(): Promise<void> {
  while (navigation) await navigation.done
  if (currentEntries() > 0) await goBack(currentEntries())
}

/** Waits a moment: an overlay that closes while another opens leaves its entry to that one. */
function syncEntriesSoon(): void {
  setTimeout(syncEntries)
}

/** Makes the number of entries equal to the number of open overlays. */
function syncEntries(): void {
  if (navigation) return
  page = currentPage()
  const entries = currentEntries()
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
  return history.state?.overlays ?? 0
}

function currentPage(): string | undefined {
  return history.state?.__TSR_key
}

/** While `open`, Back calls `onClose` instead of leaving the page. Set `leadsOn` if `onClose` itself navigates. */
export function useOverlay(open: boolean, onClose: () => void, leadsOn = false): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => (open ? overlayOpened(() => close.current(), leadsOn) : undefined), [open, leadsOn])
}
