import { gzipSync } from 'node:zlib'
import { type Box, placeTilesAt, squareFile, squaresIn, tileKindAt, wholeFilesAt } from '#rules/korea-map.ts'

/** Gzipped bytes of each file. */
export function gzippedSizes(files: ReadonlyMap<string, string>): Map<string, number> {
  return new Map([...files].map(([name, content]) => [name, gzipSync(content, { level: 9 }).length]))
}

/** Bytes loaded by a view of this box. */
export function bytesOfView(sizes: ReadonlyMap<string, number>, box: Box, zoom: number): number {
  const squares = [tileKindAt(zoom), placeTilesAt(zoom)].flatMap((kind) =>
    kind ? squaresIn(box, kind.zoom).map(({ x, y }) => squareFile(kind, x, y)) : [],
  )
  return [...wholeFilesAt(zoom), ...squares].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
}
