import type { FoundPosition } from '../current-position.ts'
import { toKakao } from './markers.ts'

/** A dot where the device is, in the circle within which it is. Returns what takes both away. */
export function drawCurrentPosition(map: kakao.maps.Map, element: HTMLElement, found: FoundPosition): () => void {
  const position = toKakao(found)
  const colour = getComputedStyle(element).getPropertyValue('--here')
  const circle = new kakao.maps.Circle({
    map,
    center: position,
    radius: found.accuracy,
    strokeWeight: 1,
    strokeColor: colour,
    strokeOpacity: 0.5,
    fillColor: colour,
    fillOpacity: 0.16,
  })
  const content = document.createElement('span')
  content.className = 'here-mark'
  const dot = new kakao.maps.CustomOverlay({ map, position, content, xAnchor: 0.5, yAnchor: 0.5 })
  return () => {
    circle.setMap(null)
    dot.setMap(null)
  }
}
