import {
  boxOfSquare,
  byPlaceKind,
  type PlaceKind,
  type PlacesFile,
  placeTiles,
  squareFile,
  toWorld,
} from '#rules/korea-map.ts'
import { landmarkKind } from '#rules/places.ts'
import { encodeNames, type Grid, type NamedPoint } from './encode.ts'
import type { Bundle } from './read-bundle.ts'

/** Markets and sights by file name. */
export function placeTilesOf({ places }: Bundle): Map<string, PlacesFile> {
  const squares = new Map<string, { x: number; y: number } & Record<PlaceKind, NamedPoint[]>>()
  for (const [name, category, , lat, lng] of places) {
    const kind = landmarkKind(category)
    if (!kind || kind === 'station') continue
    const group = kind === 'market' ? kind : 'sight'
    const at = toWorld(lat, lng)
    const [x, y] = [Math.floor(at[0] * 2 ** placeTiles.zoom), Math.floor(at[1] * 2 ** placeTiles.zoom)]
    const file = squareFile(placeTiles, x, y)
    const square = squares.get(file) ?? { x, y, ...byPlaceKind(() => []) }
    square[group].push({ name: withoutRemark(name), at })
    squares.set(file, square)
  }
  return new Map(
    [...squares].map(([file, square]) => {
      const { left, top } = boxOfSquare(square.x, square.y, placeTiles.zoom)
      const grid: Grid = { corner: [left, top], bits: placeTiles.bits }
      return [file, byPlaceKind((kind) => encodeNames(square[kind], grid))]
    }),
  )
}

/** '서울 한양도성' for '서울 한양도성(서울성곽)'. */
function withoutRemark(name: string): string {
  return name.replace(/\s*\(.*$/, '') || name
}
