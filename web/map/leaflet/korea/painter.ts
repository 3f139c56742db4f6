import { toWorld } from '#rules/korea-map.ts'
import type { Position } from '../../provider.ts'
import type { Rect } from '../../rect.ts'
import { createCanvas } from './canvas.ts'
import { isCovered, onFrame } from './covered-labels.ts'
import { drawKorea } from './draw-korea.ts'
import { createMeasure } from './draw-labels.ts'
import { boxOf, type Frame, toCanvas, widenedFrame } from './frame.ts'
import { namesInView } from './names-in-view.ts'
import type { Palette } from './palette.ts'
import type { Measure, PlacedLabel } from './place-labels.ts'
import { KoreaStore } from './store.ts'

/** A marker's position, and its box in pixels around it. */
export type Obstacle = Position & Rect

/** What a map shows now. */
export type PaintRequest = {
  view: Frame
  colours: Palette
  obstacles: readonly Obstacle[]
  /** Boxes of what lies over the view, in pixels from its upper left corner. */
  controls: readonly Rect[]
  /** Device pixels per CSS pixel. */
  ratio: number
  /** Changes whenever the colours, the obstacles or the ratio do. */
  look: number
  /** During a drag the files ahead of the view are fetched too. */
  isMoving: boolean
}

/** The names in view as a sentence, and a new picture unless the last one still covers the view. */
export type Painting = { names: string; painted: { picture: ImageBitmap; frame: Frame } | null }

/** How many pixels around the view are painted, so that dragging shows no blank area. */
const PAINTED_MARGIN = 200
/** With fewer painted pixels than this around the view, a new picture is painted. */
const MIN_MARGIN = 100
/** How far beyond a moving view is fetched, as a fraction of it. */
const PREFETCHED_MARGIN = 0.3
/** Largest picture, in pixels; more would use up a phone's memory. */
const MAX_PIXELS = 12_000_000

type Painted = { frame: Frame; files: number; look: number; labels: readonly PlacedLabel[] }

/** Paints the map of Korea, in a worker or on the page. Keeps the map's files and what it painted last. */
export class KoreaPainter {
  private readonly store: KoreaStore
  private readonly onPainting: (painting: Painting) => void
  private readonly surface = createCanvas(1, 1)
  private request: PaintRequest | null = null
  private painted: Painted | null = null
  private measure: Measure | null = null
  /** How often fonts have loaded. */
  private fonts = 0
  /** The zoom whose files have been fetched; some may have failed. */
  private fetchedZoom: number | null = null
  private isWaiting = false

  /** @param url of the map's files, with a slash at its end */
  constructor(url: string, onPainting: (painting: Painting) => void) {
    this.onPainting = onPainting
    this.store = new KoreaStore(async (name) => {
      const reply = await fetch(url + name)
      if (!reply.ok) throw new Error(`${name} answered ${reply.status}.`)
      return reply.json()
    })
  }

  /** Paints what is loaded of a view at once, and the rest as soon as its files arrive. */
  show(request: PaintRequest): void {
    this.request = request
    const { view, isMoving } = request
    const wanted = isMoving ? widenedFrame(view, PREFETCHED_MARGIN * view.width, PREFETCHED_MARGIN * view.height) : view
    const goOn = () => {
      this.fetchedZoom = view.zoom
      this.paintSoon()
    }
    this.paintSoon()
    this.store.load(boxOf(wanted), view.zoom).then(goOn, goOn)
  }

  /** Paints all names again, because a font has loaded. */
  writeAnew(): void {
    this.fonts++
    this.measure = null
    this.painted = null
    this.paintSoon()
  }

  /** In a later task, so that requests that arrived while painting are read first. */
  private paintSoon(): void {
    if (this.isWaiting) return
    this.isWaiting = true
    setTimeout(() => {
      this.isWaiting = false
      if (this.request) this.paint(this.request)
    })
  }

  private paint(request: PaintRequest): void {
    const { view } = request
    if (!this.painted || !this.doesServe(this.painted, request)) {
      if (this.isWorthPainting(view)) this.paintAnew(request)
      return
    }
    const { labels, frame } = this.painted
    this.onPainting({ names: namesInView(labels, frame, view), painted: null })
  }

  private doesServe({ frame, files, look, labels }: Painted, request: PaintRequest): boolean {
    const { view, controls, isMoving } = request
    const [seen, there] = [boxOf(widenedFrame(view, MIN_MARGIN, MIN_MARGIN)), boxOf(frame)]
    return (
      look === request.look &&
      files === this.store.fileCount &&
      frame.zoom === view.zoom &&
      seen.left >= there.left &&
      seen.right <= there.right &&
      seen.top >= there.top &&
      seen.bottom <= there.bottom &&
      // During a drag names pass under the controls; written anew each time, they would jump.
      (isMoving || !isCovered(labels, onFrame(controls, view, frame)))
    )
  }

  /** Without any land loaded the picture would be all sea and flash blue. */
  private isWorthPainting(view: Frame): boolean {
    const known = this.store.dataFor(boxOf(view), view.zoom)
    return known.whole !== null || known.isComplete || (known.base !== null && this.fetchedZoom === view.zoom)
  }

  private paintAnew({ view, colours, obstacles, controls, ratio, look }: PaintRequest): void {
    const { store, surface } = this
    const frame = widenedFrame(view, PAINTED_MARGIN, PAINTED_MARGIN)
    const scale = Math.min(ratio, Math.sqrt(MAX_PIXELS / (frame.width * frame.height)))
    const { canvas, context } = surface
    canvas.width = Math.round(frame.width * scale)
    canvas.height = Math.round(frame.height * scale)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    // In a worker, Chromium keeps using the fallback that it first found for a font string after the font has loaded.
    const ownColours = { ...colours, font: `${colours.font}, "after ${this.fonts} loads"` }
    this.measure ??= createMeasure(context, ownColours.font)
    const files = store.fileCount
    const labels = drawKorea(context, {
      frame,
      ground: store.dataFor(boxOf(frame), frame.zoom),
      colours: ownColours,
      measure: this.measure,
      obstacles: [...obstacles.map((obstacle) => rectOf(obstacle, frame)), ...onFrame(controls, view, frame)],
    })
    this.painted = { frame, files, look, labels }
    const names = namesInView(labels, frame, view)
    const send = (picture: ImageBitmap) => this.onPainting({ names, painted: { picture, frame } })
    if ('transferToImageBitmap' in canvas) send(canvas.transferToImageBitmap())
    else createImageBitmap(canvas).then(send, () => {})
  }
}

function rectOf({ lat, lng, left, top, right, bottom }: Obstacle, frame: Frame): Rect {
  const [x, y] = toCanvas(frame, ...toWorld(lat, lng))
  return { left: x + left, top: y + top, right: x + right, bottom: y + bottom }
}
