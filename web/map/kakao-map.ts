import { type DrawnOverlays, plain, replaceOverlays, toKakao } from './kakao-markers.ts'
import type { Bounds, DrawnMap, MapOptions, MapView, Position } from './provider.ts'

/** Kakao counts levels from near to far, each twice as wide as the one before; level 3 shows a metre in a pixel. */
const levelOf = (zoom: number) => Math.max(1, Math.min(14, Math.round(20 - zoom)))
const zoomOf = (level: number) => 20 - level

/** Draws Kakao's map; its script must be there. */
export function drawKakaoMap(element: HTMLElement, options: MapOptions): DrawnMap {
  const { maps } = kakao
  const map = new maps.Map(element, {
    center: toKakao(options.center),
    level: levelOf(options.zoom),
    draggable: !options.still,
    scrollwheel: !options.still,
    disableDoubleClickZoom: Boolean(options.still),
  })
  let zoom = zoomOf(map.getLevel())
  maps.event.addListener(map, 'idle', () => {
    const isZoomed = zoomOf(map.getLevel()) !== zoom
    zoom = zoomOf(map.getLevel())
    options.onMove?.(viewOf(map), isZoomed)
  })
  maps.event.addListener(map, 'click', (event: kakao.maps.event.MouseEvent) => options.onPress?.(plain(event.latLng)))
  const resize = new ResizeObserver(() => map.relayout())
  resize.observe(element)
  return controls(map, options, () => {
    resize.disconnect()
    element.replaceChildren()
  })
}

function controls(map: kakao.maps.Map, options: MapOptions, clear: () => void): DrawnMap {
  const { maps } = kakao
  const overlays: DrawnOverlays = new Map()
  let pin: kakao.maps.Marker | null = null
  return {
    view: () => viewOf(map),
    show: (center, zoom) => {
      if (zoom !== undefined) map.setLevel(levelOf(zoom))
      map.setCenter(toKakao(center))
    },
    fit: ({ south, west, north, east }, maxZoom) => {
      const bounds = new maps.LatLngBounds()
      bounds.extend(new maps.LatLng(south, west))
      bounds.extend(new maps.LatLng(north, east))
      map.setBounds(bounds)
      if (map.getLevel() < levelOf(maxZoom)) map.setLevel(levelOf(maxZoom))
    },
    zoomBy: (steps) => map.setLevel(map.getLevel() - steps),
    mark: (markers) => replaceOverlays(map, overlays, markers, options),
    pin: (position) => {
      pin?.setMap(null)
      pin = position && drawPin(map, position, options)
    },
    remove: clear,
  }
}

function drawPin(map: kakao.maps.Map, position: Position, { onPin }: MapOptions): kakao.maps.Marker {
  const { maps } = kakao
  const marker = new maps.Marker({ map, position: toKakao(position), draggable: Boolean(onPin), title: '고른 위치' })
  maps.event.addListener(marker, 'dragend', () => onPin?.(plain(marker.getPosition())))
  return marker
}

function viewOf(map: kakao.maps.Map): MapView {
  return { ...plain(map.getCenter()), zoom: zoomOf(map.getLevel()), bounds: boundsOf(map) }
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
