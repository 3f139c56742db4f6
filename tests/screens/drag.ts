import { cdp } from 'vitest/browser'

export type Point = { x: number; y: number }

/** Drags with a mouse from a point of the window, in pixels. */
export async function dragMouse(from: Point, by: Point): Promise<void> {
  await moveMouse(from)
  await send('mousePressed', from)
  for (let step = 1; step <= 6; step++)
    await send('mouseMoved', { x: from.x + (by.x * step) / 6, y: from.y + (by.y * step) / 6 })
  await send('mouseReleased', { x: from.x + by.x, y: from.y + by.y })
}

/** Presses a point of the window with a mouse. */
export const pressAt = (at: Point) => dragMouse(at, { x: 0, y: 0 })

/** Moves the mouse without pressing it. */
export const moveMouse = (to: Point) => send('mouseMoved', to, 0)

async function send(type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point, buttons = 1) {
  // The test's window is a frame in the browser's.
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  await cdp().send('Input.dispatchMouseEvent', {
    type,
    x: frame.x + x,
    y: frame.y + y,
    button: buttons === 0 ? 'none' : 'left',
    buttons: type === 'mouseReleased' ? 0 : buttons,
    clickCount: type === 'mouseMoved' ? 0 : 1,
  })
}

export function middleOf({ x, y, width, height }: DOMRect): Point {
  return { x: x + width / 2, y: y + height / 2 }
}
