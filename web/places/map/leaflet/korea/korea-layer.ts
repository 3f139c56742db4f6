import urlTemplate from 'virtual:korea-map'
import type * as L from 'leaflet'
import type { LeafletLayerOptions } from 'protomaps-leaflet'
import type { Rect } from '../../marker-face.ts'
import { createVectorLayer, type VectorLayer } from '../renderer.ts'
import { isDarkTheme, onDarkThemeChange, readColours } from './colours.ts'
import { labelRules, MAP_LABEL_WITHOUT_NAMES, namesInView, obstacleRule } from './label-rules.ts'
import { paintRules } from './paint-rules.ts'

/** Zoom of the largest tiles in the archive; they are drawn larger above it. */
const MAX_TILE_ZOOM = 13
const MAX_PIXEL_RATIO = 2
/** Passed to a search of the index as the order: finds all labels. */
const ANY = Number.POSITIVE_INFINITY

/** A box around a position, in pixels, where no name of the map may stand. */
export type Obstacle = { lat: number; lng: number } & Rect

/** The bundled map of Korea: streets, water, green, places and metro lines in the colours of the page. */
export class KoreaMap {
  private readonly map: L.Map
  private readonly tiles = new RetryingTiles(urlTemplate)
  private readonly element: HTMLElement
  private layer: VectorLayer | null = null
  private obstacles: readonly Obstacle[] = []

  constructor(map: L.Map) {
    this.map = map
    this.element = map.getPane('tilePane') as HTMLElement
    this.element.classList.add('korea-map')
    this.element.setAttribute('role', 'img')
    this.element.setAttribute('aria-label', MAP_LABEL_WITHOUT_NAMES)
    const contrast = matchMedia('(forced-colors: active)')
    const redraw = () => this.draw()
    const forget = onDarkThemeChange(redraw)
    contrast.addEventListener('change', redraw)
    map.on('moveend', () => this.speak())
    map.on('unload', () => {
      this.tiles.stop()
      forget()
      contrast.removeEventListener('change', redraw)
    })
  }

  /** Draws the map in the colours of the page; the one before stays until the new one is there. */
  draw(): void {
    const colours = readColours(this.element, isDarkTheme())
    const options = {
      url: this.tiles,
      maxDataZoom: MAX_TILE_ZOOM,
      maxZoom: this.map.getMaxZoom(),
      backgroundColor: colours.water,
      devicePixelRatio: Math.min(devicePixelRatio, MAX_PIXEL_RATIO),
      paintRules: paintRules(colours),
      labelRules: [
        obstacleRule((zoom) => this.obstacles.map((obstacle) => this.boxOf(obstacle, zoom))),
        ...labelRules(colours),
      ],
      className: 'korea-tiles',
    } as unknown as LeafletLayerOptions
    const layer = createVectorLayer(options)
    const before = this.layer
    this.layer = layer
    const canvas = this.map.getContainer()
    layer.on('loading', () => canvas.toggleAttribute('data-loading', true))
    layer.on('load', () => {
      canvas.toggleAttribute('data-loading', false)
      before?.remove()
      this.speak()
    })
    layer.addTo(this.map)
  }

  avoid(obstacles: readonly Obstacle[]): void {
    if (JSON.stringify(obstacles) === JSON.stringify(this.obstacles)) return
    this.obstacles = obstacles
    this.layer?.clearLayout()
    this.layer?.rerenderTiles()
  }

  private boxOf({ lat, lng, left, top, right, bottom }: Obstacle, zoom: number) {
    const { x, y } = this.map.project([lat, lng], zoom)
    const scale = 2 ** (zoom - this.map.getZoom())
    return { minX: x + left * scale, minY: y + top * scale, maxX: x + right * scale, maxY: y + bottom * scale }
  }

  private speak(): void {
    const { map, layer } = this
    const zoom = Math.round(map.getZoom())
    const index = layer?.labelers.getIndex(zoom)
    if (!index) return
    const { x, y } = map.project(map.getCenter(), zoom)
    const half = map.getSize().divideBy(2)
    const view = { minX: x - half.x, minY: y - half.y, maxX: x + half.x, maxY: y + half.y }
    const names = [...index.searchBbox(view, ANY)].flatMap(({ deduplicationKey: name, anchor: at, bboxes }) =>
      // A name along a line has a box for each letter.
      name ? [{ name, at, isStreet: bboxes.length > 1 }] : [],
    )
    this.element.setAttribute('aria-label', namesInView(names, { x, y }))
  }
}

const PAUSES = [1000, 2000, 5000, 15_000] as const

/** Loads tiles by a URL template with {z}, {x} and {y}, and tries again until they come or are no longer wanted. */
export class RetryingTiles {
  private readonly urlTemplate: string
  private isOver = false

  constructor(urlTemplate: string) {
    this.urlTemplate = urlTemplate
  }

  /** The tile, or undefined where the map has none. The method has the name that the renderer expects of a PMTiles archive. */
  async getZxy(z: number, x: number, y: number, signal?: AbortSignal): Promise<{ data: ArrayBuffer } | undefined> {
    const url = this.urlTemplate.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(url, signal ? { signal } : {}).catch(() => null)
      if (response?.ok) {
        const data = await response.arrayBuffer().catch(() => null)
        if (data) return data.byteLength > 0 ? { data } : undefined
      }
      if (response?.status === 404) return undefined
      await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(attempt, PAUSES.length - 1)]))
      if (this.isOver || signal?.aborted) throw new DOMException('no longer wanted', 'AbortError')
    }
  }

  stop(): void {
    this.isOver = true
  }
}
