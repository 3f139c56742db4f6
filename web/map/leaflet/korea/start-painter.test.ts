import { afterEach, expect, test, vi } from 'vitest'
import type { PaintRequest } from './painter.ts'
import { startPainter } from './start-painter.ts'

/** Workers that were started; none runs anything. */
let started: FakeWorker[] = []

class FakeWorker extends EventTarget {
  isEnded = false
  readonly got: object[] = []

  constructor() {
    super()
    started.push(this)
  }
  postMessage(message: object) {
    this.got.push(message)
  }
  terminate() {
    this.isEnded = true
  }
  fail() {
    this.dispatchEvent(new Event('error'))
  }
}

/** The page's fonts, to which only painting on the page listens. */
const fonts = new EventTarget()

function start() {
  vi.stubGlobal('OffscreenCanvas', class {})
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('document', { fonts })
  return startPainter({ url: '/map/', fonts: [] }, () => {})
}

const requestIn = { look: 1 } as PaintRequest

afterEach(() => {
  started = []
  vi.unstubAllGlobals()
})

test('a worker that fails is ended, and the page paints in its place', () => {
  const listens = vi.spyOn(fonts, 'addEventListener')
  const painter = start()
  expect(listens).not.toHaveBeenCalled()
  started[0]?.fail()
  expect(started.map(({ isEnded }) => isEnded)).toEqual([true])
  expect(listens).toHaveBeenCalledOnce()
  painter.remove()
})

test('after the map is removed its worker is ended, and an error of it starts nothing', () => {
  const listens = vi.spyOn(fonts, 'addEventListener')
  const painter = start()
  painter.show(requestIn)
  expect(started[0]?.got).toContainEqual({ request: requestIn })
  painter.remove()
  started[0]?.fail()
  expect(started.map(({ isEnded }) => isEnded)).toEqual([true])
  expect(listens).not.toHaveBeenCalled()
})
