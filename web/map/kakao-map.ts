import { CLUSTER_SIZE, markerFace } from './marker-face.ts'
import type { Bounds, DrawnMap, MapOptions, MapView, Marker, Position } from './provider.ts'

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
  let overlays: kakao.maps.CustomOverlay[] = []
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
    mark: (markers) => {
      for (const overlay of overlays) overlay.setMap(null)
      overlays = markers.map((marker) => drawMarker(map, marker, options))
    },
    pin: (position) => {
      pin?.setMap(null)
      pin = position && drawPin(map, position, options)
    },
    remove: clear,
  }
}

function drawMarker(
  map: kakao.maps.Map,
  marker: Marker,
  { onMarker, reachable }: MapOptions,
): kakao.maps.CustomOverlay {
  const content = document.createElement(reachable ? 'button' : 'span')
  content.className = 'marker-place'
  content.append(markerFace(marker))
  if (reachable) content.setAttribute('aria-label', marker.label)
  else content.setAttribute('aria-hidden', 'true')
  content.addEventListener('click', () => onMarker?.(marker.key))
  if (marker.shape === 'cluster') content.style.width = content.style.height = `${CLUSTER_SIZE[0]}px`
  const overlay = new kakao.maps.CustomOverlay({
    position: toKakao(marker.position),
    content,
    clickable: true,
    xAnchor: 0.5,
    yAnchor: marker.shape === 'pin' ? 0.92 : 0.5,
    zIndex: marker.chosen ? 2 : 1,
  })
  overlay.setMap(map)
  return overlay
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

function toKakao({ lat, lng }: Position): kakao.maps.LatLng {
  return new kakao.maps.LatLng(lat, lng)
}

function plain(position: kakao.maps.LatLng): Position {
  return { lat: position.getLat(), lng: position.getLng() }
}
