import { vi } from 'vitest'

/** Until the end of the test no cached page expires: one lasts a second, and never into the next five minutes of the day. */
export function stopClocks(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
}
