import { controlBoxes, watchControls } from '../boxes.ts'
import { pinName } from '../marker-face.ts'
import type { Bounds, DrawnMap, MapOptions, MapView, Marker, Position } from '../provider.ts'
import { panDistance, visibleMargins } from '../visible-area.ts'
import {
  type DrawnOverlays,
  drawCurrentPosition,
  fromKakao,
  nameOverlays,
  replaceOverlays,
  toKakao,
} from './markers.ts'

/** Kakao's levels grow with the distance, each twice as wide as the previous one; at level 3 a pixel is a metre. */
const levelOf = (zoom: number) => Math.max(1, Math.min(14, Math.round(20 - zoom)))
const zoomOf = (level: number) => 20 - level

/** Draws Kakao's map; its script must be loaded. */
export function drawKakaoMap(element: HTMLElement, options: MapOptions): DrawnMap {
  const { maps } = kakao
  const map = new maps.Map(element, {
    center: toKakao(options.center),
    level: levelOf(options.zoom),
    draggable: !options.isStatic,
    scrollwheel: !options.isStatic,
    disableDoubleClickZoom: Boolean(options.isStatic),
  })
  let zoom = zoomOf(map.getLevel())
  maps.event.addListener(map, 'idle', () => {
    const isZoomed = zoomOf(map.getLevel()) !== zoom
    zoom = zoomOf(map.getLevel())
    options.onMove?.(viewOf(map), isZoomed)
  })
  maps.event.addListener(map, 'click', (event: kakao.maps.event.MouseEvent) =>
    options.onPress?.(fromKakao(event.latLng)),
  )
  const resize = new ResizeObserver(() => map.relayout())
  resize.observe(element)
  return controls(map, element, options, () => {
    resize.disconnect()
    element.replaceChildren()
  })
}

function controls(map: kakao.maps.Map, element: HTMLElement, options: MapOptions, clear: () => void): DrawnMap {
  const overlays: DrawnOverlays = new Map()
  let pin: kakao.maps.Marker | null = null
  let removeCurrentPosition = () => {}
  let standing: readonly Marker[] = []
  const name = () => nameOverlays(map, overlays, standing, zoomOf(map.getLevel()), controlBoxes(element))
  // After every move: a pan brings names under the buttons, and out from under them.
  kakao.maps.event.addListener(map, 'idle', name)
  const stopWatchingControls = watchControls(element, name)
  return {
    view: () => viewOf(map),
    show: (center, zoom) => {
      if (zoom !== undefined) map.setLevel(levelOf(zoom))
      map.setCenter(toKakao(center))
    },
    fitBounds: (bounds, maxZoom, minZoom) => fitBounds(map, bounds, { element, ...options, maxZoom, minZoom }),
    panIntoView: (position) => panIntoView(map, position, { element, ...options }),
    zoomBy: (steps) => map.setLevel(map.getLevel() - steps),
    setMarkers: (markers) => {
      standing = markers
      replaceOverlays(map, overlays, markers, options)
      name()
    },
    showCurrentPosition: (found) => {
      removeCurrentPosition()
      removeCurrentPosition = drawCurrentPosition(map, element, found)
    },
    setPin: (position, isConfirmed) => {
      pin?.setMap(null)
      pin = position && drawPin(map, position, isConfirmed, options)
    },
    remove: () => {
      stopWatchingControls()
      clear()
    },
  }
}

type Fit = Pick<MapOptions, 'coveredHeight'> & { element: HTMLElement; maxZoom: number; minZoom?: number | undefined }

function fitBounds(map: kakao.maps.Map, { south, west, north, east }: Bounds, options: Fit): void {
  const { element, coveredHeight, maxZoom, minZoom = 0 } = options
  const bounds = new kakao.maps.LatLngBounds()
  bounds.extend(toKakao({ lat: south, lng: west }))
  bounds.extend(toKakao({ lat: north, lng: east }))
  const { top, right, bottom, left } = visibleMargins(element.clientHeight, coveredHeight?.() ?? 0)
  map.setBounds(bounds, top, right, bottom, left)
  const level = Math.min(levelOf(minZoom), Math.max(levelOf(maxZoom), map.getLevel()))
  if (level !== map.getLevel()) map.setLevel(level)
}

function panIntoView(
  map: kakao.maps.Map,
  position: Position,
  { element, coveredHeight }: Omit<Fit, 'maxZoom'>,
): boolean {
  const foot = map.getProjection().containerPointFromCoords(toKakao(position))
  const [x, y] = panDistance([foot.x, foot.y], [element.clientWidth, element.clientHeight], coveredHeight?.() ?? 0)
  const isHidden = x !== 0 || y !== 0
  if (isHidden) map.panBy(x, y)
  return isHidden
}

function drawPin(
  map: kakao.maps.Map,
  position: Position,
  isConfirmed: boolean,
  { onPinMove }: MapOptions,
): kakao.maps.Marker {
  const { maps } = kakao
  const marker = new maps.Marker({
    map,
    position: toKakao(position),
    draggable: Boolean(onPinMove),
    title: pinName(isConfirmed),
  })
  // The picture is Kakao's and has no room for a question mark.
  marker.setOpacity(isConfirmed ? 1 : 0.6)
  maps.event.addListener(marker, 'dragend', () => onPinMove?.(fromKakao(marker.getPosition())))
  return marker
}

function viewOf(map: kakao.maps.Map): MapView {
  return { ...fromKakao(map.getCenter()), zoom: zoomOf(map.getLevel()), bounds: boundsOf(map) }
}

function boundsOf(map: kakao.maps.Map): Bounds {
  const [southWest, northEast] = [map.getBounds().getSouthWest(), map.getBounds().getNorthEast()]
  return {
    south: southWest.getLat(),
    west: southWest.getLng(),
    north: northEast.getLat(),
    east: northEast.getLng(),
  }
}
