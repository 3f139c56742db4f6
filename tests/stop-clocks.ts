import { vi } from 'vitest'

/** Until the end of the test no cached page expires by its own clock. */
export function stopClocks(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
}
