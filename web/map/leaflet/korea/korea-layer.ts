import address from 'virtual:korea-map'
import * as L from 'leaflet'
import { onDarkChange } from '../../../kit/theme.ts'
import { drawKorea } from './draw-korea.ts'
import { createMeasure } from './draw-labels.ts'
import { boxOf, type Frame } from './frame.ts'
import { readPalette } from './palette.ts'
import type { Measure, PlacedLabel, Rect } from './place-labels.ts'
import { KoreaStore } from './store.ts'

/** How far beyond the view is drawn, as a fraction of it, so that dragging shows no blank area. */
const DRAWN_MARGIN = 0.5
/** How far beyond a moving view is fetched, as a fraction of it. */
const PREFETCHED_MARGIN = 0.3
/** Largest canvas, in pixels; more would use up a phone's memory. */
const MAX_PIXELS = 12_000_000
/** Most names in the accessible name. */
const MAX_SPOKEN_NAMES = 20

/** Accessible name while no name is in view. */
const LABEL_WITHOUT_NAMES = '지도'

/** A marker's position, and its box in pixels around it. */
export type Obstacle = { lat: number; lng: number } & Rect

const store = new KoreaStore(async (name) => {
  const reply = await fetch(address + name)
  if (!reply.ok) throw new Error(`${name} answered ${reply.status}.`)
  return reply.json()
})

/** The map of Korea as one canvas that moves with the map and is redrawn whenever the map stops. */
export const koreaLayer = () => new KoreaLayer()

export class KoreaLayer extends L.Layer {
  private readonly canvas = document.createElement('canvas')
  private frame: Frame | null = null
  private obstacles: readonly Obstacle[] = []
  private pendingFrame = 0
  private drawnFileCount = 0
  private measure: Measure | null = null
  private stopListening: () => void = () => {}

  override onAdd(map: L.Map): this {
    this.canvas.className = 'korea-map leaflet-zoom-animated'
    this.canvas.setAttribute('role', 'img')
    // Until the first drawing lists the names in view.
    this.canvas.setAttribute('aria-label', LABEL_WITHOUT_NAMES)
    map.getPane('tilePane')?.append(this.canvas)
    const contrast = matchMedia('(forced-colors: active)')
    const redraw = () => this.redrawSoon()
    const stopWatchingTheme = onDarkChange(redraw)
    contrast.addEventListener('change', redraw)
    // Text was measured in the fallback font before the font arrived.
    const remeasure = () => {
      this.measure = null
      redraw()
    }
    document.fonts?.addEventListener('loadingdone', remeasure)
    this.stopListening = () => {
      stopWatchingTheme()
      contrast.removeEventListener('change', redraw)
      document.fonts?.removeEventListener('loadingdone', remeasure)
      cancelAnimationFrame(this.pendingFrame)
    }
    this.drawAndLoad()
    return this
  }

  override onRemove(): this {
    this.stopListening()
    this.canvas.remove()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return {
      moveend: () => this.drawAndLoad(),
      resize: () => this.drawAndLoad(),
      move: () => this.prefetch(),
      zoomanim: (event) => {
        const { center, zoom } = event as L.ZoomAnimEvent
        this.scaleCanvas(center, zoom)
      },
      zoom: () => this.scaleCanvas(this._map.getCenter(), this._map.getZoom()),
    }
  }

  /** Keeps names from overlapping markers. */
  avoid(obstacles: readonly Obstacle[]): void {
    this.obstacles = obstacles
    if (this.frame) this.redrawSoon()
  }

  private drawAndLoad(): void {
    // Draw again only if something new has arrived.
    const drawNew = () => this._map && (!this.frame || store.fileCount !== this.drawnFileCount) && this.redrawSoon()
    const { box, zoom } = this.view(0)
    const known = store.dataFor(box, zoom)
    // Draws what is loaded at once, unless that is nothing, which would flash blue.
    if (known.whole || known.isComplete) this.draw()
    store.load(box, zoom).then(drawNew, drawNew)
  }

  private redrawSoon(): void {
    cancelAnimationFrame(this.pendingFrame)
    this.pendingFrame = requestAnimationFrame(() => this._map && this.draw())
  }

