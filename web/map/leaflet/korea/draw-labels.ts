import type { Palette } from './palette.ts'
import type { LabelStyle, Measure, PlacedLabel } from './place-labels.ts'

type Context = CanvasRenderingContext2D

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
  if (style === 'market' || style === 'sight' || style === 'sea') return colours[style]
  return style === 'sido' || style === 'sgg' || style === 'change' ? colours.area : colours.minor
}

/** Measures labels; each text is measured once per font. */
export function createMeasure(context: Context, family: string): Measure {
  const widths = new Map<string, number>()
  return (text, style) => {
    const key = `${style} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      context.font = fontOf(style, family)
      width = context.measureText(text).width
      widths.set(key, width)
    }
    return { width, height: FONTS[style][1] * LINE_HEIGHT }
  }
}

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
