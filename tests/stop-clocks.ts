import { vi } from 'vitest'

/** Stops all clocks until the end of the test, so that no cached page expires. */
export function stopClocks(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
}
