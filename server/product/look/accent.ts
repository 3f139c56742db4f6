import { clampChroma, converter, formatHex, wcagContrast } from 'culori'
import { lookMessages, SIGN_CONTRAST, TEXT_CONTRAST } from '#rules/look.ts'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Custom properties of `web/styles/tokens.css`, and their colours. */
export type Palette = Readonly<Record<(typeof accentTokens)[number], string>>

const accentTokens = [
  '--accent',
  '--accent-fill',
  '--accent-fill-hover',
  '--on-accent',
  '--accent-text',
  '--accent-soft',
] as const

/** Colours of the default look, as in `tokens.css`: backgrounds, text and accents. */
export const defaultColours = {
  light: {
    '--bg': 'oklch(0.985 0.006 75)',
    '--surface': 'oklch(0.998 0.002 80)',
    '--surface-2': 'oklch(0.962 0.008 70)',
    '--raised-2': 'oklch(0.962 0.008 70)',
    '--ink': 'oklch(0.255 0.018 45)',
    '--accent': 'oklch(0.65 0.19 40)',
    '--accent-fill': 'oklch(0.578 0.19 37)',
    '--on-accent': 'oklch(1 0 0)',
    '--accent-text': 'oklch(0.54 0.175 37)',
    '--accent-soft': 'oklch(0.952 0.03 50)',
  },
  dark: {
    '--bg': 'oklch(0.178 0.008 50)',
    '--surface': 'oklch(0.218 0.009 50)',
    '--surface-2': 'oklch(0.262 0.01 50)',
    '--raised-2': 'oklch(0.305 0.012 50)',
    '--ink': 'oklch(0.945 0.008 75)',
    '--accent': 'oklch(0.725 0.175 43)',
    '--accent-fill': 'oklch(0.725 0.17 44)',
    '--on-accent': 'oklch(0.195 0.035 40)',
    '--accent-text': 'oklch(0.785 0.135 50)',
    '--accent-soft': 'oklch(0.305 0.055 42)',
  },
} as const satisfies Record<Theme, Record<string, string>>

const oklch = converter('oklch')

/** Hex colour of these OKLCH values; beyond what screens show, its chroma is reduced. */
const shade = (l: number, c: number, h: number) => formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'))

/**
 * Derives both palettes: the accent itself fills buttons of the light theme; other colours have its hue and the lightness of
 * the default ones.
 */
export function palettesOf(accent: string): Readonly<Record<Theme, Palette>> {
  const { l = 0, c = 0, h = 0 } = oklch(accent) ?? {}
  return {
    light: {
      '--accent': shade(Math.max(l, Math.min(l + 0.07, 0.65)), c, h),
      '--accent-fill': accent,
      '--accent-fill-hover': shade(Math.max(0, l - 0.043), c, h),
      '--on-accent': '#ffffff',
      '--accent-text': shade(Math.min(l, 0.54), c, h),
      '--accent-soft': shade(0.952, Math.min(c, 0.03), h),
    },
    dark: {
      '--accent': shade(0.725, Math.min(c, 0.175), h),
      '--accent-fill': shade(0.725, Math.min(c, 0.17), h),
      '--accent-fill-hover': shade(0.77, Math.min(c, 0.155), h),
      '--on-accent': shade(0.195, Math.min(c, 0.035), h),
      '--accent-text': shade(0.785, Math.min(c, 0.135), h),
      '--accent-soft': shade(0.305, Math.min(c, 0.055), h),
    },
  }
}

/** Why a colour cannot be the accent; null if it can. */
export function faultOfAccent(accent: string): string | null {
  const palettes = palettesOf(accent)
  const white = wcagContrast(palettes.light['--on-accent'], accent)
  if (white < TEXT_CONTRAST) return lookMessages.pale(white)
  return themes.every((theme) => isReadable(palettes[theme], theme)) ? null : lookMessages.unreadable
}

function isReadable(palette: Palette, theme: Theme): boolean {
  const { '--bg': page, '--surface-2': inset, '--raised-2': raised, '--ink': ink } = defaultColours[theme]
  const ground = [page, inset, raised]
  const { '--accent': sign, '--accent-fill': fill, '--accent-fill-hover': hover, '--on-accent': on } = palette
  const { '--accent-text': text, '--accent-soft': soft } = palette
  const texts = [[on, fill], [on, hover], [ink, soft], [text, soft], ...ground.map((under) => [text, under])]
  const signs = ground.flatMap((under) => [
    [sign, under],
    [fill, under],
  ])
  const has = (contrast: number) => (pair: string[]) => wcagContrast(pair[0] ?? '', pair[1] ?? '') >= contrast
  return texts.every(has(TEXT_CONTRAST)) && signs.every(has(SIGN_CONTRAST))
}
