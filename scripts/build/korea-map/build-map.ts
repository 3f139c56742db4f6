import { baseFile, landFile, metroFile, tileKinds } from '#rules/korea-map.ts'
import { classify } from './borders.ts'
import { baseOf, landFileOf } from './country.ts'
import { metroOf } from './metro.ts'
import { placeTilesOf } from './place-tiles.ts'
import { readBundle } from './read-bundle.ts'
import { tilesOf } from './tiles.ts'

/** All files of the map of Korea as JSON by name (rules/korea-map.ts), made from korea/ in about a second. */
export function buildKoreaMap(): Map<string, string> {
  const bundle = readBundle()
  const borders = classify(bundle.borders)
  const squares = new Map<string, unknown>([
    ...tileKinds.flatMap((kind) => [...tilesOf(kind, bundle, borders)]),
    ...placeTilesOf(bundle),
  ])
  const files = new Map<string, unknown>([
    [baseFile, { ...baseOf(bundle, borders), squares: listSquares([...squares.keys()]) }],
    [landFile, landFileOf(borders)],
    [metroFile, metroOf(bundle.places, bundle.lines)],
    ...squares,
  ])
  return new Map([...files].map(([name, content]) => [name, JSON.stringify(content)]))
}

/** Columns and rows by kind of square, from the names of the files. */
function listSquares(names: readonly string[]): Record<string, number[]> {
  const squares: Record<string, number[]> = {}
  for (const name of names) {
    const [kind = '', x, y] = name.replace('.json', '').split('-')
    squares[kind] ??= []
    squares[kind].push(Number(x), Number(y))
  }
  return squares
}
