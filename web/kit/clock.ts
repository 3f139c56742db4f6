import { MINUTE_MS } from '#rules/dates.ts'
import { readJson, write } from '../storage/browser-storage.ts'

/** A page may have waited so long in a shared cache, or on its way. */
const AGE_MS = 2 * MINUTE_MS

const KEY = 'clock'

let ahead = 0

/**
 * Keeps the difference of the two clocks, because what is open is told by the server's. A page that the browser has kept
 * says nothing of it, so the tab goes on with what it knew.
 * @param rendered ISO 8601, by the server's clock
 */
export function setClock(rendered: string): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (load?.type === 'back_forward' || 'offline' in document.documentElement.dataset) {
    const known = readJson('sessionStorage', KEY)
    ahead = typeof known === 'number' ? known : 0
    return
  }
  const difference = Date.parse(rendered) - Date.now()
  ahead = Math.abs(difference) > AGE_MS ? difference : 0
  write('sessionStorage', KEY, ahead === 0 ? null : String(ahead))
}

/** Milliseconds by the server's clock. */
export function serverNow(): number {
  return Date.now() + ahead
}

export function onDevice(instant: string): number {
  return Date.parse(instant) - ahead
}
