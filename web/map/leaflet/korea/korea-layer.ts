import url from 'virtual:korea-map'
import * as L from 'leaflet'
import { pageFonts } from '../../../kit/fonts.ts'
import { onDarkChange } from '../../../kit/theme.ts'
import { controlBoxes, watchControls } from '../../controls.ts'
import type { Rect } from '../../rect.ts'
import type { Frame } from './frame.ts'
import { LABEL_WITHOUT_NAMES } from './names-in-view.ts'
import type { Obstacle, Painting } from './painter.ts'
import { type Palette, readPalette } from './palette.ts'
import { type RunningPainter, startPainter } from './start-painter.ts'

/** Nobody sees more device pixels per CSS pixel than this. */
const MAX_PIXEL_RATIO = 2

/**
 * The map of Korea as one picture, painted in a worker, that moves and scales with the map until the next one comes.
 */
export class KoreaLayer extends L.Layer {
  private readonly canvas = document.createElement('canvas')
  private painter: RunningPainter | null = null
  private colours: Palette | null = null
  private obstacles: readonly Obstacle[] = []
  private controls: readonly Rect[] = []
  private look = 0
  private frame: Frame | null = null
  private isZooming = false
  /** A painting that arrived during the animation of a zoom. */
  private held: Painting | null = null
  private stopListening: () => void = () => {}

  override onAdd(map: L.Map): this {
    this.canvas.className = 'korea-map leaflet-zoom-animated'
    this.canvas.setAttribute('role', 'img')
    // Until the first picture lists the names in view.
    this.canvas.setAttribute('aria-label', LABEL_WITHOUT_NAMES)
    map.getPane('tilePane')?.append(this.canvas)
    this.painter = startPainter({ url, fonts: pageFonts() }, (painting) => this.receive(painting))
    const stopWatchingControls = watchControls(map.getContainer(), () => this.show())
    const stopListeningToColours = this.listenToColours()
    this.stopListening = () => {
      stopWatchingControls()
      stopListeningToColours()
    }
    this.show()
    return this
  }

  override onRemove(): this {
    this.stopListening()
    this.painter?.remove()
    this.painter = null
    this.canvas.remove()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return {
      moveend: () => this.show(),
      resize: () => this.show(),
      move: () => this.frame?.zoom === this._map.getZoom() && this.show({ isMoving: true }),
      zoomanim: (event) => {
        const { center, zoom } = event as L.ZoomAnimEvent
        this.isZooming = true
        this.scaleCanvas(center, zoom)
        // It is painted while the map is on its way there.
        this.show({ center, zoom })
      },
      zoom: () => this.placeCanvas(),
      viewreset: () => this.placeCanvas(),
      zoomend: () => {
        this.isZooming = false
        if (this.held) this.receive(this.held)
      },
    }
  }

  /** Keeps names from overlapping markers. */
  avoid(obstacles: readonly Obstacle[]): void {
    if (JSON.stringify(obstacles) === JSON.stringify(this.obstacles)) return
    this.obstacles = obstacles
    this.look++
    if (this.painter) this.show()
  }

  private listenToColours(): () => void {
    const contrast = matchMedia('(forced-colors: active)')
    const readAgain = () => {
      this.colours = null
      this.look++
      this.show()
    }
    const stopWatchingTheme = onDarkChange(readAgain)
    contrast.addEventListener('change', readAgain)
    return () => {
      stopWatchingTheme()
      contrast.removeEventListener('change', readAgain)
    }
  }

  /** Asks for a picture of the view, or of the one that a zoom leads to. */
  private show({ isMoving = false, ...wanted }: { isMoving?: boolean; center?: L.LatLng; zoom?: number } = {}): void {
    const { _map: map, obstacles, look } = this
    const { center = map.getCenter(), zoom = map.getZoom() } = wanted
    const { x: width, y: height } = map.getSize()
    if (width === 0 || height === 0) return
    const { x, y } = map.project(center, zoom)
    this.colours ??= readPalette(this.canvas)
    // Measuring them in each frame of a drag would cost a layout of the page.
    if (!isMoving) this.controls = controlBoxes(map.getContainer())
    this.painter?.show({
      view: { left: x - width / 2, top: y - height / 2, width, height, zoom },
      colours: this.colours,
      obstacles,
      controls: this.controls,
      ratio: Math.min(devicePixelRatio, MAX_PIXEL_RATIO),
      look,
      isMoving,
    })
  }

  private receive(painting: Painting): void {
    this.held = this.isZooming ? { ...painting, painted: painting.painted ?? this.held?.painted ?? null } : null
    if (this.isZooming || !this._map) return
    const { names, painted } = painting
    const { canvas } = this
    if (canvas.getAttribute('aria-label') !== names) canvas.setAttribute('aria-label', names)
    if (!painted) return
    const { picture, frame } = painted
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.style.width = `${frame.width}px`
    canvas.style.height = `${frame.height}px`
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
    this.frame = frame
    this.placeCanvas()
  }

  private placeCanvas(): void {
    const { frame, _map: map } = this
    if (frame?.zoom === map.getZoom())
      L.DomUtil.setPosition(this.canvas, L.point(frame.left, frame.top).subtract(map.getPixelOrigin()))
    else this.scaleCanvas(map.getCenter(), map.getZoom())
  }

  /** Scales the canvas to a new zoom until there is a picture of it. */
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
