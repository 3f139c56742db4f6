/** Colours of the map, read from custom properties of the page (map.css). */
const properties = {
  water: '--map-water',
  land: '--map-land',
  neighbour: '--map-block',
  coast: '--map-coast',
  sido: '--map-border-wide',
  sgg: '--map-border',
  dong: '--map-border-soft',
  area: '--map-text',
  minor: '--map-text-soft',
  sea: '--map-text-water',
  market: '--map-market',
  sight: '--map-sight',
  station: '--map-station',
  halo: '--map-halo',
  metroMix: '--map-metro-mix',
} as const

export type Palette = Record<keyof typeof properties | 'font', string>

/** The colours in the current theme. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const colours = Object.entries(properties).map(([name, property]) => [name, style.getPropertyValue(property).trim()])
  return { ...Object.fromEntries(colours), font: style.fontFamily } as Palette
}

/** Mixes two colours in sRGB; `part` is the share of the second one. */
export function mixColours(one: string, other: string, part: number): string {
  const [first, second] = [rgbOf(one), rgbOf(other)]
  return `rgb(${first.map((value, index) => Math.round(value + part * ((second[index] ?? 0) - value))).join(' ')})`
}

let pixel: CanvasRenderingContext2D | null | undefined

function rgbOf(colour: string): number[] {
  pixel ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pixel) return [0, 0, 0]
  pixel.fillStyle = colour
  pixel.fillRect(0, 0, 1, 1)
  return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3)
}
