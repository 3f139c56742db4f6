import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

/** Presses a button or link by keyboard. */
export async function press(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible()
  // While a dialog above it closes, an element takes no focus.
  await expect
    .poll(() => {
      target.element().focus()
      return document.activeElement === target.element()
    })
    .toBe(true)
  await userEvent.keyboard('{Enter}')
}
