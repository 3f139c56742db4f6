import type * as L from 'leaflet'
import { boxIn, controlBoxes, doOverlap, markerBox, markersWithName, nameBox, watchControls } from '../marker-face.ts'
import type { Position } from '../provider.ts'
import type { KoreaMap, Obstacle } from './korea/korea-layer.ts'
import type { DrawnMarkers } from './markers.ts'

/** Decides which markers show their names, keeps the names of the map away from them, and hides a scale above one. */
export class MarkerLayout {
  private readonly map: L.Map
  private korea: KoreaMap | null = null
  private drawn: DrawnMarkers = new Map()
  private pin: (Position & { name?: string | undefined }) | null = null

  constructor(map: L.Map) {
    this.map = map
    // Also after a zoom.
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
    const markers = [...this.drawn.values()].map(({ marker }) => marker)
    const named = markersWithName(
      markers,
      (position) => map.latLngToContainerPoint(position),
      map.getZoom(),
      controlBoxes(map.getContainer()),
    )
    for (const [key, { leafletMarker }] of this.drawn)
      leafletMarker.getElement()?.toggleAttribute('data-named', named.has(key))
    const obstacles: Obstacle[] = markers.flatMap((marker) => {
      const { position, name, key } = marker
      const face = { ...position, ...markerBox(marker) }
      return name && named.has(key) ? [face, { ...position, ...nameBox(name) }] : [face]
    })
    if (this.pin) obstacles.push({ ...this.pin, ...markerBox({ shape: 'pin' }) })
    if (this.pin?.name) obstacles.push({ ...this.pin, ...nameBox(this.pin.name) })
    this.korea?.avoid(obstacles)
    this.makeWayForMarkers(obstacles)
  }

  /** The scale gives way to markers. */
  private makeWayForMarkers(obstacles: readonly Obstacle[]): void {
    const container = this.map.getContainer()
    const scale = container.querySelector('.leaflet-control-scale-line')
    if (!scale) return
    const box = boxIn(container, scale)
    const isCovering = obstacles.some(({ lat, lng, left, top, right, bottom }) => {
      const { x, y } = this.map.latLngToContainerPoint([lat, lng])
      return doOverlap(box, { left: x + left, top: y + top, right: x + right, bottom: y + bottom })
    })
    container.toggleAttribute('data-scale-covered', isCovering)
  }
}
