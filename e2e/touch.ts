import { expect, type Page } from '@playwright/test'

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

/** Drags the map, once it is drawn, as with a mouse, from a point that is given from its upper left corner. */
export async function dragMap(page: Page, { from, to }: { from: Point; to: Point }): Promise<void> {
  const map = page.getByRole('region', { name: '맛집 지도' })
  await expect(map).toHaveAttribute('data-status', 'success')
  const { x = 0, y = 0 } = (await map.boundingBox()) ?? {}
  await page.mouse.move(x + from.x, y + from.y)
  await page.mouse.down()
  await page.mouse.move(x + to.x, y + to.y, { steps: 6 })
  await page.mouse.up()
}
