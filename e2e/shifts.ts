/** Sums up in the page how much of it moves, as CLS does. */
export function noteShifts(): void {
  const noted = { shifted: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) noted.shifted += (entry as unknown as { value: number }).value
    Object.assign(globalThis, noted)
  }).observe({ type: 'layout-shift', buffered: true })
  Object.assign(globalThis, noted)
}