  /** During a drag: fetches what comes into view, and draws when the canvas no longer covers the view. */
  private prefetch(): void {
    const { frame } = this
    if (!frame || this._map.getZoom() !== frame.zoom) return
    const { box, zoom } = this.view(PREFETCHED_MARGIN)
    const drawn = boxOf(frame)
    const seen = this.view(0).box
    const isOut =
      seen.left < drawn.left || seen.right > drawn.right || seen.top < drawn.top || seen.bottom > drawn.bottom
    if (isOut) this.redrawSoon()
    store.load(box, zoom).catch(() => {})
  }

  private view(margin: number) {
    const map = this._map
    const zoom = map.getZoom()
    const { min, max } = map.getPixelBounds()
    if (!min || !max) throw new Error('The map has no size.')
    const [width, height] = [max.x - min.x, max.y - min.y]
    const frame: Frame = {
      left: min.x - margin * width,
      top: min.y - margin * height,
      width: width * (1 + 2 * margin),
      height: height * (1 + 2 * margin),
      zoom,
    }
    return { frame, box: boxOf(frame), zoom }
  }

  private draw(): void {
    const map = this._map
    const { frame, box, zoom } = this.view(DRAWN_MARGIN)
    frame.left = Math.round(frame.left)
    frame.top = Math.round(frame.top)
    frame.width = Math.ceil(frame.width)
    frame.height = Math.ceil(frame.height)
    const { canvas } = this
    const context = canvas.getContext('2d')
    if (!context || frame.width === 0 || frame.height === 0) return
    const ratio = Math.min(devicePixelRatio, 2, Math.sqrt(MAX_PIXELS / (frame.width * frame.height)))
    canvas.width = Math.round(frame.width * ratio)
    canvas.height = Math.round(frame.height * ratio)
    canvas.style.width = `${frame.width}px`
    canvas.style.height = `${frame.height}px`
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const colours = readPalette(canvas)
    this.measure ??= createMeasure(context, colours.font)
    const obstacles = this.obstacles.map(({ lat, lng, left, top, right, bottom }) => {
      const at = map.project([lat, lng], zoom)
      const [x, y] = [at.x - frame.left, at.y - frame.top]
      return { left: x + left, top: y + top, right: x + right, bottom: y + bottom }
    })
    const labels = drawKorea(context, {
      frame,
      ground: store.dataFor(box, zoom),
      colours,
      measure: this.measure,
      obstacles,
    })
    this.frame = frame
    this.drawnFileCount = store.fileCount
    L.DomUtil.setPosition(canvas, L.point(frame.left, frame.top).subtract(map.getPixelOrigin()))
    canvas.setAttribute('aria-label', namesInView(labels, frame))
  }

  /** Scales the canvas to a new zoom until it is redrawn. */
  private scaleCanvas(center: L.LatLng, zoom: number): void {
    const { frame, _map: map } = this
    if (!frame) return
    const scale = map.getZoomScale(zoom, frame.zoom)
    const origin = map
      .project(center, zoom)
      .subtract(map.getSize().divideBy(2))
      .add(L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement))
      .round()
    L.DomUtil.setTransform(this.canvas, L.point(frame.left, frame.top).multiplyBy(scale).subtract(origin), scale)
  }
}

/** The names in view as a sentence, nearest to the centre first. */
function namesInView(labels: readonly PlacedLabel[], { width, height }: Frame): string {
  const [middleX, middleY] = [width / 2, height / 2]
  const [reachX, reachY] = [middleX / (1 + 2 * DRAWN_MARGIN), middleY / (1 + 2 * DRAWN_MARGIN)]
  const names = labels
    .map(({ text, style, x, y }) => ({
      name: style === 'station' || style === 'change' ? `${text}역` : text,
      right: Math.abs(x - middleX),
      down: Math.abs(y - middleY),
    }))
    .filter(({ right, down }) => right < reachX && down < reachY)
    .toSorted((one, other) => Math.hypot(one.right, one.down) - Math.hypot(other.right, other.down))
    .slice(0, MAX_SPOKEN_NAMES)
    .map(({ name }) => name)
  return names.length > 0 ? `지도에 보이는 곳: ${names.join(', ')}` : LABEL_WITHOUT_NAMES
}
