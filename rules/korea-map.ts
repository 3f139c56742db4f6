/**
 * The file format of the map of Korea. scripts/build/korea-map/ writes the files during the build, and web/map/leaflet/korea/
 * draws them. Positions are integer steps from a corner in Web Mercator: the world is `2 ** bits` steps wide, x grows
 * eastwards and y southwards.
 */

/**
 * x, y, x, y, …: each the difference from the previous point; the first point of a list of lines is relative to the
 * corner.
 */
export type EncodedLine = readonly number[]

/** A name and its centre, in steps. */
export type EncodedName = readonly [name: string, x: number, y: number]

export const placeKinds = ['market', 'sight'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** A value for each kind of place. */
export function byPlaceKind<Value>(make: (kind: PlaceKind) => Value): Record<PlaceKind, Value> {
  return Object.fromEntries(placeKinds.map((kind) => [kind, make(kind)])) as Record<PlaceKind, Value>
}

/** Needed at every zoom: neighbouring land, rivers, and the names of everything larger than a 동. */
export type BaseFile = {
  neighbours: EncodedLine[]
  sidoNames: EncodedName[]
  /** Districts of a 시도; those of cities that are not a 시도 are in `cityDistrictNames`. */
  sggNames: EncodedName[]
  cityDistrictNames: EncodedName[]
  islandNames: EncodedName[]
  seaNames: EncodedName[]
  /** Their lines, `width` in metres; `far` ones are only accurate to about 500 m. */
  rivers: { width: number; far: boolean; lines: EncodedLine[] }[]
  /** The squares that have a file: column, row, column, row, …. */
  squares: Record<SquareKind['name'], number[]>
}

/** The whole country at low zoom. */
export type LandFile = {
  /** Rings, cut slightly outside the square: LAND_OVERLAP. */
  land: EncodedLine[]
  sidoBorders: EncodedLine[]
  sggBorders: EncodedLine[]
}

/** One square of the country. */
export type SquareFile = LandFile & {
  /** In a middle square only 읍 and 면. */
  dongNames: EncodedName[]
  /** Only in near squares. */
  dongBorders?: EncodedLine[]
}

/** Markets and sights of one square. */
export type PlacesFile = Record<PlaceKind, EncodedName[]>

/** All metro lines. Positions are relative to the previous station; routes are lists of station indexes. */
export type MetroFile = {
  stations: EncodedName[]
  lines: { name: string; color: string; routes: number[][] }[]
}

/** Precision of everything outside the squares; the land at low zoom needs less. */
export const WHOLE_BITS = 22
export const FAR_BITS = 18

/** Squares of Web Mercator: tiles of zoom `zoom`, drawn from map zoom `from` until the next kind starts. */
export const tileKinds = [
  { name: 'middle', zoom: 9, from: 10, bits: 20 },
  { name: 'near', zoom: 11, from: 12, bits: 22 },
] as const
export type TileKind = (typeof tileKinds)[number]

/** Squares of markets and sights, drawn in addition. */
export const placeTiles = { name: 'places', zoom: 10, from: 13, bits: 22 } as const

export type SquareKind = TileKind | typeof placeTiles

/** Metro lines are drawn from this zoom. */
export const METRO_ZOOM = 10

/**
 * How far the land of a square extends over its sides, as a fraction of its width, so that no gap shows between two.
 */
export const LAND_OVERLAP = 1 / 64

export const baseFile = 'base.json'
/** The land where no squares are drawn. */
export const landFile = 'land.json'
export const metroFile = 'metro.json'
export const squareFile = ({ name }: Pick<SquareKind, 'name'>, x: number, y: number) => `${name}-${x}-${y}.json`

export type WholeFile = typeof baseFile | typeof landFile | typeof metroFile

/** Files about all of Korea that a view at this zoom needs; the base comes first. */
export function wholeFilesAt(zoom: number): WholeFile[] {
  const land = tileKindAt(zoom) ? [] : ([landFile] as const)
  const metro = zoom >= METRO_ZOOM ? ([metroFile] as const) : []
  return [baseFile, ...land, ...metro]
}

/** The kind of squares for a zoom; none at low zoom. */
export function tileKindAt(zoom: number): TileKind | null {
  return tileKinds.findLast(({ from }) => zoom >= from) ?? null
}

/** The squares of markets and sights, if they are drawn at this zoom. */
export function placeTilesAt(zoom: number): typeof placeTiles | null {
  return zoom >= placeTiles.from ? placeTiles : null
}

/** A rectangle in Web Mercator; the world has width 1. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Whether two boxes have a point in common. */
export function doTouch(one: Box, other: Box): boolean {
  return one.left <= other.right && one.right >= other.left && one.top <= other.bottom && one.bottom >= other.top
}

/** Columns and rows of the squares of that tile zoom that a box touches. */
export function squaresIn({ left, top, right, bottom }: Box, zoom: number): { x: number; y: number }[] {
  const between = (from: number, to: number) => {
    const first = Math.floor(from * 2 ** zoom)
    return Array.from({ length: Math.floor(to * 2 ** zoom) - first + 1 }, (_, step) => first + step)
  }
  return between(left, right).flatMap((x) => between(top, bottom).map((y) => ({ x, y })))
}

export function boxOfSquare(x: number, y: number, zoom: number): Box {
  const width = 2 ** -zoom
  return { left: x * width, top: y * width, right: (x + 1) * width, bottom: (y + 1) * width }
}

/** A position in Web Mercator; the world has width 1. */
export function toWorld(lat: number, lng: number): [x: number, y: number] {
  const radians = (lat * Math.PI) / 180
  return [(lng + 180) / 360, 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)]
}
