import type sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import type { FoodKind } from '#rules/food-kinds.ts'
import type { Tile } from '../saves/collections/get-collection.ts'
import { kindShapes } from './kind-shapes.gen.ts'

const COLOURS = { grounds: ['#fae9d7', '#f3dac3', '#edcfb3', '#fae9d7'], sign: '#b8430f', name: '#211a15' } as const
const SIGN = 104
const GAP = 26
/** Smallest and largest font size of a name; between them the largest at which its longest word fits into a line. */
const [LEAST_SIZE, NAME_SIZE] = [24, 34]
const MARGIN = 24

/** Draws a text beside the photos, or centred within `room` pixels. */
export type DrawText = (text: string, size: number, colour: string, room?: number) => Promise<Drawn>

type Drawn = { data: Buffer; info: { width: number; height: number } }

export type Box = Readonly<{ left: number; top: number; width: number; height: number }>

type Tools = Readonly<{ boxOf: (index: number, count: number) => Box; write: DrawText }>

/** Draws for each place the sign of its kind above its name, where the photos would be. */
export async function drawTiles(draw: typeof sharp, tiles: readonly Tile[], { boxOf, write }: Tools) {
  const parts = tiles.map(async ({ name, kind }, index): Promise<OverlayOptions[]> => {
    const { left, top, width, height } = boxOf(index, tiles.length)
    const room = width - 2 * MARGIN
    const longest = Math.max(...name.split(' ').map((word) => [...word].length))
    const size = Math.min(NAME_SIZE, Math.max(LEAST_SIZE, Math.floor(room / longest)))
    const words = await write(name, size, COLOURS.name, room)
    const above = top + Math.round((height - SIGN - GAP - words.info.height) / 2)
    const ground = COLOURS.grounds[index] ?? COLOURS.grounds[0]
    return [
      { input: { create: { width, height, channels: 3, background: ground } }, left, top },
      { input: await signOf(draw, kind), left: left + Math.round((width - SIGN) / 2), top: above },
      { input: words.data, left: left + Math.round((width - words.info.width) / 2), top: above + SIGN + GAP },
    ]
  })
  return (await Promise.all(parts)).flat()
}

/** No text of a member is in the SVG. */
function signOf(draw: typeof sharp, kind: FoodKind): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIGN}" height="${SIGN}" viewBox="0 0 24 24" fill="none"
    stroke="${COLOURS.sign}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${kindShapes[kind]}</svg>`
  return draw(Buffer.from(svg)).png().toBuffer()
}
