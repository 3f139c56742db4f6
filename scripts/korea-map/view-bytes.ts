import { gzipSync } from 'node:zlib'
import {
  baseFile,
  landFile,
  METRO_ZOOM,
  metroFile,
  placeTiles,
  type SquareKind,
  squareFile,
  tileKindAt,
} from '#rules/korea-map.ts'
import type { Box } from './clip.ts'

/** Gzipped bytes of each file. */
export function gzippedSizes(files: ReadonlyMap<string, string>): Map<string, number> {
  return new Map([...files].map(([name, content]) => [name, gzipSync(content, { level: 9 }).length]))
}

/** Bytes loaded by a view of this box. */
export function bytesOfView(sizes: ReadonlyMap<string, number>, box: Box, zoom: number): number {
  const size = (name: string) => sizes.get(name) ?? 0
  const sizeOfSquares = (kind: SquareKind) => {
    const across = 2 ** kind.zoom
    let sum = 0
    for (let x = Math.floor(box.left * across); x <= Math.floor(box.right * across); x++)
      for (let y = Math.floor(box.top * across); y <= Math.floor(box.bottom * across); y++)
        sum += size(squareFile(kind, x, y))
    return sum
  }
  const kind = tileKindAt(zoom)
  const land = kind ? sizeOfSquares(kind) : size(landFile)
  const places = zoom >= placeTiles.from ? sizeOfSquares(placeTiles) : 0
  return size(baseFile) + land + places + (zoom >= METRO_ZOOM ? size(metroFile) : 0)
}
