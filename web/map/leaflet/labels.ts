import * as L from 'leaflet'

/** Names on our own map: province centres and seas, with rounded positions. [name, latitude, longitude] */
type Label = readonly [name: string, lat: number, lng: number]

export const seas: readonly Label[] = [
  ['동해', 38.1, 130.4],
  ['서해', 36.2, 124.3],
  ['남해', 33.95, 128.4],
]

export const provinces: readonly Label[] = [
  ['서울', 37.56, 126.99],
  ['인천', 37.46, 126.65],
  ['경기', 37.3, 127.3],
  ['강원', 37.75, 128.3],
  ['충북', 36.75, 127.75],
  ['세종', 36.55, 127.26],
  ['충남', 36.5, 126.8],
  ['대전', 36.33, 127.4],
  ['경북', 36.35, 128.75],
  ['대구', 35.85, 128.57],
  ['전북', 35.72, 127.1],
  ['광주', 35.16, 126.83],
  ['전남', 34.85, 126.95],
  ['경남', 35.3, 128.2],
  ['울산', 35.55, 129.26],
  ['부산', 35.18, 129.05],
  ['제주', 33.38, 126.55],
]

export const islands: readonly Label[] = [
  ['울릉도', 37.5, 130.86],
  ['독도', 37.24, 131.87],
]

/** A name that stands on the map and takes no part in anything. */
export function nameMarker(kind: 'land' | 'sea' | 'island', [name, lat, lng]: Label): L.Marker {
  const text = document.createElement('span')
  text.textContent = name
  return L.marker([lat, lng], {
    interactive: false,
    keyboard: false,
    zIndexOffset: -1000,
    icon: L.divIcon({ className: `map-name map-name-${kind}`, html: text, iconSize: [0, 0] }),
  })
}

/** About what a name covers, in pixels. */
const NAME_SIZE = [64, 22] as const

/** The names that have room, the first before the later ones. */
export function withRoom<Named extends { lat: number; lng: number }>(map: L.Map, names: readonly Named[]): Named[] {
  const taken: L.Point[] = []
  return names.filter((name) => {
    const at = map.latLngToLayerPoint([name.lat, name.lng])
    const isCovered = taken.some(({ x, y }) => Math.abs(x - at.x) < NAME_SIZE[0] && Math.abs(y - at.y) < NAME_SIZE[1])
    if (!isCovered) taken.push(at)
    return !isCovered
  })
}
