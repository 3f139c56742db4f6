import {
  type BaseFile,
  byPlaceKind,
  FAR_BITS,
  type LandFile,
  type MetroFile,
  type PlaceKind,
  type PlacesFile,
  type SquareFile,
  type SquareKind,
  WHOLE_BITS,
} from '#rules/korea-map.ts'
import { decodeLines, decodeNames, type MapLine, type MapName, smoothed, squareGrid, wholeGrid } from './decode.ts'

export type Base = {
  neighbours: MapLine[]
  names: { sido: MapName[]; sgg: MapName[]; cityDistrict: MapName[]; island: MapName[]; sea: MapName[] }
  rivers: { width: number; far: boolean; lines: MapLine[] }[]
  squares: Record<SquareKind['name'], ReadonlySet<string>>
}
export type Land = {
  land: MapLine[]
  borders: { sido: MapLine[]; sgg: MapLine[]; dong: MapLine[] }
  dongNames: MapName[]
}
export type Places = Record<PlaceKind, MapName[]>

export function readBase(file: BaseFile): Base {
  const grid = wholeGrid(WHOLE_BITS)
  return {
    neighbours: decodeLines(file.neighbours, wholeGrid(FAR_BITS)),
    names: {
      sido: decodeNames(file.sidoNames, grid),
      sgg: decodeNames(file.sggNames, grid),
      cityDistrict: decodeNames(file.cityDistrictNames, grid),
      island: decodeNames(file.islandNames, grid),
      sea: decodeNames(file.seaNames, grid),
    },
    rivers: file.rivers.map((river) => ({ ...river, lines: decodeLines(river.lines, grid).map(smoothed) })),
    squares: {
      middle: squaresOf(file.squares.middle),
      near: squaresOf(file.squares.near),
      places: squaresOf(file.squares.places),
    },
  }
}

function squaresOf(numbers: readonly number[]): ReadonlySet<string> {
  return new Set(numbers.flatMap((x, index) => (index % 2 === 0 ? [`${x} ${numbers[index + 1]}`] : [])))
}

export function readWholeLand(file: LandFile): Land {
  return readLand(file, wholeGrid(FAR_BITS))
}

export function readSquareLand(file: LandFile | SquareFile, x: number, y: number, { zoom, bits }: SquareKind): Land {
  return readLand(file, squareGrid(x, y, zoom, bits))
}

function readLand(file: LandFile | SquareFile, grid: ReturnType<typeof wholeGrid>): Land {
  return {
    land: decodeLines(file.land, grid),
    borders: {
      sido: decodeLines(file.sidoBorders, grid),
      sgg: decodeLines(file.sggBorders, grid),
      dong: 'dongNames' in file ? decodeLines(file.dongBorders ?? [], grid) : [],
    },
    dongNames: 'dongNames' in file ? decodeNames(file.dongNames, grid) : [],
  }
}

export function readPlaces(file: PlacesFile, x: number, y: number, { zoom, bits }: SquareKind): Places {
  const grid = squareGrid(x, y, zoom, bits)
  return byPlaceKind((kind) => decodeNames(file[kind], grid))
}

export type Station = MapName & {
  /** Number of lines that stop here. */
  lines: number
}
export type Route = { color: string; stops: Station[] }
export type Metro = { stations: Station[]; routes: Route[] }

/** Decodes the metro's file: stations with their number of lines, and routes through them. */
export function readMetro({ stations, lines }: MetroFile): Metro {
  let [right, down] = [0, 0]
  const known = stations.map(([name, x, y]): Station => {
    right += x
    down += y
    return { name, x: right / 2 ** WHOLE_BITS, y: down / 2 ** WHOLE_BITS, lines: 0 }
  })
  const routes = lines.flatMap(({ color, routes }) => {
    const stops = routes.map((route) => route.flatMap((index) => known[index] ?? []))
    for (const station of new Set(stops.flat())) station.lines += 1
    return stops.map((route) => ({ color, stops: route }))
  })
  return { stations: known, routes }
}
