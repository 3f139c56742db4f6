import { SENT_TIMING } from '#contract/page-context.ts'
import { HOUR_MS, MINUTE_MS } from '#rules/dates.ts'
import { readJson, storeText } from '../storage/browser-storage.ts'

/** Longest time that a page may spend in a shared cache and on the network. */
const MAX_DELIVERY_MS = 2 * MINUTE_MS

/** Longest time between rendering and sending of a page by the server. */
const MAX_KEPT_MS = HOUR_MS

const KEY = 'clock'

/** Larger than any difference between two clocks that a browser can show. */
const MOST_MS = 1e15

let ahead = 0

/**
 * Sets how far the server's clock is ahead of the device's, because opening hours are compared with the server's. A page from
 * the browser's or service worker's cache does not tell, so the tab keeps the difference that it knew.
 * @param rendered ISO 8601, by the server's clock
 */
export function setServerClock(rendered: string): void {
  if (navigation()?.type === 'back_forward' || 'offline' in document.documentElement.dataset) {
    const known = Number(readJson('sessionStorage', KEY))
    ahead = Math.abs(known) < MOST_MS ? known : 0
    return
  }
  const sent = sentByServer()
  const difference = (sent ?? Date.parse(rendered)) - Date.now()
  const isWrong = difference > MAX_DELIVERY_MS || difference < -MAX_DELIVERY_MS - (sent === null ? MAX_KEPT_MS : 0)
  ahead = isWrong ? difference : 0
  storeText('sessionStorage', KEY, ahead === 0 ? null : String(ahead))
}

/** Current time by the server's clock, in milliseconds. */
export function serverNow(): number {
  return Date.now() + ahead
}

/** When the page was sent, by the device's clock; when it was rendered if the browser does not tell. */
export function pageSentAt(rendered: string): number {
  return (sentByServer() ?? Date.parse(rendered)) - ahead
}

/** When the page was sent, by the server's clock; null on insecure origins, where browsers do not tell. */
function sentByServer(): number | null {
  const sent = navigation()?.serverTiming?.find(({ name }) => name === SENT_TIMING)
  return sent ? Number(sent.description) : null
}

function navigation(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
}
