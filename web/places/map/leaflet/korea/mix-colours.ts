const known = new Map<string, readonly number[]>()
let pixel: CanvasRenderingContext2D | null | undefined

/** Mixes two colours in sRGB; `part` is the share of the second one. */
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
