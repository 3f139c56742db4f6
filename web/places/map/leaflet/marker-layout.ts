import type * as L from 'leaflet'
import {
  boxIn,
  controlBoxes,
  doOverlap,
  markerBox,
  markersWithName,
  nameBox,
  offsetBy,
  placeBesideControls,
  uncoveredBox,
  watchControls,
} from '../marker-face.ts'
import type { Covered, Position } from '../provider.ts'
import type { KoreaMap, Obstacle } from './korea/korea-layer.ts'
import type { DrawnMarkers } from './markers.ts'

/**
 * Moves markers aside from the controls, decides which show their names, keeps the names of the map away from them, and hides
 * a scale bar that covers one.
 */
export class MarkerLayout {
  private readonly map: L.Map
  private readonly covered: () => Covered
  private korea: KoreaMap | null = null
  private drawn: DrawnMarkers = new Map()
  private pin: (Position & { name?: string | undefined }) | null = null

  constructor(map: L.Map, covered: () => Covered) {
    this.map = map
    this.covered = covered
    // Leaflet fires it after a zoom too.
    map.on('moveend', () => this.update())
    map.on(
      'unload',
      watchControls(map.getContainer(), () => this.update()),
    )
  }

  setKorea(korea: KoreaMap): void {
    this.korea = korea
    this.update()
  }

  set(drawn: DrawnMarkers): void {
    this.drawn = drawn
    this.update()
  }

  setPin(position: Position | null, name?: string): void {
    this.pin = position && { ...position, name }
    this.update()
  }

  private update(): void {
    const { map } = this
    const container = map.getContainer()
    const controls = controlBoxes(container)
    const standing = placeBesideControls(
      [...this.drawn.values()].map(({ marker }) => marker),
      (position) => map.latLngToContainerPoint(position),
      controls,
      uncoveredBox(container, this.covered()),
    )
    const scale = container.querySelector('.leaflet-control-scale-line')
    const named = markersWithName(standing, map.getZoom(), scale ? [...controls, boxIn(container, scale)] : controls)
    const obstacles: Obstacle[] = standing.flatMap(({ marker, aside }) => {
      const { key, position, name, shape } = marker
      const element = this.drawn.get(key)?.leafletMarker.getElement()
      element?.toggleAttribute('data-named', named.has(key))
      // `translate` is free: Leaflet moves markers by `transform`.
      if (element) element.style.translate = `${aside.x}px ${aside.y}px`
      const face = { ...position, ...offsetBy(markerBox(marker), aside) }
      return name && named.has(key) ? [face, { ...position, ...offsetBy(nameBox(name, shape), aside) }] : [face]
    })
    if (this.pin) obstacles.push({ ...this.pin, ...markerBox({ shape: 'pin' }) })
    if (this.pin?.name) obstacles.push({ ...this.pin, ...nameBox(this.pin.name) })
    this.korea?.avoid(obstacles)
    if (scale) this.makeWayForMarkers(scale, obstacles)
  }

  /** Hides the scale bar while it covers a marker. */
  private makeWayForMarkers(scale: Element, obstacles: readonly Obstacle[]): void {
    const container = this.map.getContainer()
    const box = boxIn(container, scale)
    const isCovering = obstacles.some(({ lat, lng, left, top, right, bottom }) => {
      const { x, y } = this.map.latLngToContainerPoint([lat, lng])
      return doOverlap(box, { left: x + left, top: y + top, right: x + right, bottom: y + bottom })
    })
    container.toggleAttribute('data-scale-covered', isCovering)
  }
}
