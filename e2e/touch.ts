import { expect, type Locator, type Page } from '@playwright/test'

export type Point = { x: number; y: number }

/** Puts fingers on the screen, moves all of them at once in eight steps, and lifts them. */
export async function moveFingers(page: Page, fingers: readonly { from: Point; to: Point }[]): Promise<void> {
  const hand = await putFingers(
    page,
    fingers.map(({ from }) => from),
  )
  await hand.moveTo(fingers.map(({ to }) => to))
  await hand.lift()
}

/** Puts fingers on the screen, and leaves them there until they are lifted. They move in eight steps, all at once. */
export async function putFingers(page: Page, points: readonly Point[]) {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((point, id) => ({ id, ...point })) })
  let at = points
  await send('touchStart', at)
  return {
    async moveTo(goals: readonly Point[]) {
      const from = at
      for (let step = 1; step <= 8; step++) {
        at = goals.map((to, n) => {
          const { x, y } = from[n] ?? to
          return { x: x + ((to.x - x) * step) / 8, y: y + ((to.y - y) * step) / 8 }
        })
        await send('touchMove', at)
      }
    },
    async lift() {
      await send('touchEnd', [])
      await devtools.detach()
    },
  }
}

/** Drags something by a finger from its middle to the middle of something else, and `by` further down. */
export async function dragByFinger(page: Page, handle: Locator, goal: Locator, by = 0): Promise<void> {
  await handle.scrollIntoViewIfNeeded()
  await moveFingers(page, [{ from: await middleOf(handle), to: await middleOf(goal, by) }])
}

async function middleOf(locator: Locator, by = 0): Promise<Point> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no box')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 + by }
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
