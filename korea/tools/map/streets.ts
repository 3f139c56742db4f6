import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { decodePolyline } from '../../../server/product/places/roads/geometry.ts'
import { boxOf, clipLine } from './clip.ts'
import { type Line, toWorld } from './lines.ts'

/** A piece of a street or railway; `brunnel` is bridge, tunnel, ford or empty. */
export type Street = { kind: string; brunnel: string; name: string; line: Line }

/** The tiles at whose edges the rows are cut. */
const CUT_ZOOM = 14
/** How far rows reach over their tile, as a fraction of its width. */
const OVERLAP = 1 / 100

/** Reads streets-korea.tsv.xz: class, brunnel, name and an encoded polyline in each row. Needs the program `xz`. */
export async function readStreets(file: string): Promise<Street[]> {
  const { stdout } = spawn('xz', ['-dc', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const streets: Street[] = []
  for await (const row of createInterface({ input: stdout })) {
    const [kind = '', brunnel = '', name = '', polyline = ''] = row.split('\t')
    const whole = decodePolyline(polyline).map(({ lat, lng }) => toWorld(lat, lng))
    for (const line of withoutOverlap(whole)) streets.push({ kind, brunnel, name, line })
  }
  return streets
}

/**
 * Rows overlap by a few metres where they are cut; cut exactly, the pieces can be joined again. A row that reaches farther
 * over its tile is left as it is, because its middle may lie in the next one.
 */
function withoutOverlap(line: Line): Line[] {
  const { left, top, right, bottom } = boxOf(line)
  const size = 2 ** CUT_ZOOM
  const [x, y] = [Math.floor(((left + right) / 2) * size), Math.floor(((top + bottom) / 2) * size)]
  const overhang = Math.max(x - left * size, right * size - x - 1, y - top * size, bottom * size - y - 1)
  if (overhang > OVERLAP) return [line]
  return clipLine(line, { left: x / size, top: y / size, right: (x + 1) / size, bottom: (y + 1) / size })
}
