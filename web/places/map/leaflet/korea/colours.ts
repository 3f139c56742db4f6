import { readTheme, subscribeTheme } from '../../../../kit/theme.tsx'

/** Colours used only by the map, as oklch: in the light theme and in the dark one. */
const table = {
  commercial: ['0.949 0.013 75', '0.275 0.012 68'],
  sand: ['0.943 0.038 92', '0.335 0.024 88'],
  wood: ['0.893 0.052 143', '0.3 0.032 148'],
  grass: ['0.925 0.038 135', '0.305 0.026 140'],
  park: ['0.905 0.055 140', '0.315 0.034 145'],
  school: ['0.944 0.018 88', '0.283 0.014 75'],
  hospital: ['0.944 0.018 88', '0.283 0.014 75'],
  pitch: ['0.882 0.058 148', '0.335 0.036 148'],
  building: ['0.928 0.01 82', '0.292 0.011 68'],
  outline: ['0.893 0.012 80', '0.325 0.011 66'],
  motorway: ['0.922 0.074 84', '0.475 0.05 76'],
  motorwayCase: ['0.79 0.062 76', '0.235 0.016 70'],
  primary: ['0.955 0.048 88', '0.43 0.035 75'],
  primaryCase: ['0.825 0.042 82', '0.23 0.012 66'],
  secondary: ['0.99 0.012 90', '0.395 0.016 70'],
  secondaryCase: ['0.845 0.022 82', '0.225 0.008 60'],
  minor: ['1 0 0', '0.37 0.012 66'],
  minorCase: ['0.872 0.014 82', '0.225 0.008 60'],
  service: ['0.995 0.002 85', '0.345 0.011 66'],
  pedestrian: ['0.972 0.018 60', '0.36 0.016 55'],
  tunnel: ['0.945 0.012 85', '0.29 0.011 68'],
  tunnelCase: ['0.79 0.02 80', '0.41 0.014 66'],
  path: ['0.8 0.03 80', '0.42 0.02 75'],
  rail: ['0.755 0.014 75', '0.45 0.012 66'],
} as const

const properties = {
  water: '--map-water',
  land: '--map-land',
  abroad: '--map-block',
  sido: '--map-border-wide',
  sgg: '--map-border',
  dong: '--map-border-soft',
  text: '--map-text',
  softText: '--map-text-soft',
  waterText: '--map-text-water',
  market: '--map-market',
  sight: '--map-sight',
  station: '--map-station',
  halo: '--map-halo',
  metroMix: '--map-metro-mix',
} as const

export type Colours = Record<keyof typeof table | keyof typeof properties | 'font', string>

/**
 * Colours of the map in the light or dark theme, computed in the page of `element`. In forced colours only lines and names
 * differ from the background.
 */
export function readColours(element: HTMLElement, isDark: boolean): Colours {
  const style = getComputedStyle(element)
  const own = Object.entries(properties).map(([name, property]) => {
    element.style.color = `var(${property})`
    return [name, style.color]
  })
  element.style.color = ''
  const isForced = matchMedia('(forced-colors: active)').matches
  const forced = (name: string) => {
    const isLine = /Case$|outline|path|rail/.test(name)
    element.style.color = isLine ? 'GrayText' : 'Canvas'
    return style.color
  }
  const drawn = Object.entries(table).map(([name, [light, dark]]) => [
    name,
    isForced ? forced(name) : `oklch(${isDark ? dark : light})`,
  ])
  element.style.color = ''
  return { ...Object.fromEntries([...own, ...drawn]), font: style.fontFamily } as Colours
}

const known = new Map<string, readonly number[]>()
let pixel: CanvasRenderingContext2D | null | undefined

export function mixColours(one: string, other: string, part: number): string {
  const [first, second] = [rgbOf(one), rgbOf(other)]
  return `rgb(${first.map((value, index) => Math.round(value + part * ((second[index] ?? 0) - value))).join(' ')})`
}

function rgbOf(colour: string): readonly number[] {
  const before = known.get(colour)
  if (before) return before
  pixel ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })
  if (!pixel) return [0, 0, 0]
  pixel.fillStyle = colour
  pixel.fillRect(0, 0, 1, 1)
  const rgb = [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3)
  known.set(colour, rgb)
  return rgb
}

export function isDarkTheme(): boolean {
  const theme = readTheme()
  return theme === 'system' ? matchMedia(DARK).matches : theme === 'dark'
}

const DARK = '(prefers-color-scheme: dark)'

export function onDarkThemeChange(listener: () => void): () => void {
  const device = matchMedia(DARK)
  const forget = subscribeTheme(listener)
  device.addEventListener('change', listener)
  return () => {
    forget()
    device.removeEventListener('change', listener)
  }
}
