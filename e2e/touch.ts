import type { Page } from '@playwright/test'

export type Point = { x: number; y: number }

/** Puts fingers on the screen, moves all of them at once in eight steps, and lifts them. */
export async function moveFingers(page: Page, fingers: readonly { from: Point; to: Point }[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  const at = (part: number) =>
    fingers.map(({ from, to }, id) => ({
      id,
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
    }))
  await send('touchStart', at(0))
  for (let step = 1; step <= 8; step++) await send('touchMove', at(step / 8))
  await send('touchEnd', [])
  await devtools.detach()
}
