import { createCanvas } from './canvas.ts'

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

/** The colours in the current theme. System colours are resolved here, because a worker cannot. */
export function readPalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element)
  const colours = Object.entries(properties).map(([name, property]) => {
    element.style.color = `var(${property})`
    return [name, style.color]
  })
  element.style.color = ''
  return { ...Object.fromEntries(colours), font: style.fontFamily } as Palette
}

/** Mixes two colours in sRGB; `part` is the share of the second one. */
export function mixColours(one: string, other: string, part: number): string {
  const [first, second] = [rgbOf(one), rgbOf(other)]
  return `rgb(${first.map((value, index) => Math.round(value + part * ((second[index] ?? 0) - value))).join(' ')})`
}

let pixel: ReturnType<typeof createCanvas>['context'] | undefined
const known = new Map<string, number[]>()

function rgbOf(colour: string): number[] {
  let rgb = known.get(colour)
  if (!rgb) {
    pixel ??= createCanvas(1, 1, { willReadFrequently: true }).context
    pixel.fillStyle = colour
    pixel.fillRect(0, 0, 1, 1)
    rgb = [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3)
    known.set(colour, rgb)
  }
  return rgb
}
