import type { Context } from './canvas.ts'
import type { Palette } from './palette.ts'
import type { LabelStyle, Measure, PlacedLabel } from './place-labels.ts'

/** Weight and size in pixels. */
const FONTS: Record<LabelStyle, readonly [weight: number, size: number]> = {
  sido: [700, 15],
  sgg: [700, 13],
  dong: [500, 12],
  change: [600, 12],
  station: [500, 11.5],
  market: [500, 11.5],
  sight: [500, 11.5],
  sea: [500, 13],
  island: [500, 12],
}
const LINE_HEIGHT = 1.25
const HALO = 3

const colourOf = (style: LabelStyle, colours: Palette): string => {
  if (style === 'sido' || style === 'sgg' || style === 'change') return colours.area
  return style === 'dong' || style === 'station' || style === 'island' ? colours.minor : colours[style]
}

/**
 * Measures labels letter by letter, each letter once per font: measuring whole names would take longer than drawing the
 * map. All Hangul syllables of a font have the same width.
 */
export function createMeasure(context: Context, family: string): Measure {
  const widths = new Map<string, number>()
  const widthOf = (letter: string, style: LabelStyle) => {
    const measured = letter >= FIRST_SYLLABLE && letter <= LAST_SYLLABLE ? FIRST_SYLLABLE : letter
    const key = style + measured
    let width = widths.get(key)
    if (width === undefined) {
      context.font = fontOf(style, family)
      width = context.measureText(measured).width
      widths.set(key, width)
    }
    return width
  }
  return (text, style) => ({
    width: [...text].reduce((sum, letter) => sum + widthOf(letter, style), 0),
    height: FONTS[style][1] * LINE_HEIGHT,
  })
}

const FIRST_SYLLABLE = '가'
const LAST_SYLLABLE = '힣'

/** Draws names with a halo in the colour of the background. */
export function drawLabels(context: Context, labels: readonly PlacedLabel[], colours: Palette): void {
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = HALO
  for (const style of Object.keys(FONTS) as LabelStyle[]) {
    const ofStyle = labels.filter((label) => label.style === style)
    if (ofStyle.length === 0) continue
    context.font = fontOf(style, colours.font)
    context.strokeStyle = style === 'sea' || style === 'island' ? colours.water : colours.halo
    context.fillStyle = colourOf(style, colours)
    for (const { text, box } of ofStyle) {
      const y = (box.top + box.bottom) / 2 + 0.5
      context.strokeText(text, box.left, y)
      context.fillText(text, box.left, y)
    }
  }
}

function fontOf(style: LabelStyle, family: string): string {
  const [weight, size] = FONTS[style]
  return `${weight} ${size}px ${family}`
}
