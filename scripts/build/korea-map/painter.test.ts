import { beforeEach, expect, test, vi } from 'vitest'
import { frameAround } from '#tests/korea-map-views.ts'
import { onFrame } from '#web/map/leaflet/korea/covered-labels.ts'
import type { Frame } from '#web/map/leaflet/korea/frame.ts'
import { KoreaPainter, type Painting, type PaintRequest } from '#web/map/leaflet/korea/painter.ts'
import type { Palette } from '#web/map/leaflet/korea/palette.ts'
import { doOverlap, type Rect } from '#web/map/rect.ts'
import { buildKoreaMap } from './build-map.ts'

const files = buildKoreaMap()

/** The names of the last picture, in pixels of its frame. */
let written: Rect[] = []

/** A canvas that notes names instead of drawing. */
class NotedCanvas {
  width = 0
  height = 0

  getContext(): object {
    const noted: Record<string, unknown> = {
      setTransform: () => {
        written = []
      },
      getImageData: () => ({ data: [0, 0, 0, 255] }),
      measureText: (text: string) => ({ width: text.length * 12 }),
      fillText: (text: string, x: number, y: number) => {
        written.push({ left: x, top: y - 6, right: x + text.length * 12, bottom: y + 6 })
      },
    }
    return new Proxy(noted, { get: (own, name) => own[String(name)] ?? (() => undefined) })
  }

  transferToImageBitmap(): object {
    return {}
  }
}

beforeEach(() => {
  vi.stubGlobal('OffscreenCanvas', NotedCanvas)
  vi.stubGlobal('fetch', async (address: string) => new Response(files.get(address.replace('/', ''))))
  return () => vi.unstubAllGlobals()
})

const size = { width: 360, height: 600 }
/** Scale, buttons and credits of a phone. */
const controls: Rect[] = [
  { left: 12, top: 8, right: 92, bottom: 26 },
  { left: 304, top: 440, right: 348, bottom: 588 },
  { left: 0, top: 570, right: 80, bottom: 600 },
]

/** Starts a painter; the returned function shows a view and resolves once all of its names are painted. */
function startPainter() {
  let receive = (_painting: Painting) => {}
  const painter = new KoreaPainter('/', (painting) => receive(painting))
  let frame: Frame | null = null
  const paintingOf = (request: PaintRequest) =>
    new Promise<Painting>((resolve) => {
      receive = resolve
      painter.show(request)
    })
  return async (view: Frame, isMoving = false) => {
    const request = { view, colours: {} as Palette, obstacles: [], controls, ratio: 1, look: 0, isMoving }
    let pictures = -1
    let painting: Painting
    // Each file that arrives changes the picture; the last painting has none, because nothing has changed.
    do {
      painting = await paintingOf(request)
      frame = painting.painted?.frame ?? frame
      pictures++
    } while (painting.painted)
    const covering = onFrame(controls, view, frame ?? view).filter((control) =>
      written.some((name) => doOverlap(name, control)),
    )
    return { pictures, covering: covering.length, names: written.length }
  }
}

test('no name lies under a control once the map has stopped, wherever it is', async () => {
  const show = startPainter()
  let pictures = 0
  for (const zoom of [7, 9, 11, 13, 15]) {
    const start = frameAround(37.55, 126.99, zoom, size)
    await show(start)
    for (let step = 1; step <= 6; step++) {
      const shown = await show({ ...start, left: start.left + step * 12, top: start.top - step * 6 })
      expect(shown.names).toBeGreaterThan(0)
      expect(shown.covering, `zoom ${zoom}, step ${step}`).toBe(0)
      pictures += shown.pictures
    }
  }
  // Only where a name had come under a control.
  expect(pictures).toBeGreaterThan(0)
  expect(pictures).toBeLessThan(30)
})

test('during a drag the picture stays, even if a name passes under a control', async () => {
  const show = startPainter()
  const start = frameAround(37.55, 126.99, 13, size)
  await show(start)
  let covering = 0
  for (let step = 1; step <= 8; step++) {
    const shown = await show({ ...start, left: start.left + step * 12 }, true)
    expect(shown.pictures).toBe(0)
    covering += shown.covering
  }
  expect(covering).toBeGreaterThan(0)
})
