import { SENT } from '#contract/page-context.ts'
import { HOUR_MS, MINUTE_MS } from '#rules/dates.ts'
import { readJson, write } from '../storage/browser-storage.ts'

/** A page may have waited so long in a shared cache, or on its way. */
const WAY_MS = 2 * MINUTE_MS

/** The server may have rendered a page so long before it sent it. */
const KEPT_MS = HOUR_MS

const KEY = 'clock'

/** Of any clock that a browser can show. */
const MOST_MS = 1e15

let ahead = 0

/**
 * Keeps the difference of the two clocks, because what is open is told by the server's. A page that the browser has kept
 * says nothing of it, so the tab goes on with what it knew.
 * @param rendered ISO 8601, by the server's clock
 */
export function setClock(rendered: string): void {
  if (navigation()?.type === 'back_forward' || 'offline' in document.documentElement.dataset) {
    const known = Number(readJson('sessionStorage', KEY))
    ahead = Math.abs(known) < MOST_MS ? known : 0
    return
  }
  const sent = sentByServer()
  const difference = (sent ?? Date.parse(rendered)) - Date.now()
  const isWrong = difference > WAY_MS || difference < -WAY_MS - (sent === null ? KEPT_MS : 0)
  ahead = isWrong ? difference : 0
  write('sessionStorage', KEY, ahead === 0 ? null : String(ahead))
}

/** Milliseconds by the server's clock. */
export function serverNow(): number {
  return Date.now() + ahead
}

/** When the page was sent, by the device's clock; when it was rendered if the browser does not tell. */
export function sentAt(rendered: string): number {
  return (sentByServer() ?? Date.parse(rendered)) - ahead
}

/** By the server's clock. Browsers tell it on secure origins alone. */
function sentByServer(): number | null {
  const sent = navigation()?.serverTiming?.find(({ name }) => name === SENT)
  return sent ? Number(sent.description) : null
}

function navigation(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
}
