import { type BaseFile, doTouch, FAR_BITS, type LandFile, toWorld, WHOLE_BITS } from '#rules/korea-map.ts'
import type { Border, BorderKind } from './borders.ts'
import { boxOf, clipRing } from './clip.ts'
import { encodeLines, encodeNames, type Grid } from './encode.ts'
import { areaOf, isClosed, joinLines, type Line, type Point, simplify } from './lines.ts'
import { islandNames, seaNames, sggNames, sidoNames } from './names.ts'
import type { Bundle } from './read-bundle.ts'
import { isInRiver, riversOf } from './rivers.ts'

/** Tolerance of the simplification at the zooms without squares, as a fraction of the world's width. */
const DETAIL = 0.6 / (256 * 2 ** 8)
/** The neighbouring land visible on a screen that shows all of Korea. */
const [WEST, NORTH] = toWorld(47, 113)
const [EAST, SOUTH] = toWorld(28, 143)
const WINDOW = { left: WEST, top: NORTH, right: EAST, bottom: SOUTH }

const grid: Grid = { corner: [0, 0], bits: WHOLE_BITS }
const farGrid: Grid = { corner: [0, 0], bits: FAR_BITS }

/** The base file without its list of squares. */
export function baseOf(bundle: Bundle, borders: readonly Border[]): Omit<BaseFile, 'squares'> {
  const { sgg, cityDistricts } = sggNames(bundle.areas)
  return {
    neighbours: encodeLines(neighboursOf(bundle), farGrid, 4),
    sidoNames: encodeNames(sidoNames, grid),
    sggNames: encodeNames(sgg, grid),
    cityDistrictNames: encodeNames(cityDistricts, grid),
    islandNames: encodeNames(islandNames, grid),
    seaNames: encodeNames(seaNames, grid),
    rivers: riversOf(borders, bundle).map(({ width, far, lines }) => ({ width, far, lines: encodeLines(lines, grid) })),
  }
}

/** The whole country for the zooms without squares. */
export function landFileOf(borders: readonly Border[]): LandFile {
  const linesOf = (kind: BorderKind) =>
    joinLines(borders.filter((border) => border.kind === kind && !isInRiver(border)).map(({ line }) => line)).map(
      (line) => simplify(line, DETAIL),
    )
  const land = encodeLines(landOf(borders, DETAIL), farGrid, 4)
  return {
    land,
    sidoBorders: encodeLines(linesOf('sido'), farGrid),
    sggBorders: encodeLines(linesOf('sgg'), farGrid),
  }
}

/** The rings of the coast, simplified, without those too small to see. */
export function landOf(borders: readonly Border[], detail: number): Line[] {
  const edges = borders.filter(({ kind }) => kind === 'edge').map(({ line }) => simplify(line, detail))
  return joinLines(edges).filter((line) => isClosed(line) && areaOf(line) > 4 * detail * detail)
}

function neighboursOf({ surroundings }: Bundle): Line[] {
  return surroundings.features
    .flatMap(({ geometry }) => {
      if (geometry.type === 'Polygon') return [geometry.coordinates[0]]
      return geometry.type === 'MultiPolygon' ? geometry.coordinates.map(([outer]) => outer) : []
    })
    .map((ring) => (ring ?? []).map(([lng = 0, lat = 0]): Point => toWorld(lat, lng)))
    .filter((ring) => doTouch(boxOf(ring), WINDOW))
    .map((ring) => simplify(clipRing(ring, WINDOW), 3 * DETAIL))
    .filter((ring) => areaOf(ring) > 10 * DETAIL * DETAIL)
}
