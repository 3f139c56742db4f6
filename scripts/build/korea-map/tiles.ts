import {
  type Box,
  boxOfSquare,
  doTouch,
  LAND_OVERLAP,
  type SquareFile,
  squareFile,
  squaresIn,
  type TileKind,
} from '#rules/korea-map.ts'
import type { Border, BorderKind } from './borders.ts'
import { boxOf, clipLine, clipRing } from './clip.ts'
import { landOf } from './country.ts'
import { encodeLines, encodeNames, type Grid, type NamedPoint } from './encode.ts'
import { type Line, simplify } from './lines.ts'
import { dongNames } from './names.ts'
import type { Bundle } from './read-bundle.ts'
import { isInRiver } from './rivers.ts'

/** Tolerance of the simplification, as a fraction of the world's width. */
const DETAIL = { middle: 0.7 / (256 * 2 ** 10), near: 0.5 / (256 * 2 ** 12) }

type Boxed = { line: Line; box: Box }
type Content = { land: Boxed[]; lines: Record<Exclude<BorderKind, 'edge'>, Boxed[]>; dongs: NamedPoint[] }

/** All squares of a kind that contain land, by file name. */
export function tilesOf(kind: TileKind, bundle: Bundle, borders: readonly Border[]): Map<string, SquareFile> {
  const content = contentOf(kind, bundle, borders)
  const squares = new Map(
    content.land.flatMap(({ box }) => squaresIn(box, kind.zoom)).map((square) => [`${square.x} ${square.y}`, square]),
  )
  return new Map(
    [...squares.values()].flatMap(({ x, y }) => {
      const tile = tileAt(kind, content, boxOfSquare(x, y, kind.zoom))
      return tile.land.length > 0 ? [[squareFile(kind, x, y), tile]] : []
    }),
  )
}

function contentOf({ name }: TileKind, bundle: Bundle, borders: readonly Border[]): Content {
  const detail = DETAIL[name]
  const isNear = name === 'near'
  const boxed = (line: Line): Boxed => ({ line, box: boxOf(line) })
  const linesOf = (kind: BorderKind) =>
    borders
      .filter((border) => border.kind === kind && !isInRiver(border))
      .map(({ line }) => boxed(simplify(line, detail)))
  return {
    land: landOf(borders, detail).map(boxed),
    lines: { sido: linesOf('sido'), sgg: linesOf('sgg'), dong: isNear ? linesOf('dong') : [] },
    dongs: dongNames(bundle.borders, bundle.areas).filter(({ name }) => isNear || /[읍면]$/.test(name)),
  }
}

function tileAt({ name, bits }: TileKind, { land, lines, dongs }: Content, box: Box): SquareFile {
  const grid: Grid = { corner: [box.left, box.top], bits }
  const wide = widened(box, (box.right - box.left) * LAND_OVERLAP)
  const rings = land.filter((one) => doTouch(one.box, wide)).map(({ line }) => clipRing(line, wide))
  const clipped = (kind: keyof Content['lines']) =>
    encodeLines(
      lines[kind].filter((one) => doTouch(one.box, box)).flatMap(({ line }) => clipLine(line, box)),
      grid,
    )
  const tile = {
    land: encodeLines(rings, grid, 3),
    sidoBorders: clipped('sido'),
    sggBorders: clipped('sgg'),
    dongNames: encodeNames(
      dongs.filter(({ at }) => isIn(at, box)),
      grid,
    ),
  }
  return name === 'near' ? { ...tile, dongBorders: clipped('dong') } : tile
}

function isIn([x, y]: NamedPoint['at'], { left, top, right, bottom }: Box): boolean {
  return x >= left && x < right && y >= top && y < bottom
}

function widened({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}
