import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

/** Presses a button or link by keyboard. */
export async function press(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible()
  target.element().focus()
  await userEvent.keyboard('{Enter}')
}
