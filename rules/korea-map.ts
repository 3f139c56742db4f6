/**
 * How the files of the map of Korea are laid out. scripts/korea-map/ writes them when the pages are built, and
 * web/map/leaflet/korea/ draws them. Positions are whole steps from a corner in Web Mercator: `2 ** bits` steps are the width
 * of the world, x goes east and y goes south.
 */

/** x, y, x, y, … each the difference from the point before; the first point of a list of lines from the corner. */
export type EncodedLine = readonly number[]

/** A name and where its middle stands, in steps. */
export type EncodedName = readonly [name: string, x: number, y: number]

export const placeKinds = ['market', 'sight'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** What every zoom needs: neighbouring land, rivers, and the names of all that is wider than a 동. */
export type BaseFile = {
  neighbours: EncodedLine[]
  sidoNames: EncodedName[]
  /** The districts of a 시도; those of a city that is no 시도 stand in `cityDistrictNames`. */
  sggNames: EncodedName[]
  cityDistrictNames: EncodedName[]
  islandNames: EncodedName[]
  seaNames: EncodedName[]
  /** Their courses, `width` in metres; those that are `far` are true to some 500 m only. */
  rivers: { width: number; far: boolean; lines: EncodedLine[] }[]
  /** The squares that have a file, column and row by turns. */
  squares: Record<SquareKind['name'], number[]>
}

/** The country from afar. */
export type LandFile = {
  /** Rings, cut some steps outside a square: LAND_OVERLAP. */
  land: EncodedLine[]
  sidoBorders: EncodedLine[]
  sggBorders: EncodedLine[]
}

/** A square of the country. */
export type SquareFile = LandFile & {
  /** Of 읍 and 면 alone in a middle square. */
  dongNames: EncodedName[]
  /** Only in a near square. */
  dongBorders?: EncodedLine[]
}

/** Markets and sights of a square. */
export type PlacesFile = Record<PlaceKind, EncodedName[]>

/** All metro lines. Positions are steps from the station before; routes are indexes of stations in order. */
export type MetroFile = {
  stations: EncodedName[]
  lines: { name: string; color: string; routes: number[][] }[]
}

/** Precision of everything that is no square; land that is seen from afar alone needs less. */
export const WHOLE_BITS = 22
export const FAR_BITS = 18

/** Squares of Web Mercator: those of tile zoom `zoom` are drawn from `from` on, until the next kind takes over. */
export const tileKinds = [
  { name: 'middle', zoom: 9, from: 10, bits: 20 },
  { name: 'near', zoom: 11, from: 12, bits: 22 },
] as const
export type TileKind = (typeof tileKinds)[number]

/** Squares of markets and sights, drawn beside the others. */
export const placeTiles = { name: 'places', zoom: 10, from: 13, bits: 22 } as const

export type SquareKind = TileKind | typeof placeTiles

/** From here on metro lines are drawn. */
export const METRO_ZOOM = 10

/** How far the land of a square reaches over its sides, so that no seam is seen between two, in parts of its width. */
export const LAND_OVERLAP = 1 / 64

export const baseFile = 'base.json'
/** The land where no squares are drawn. */
export const landFile = 'land.json'
export const metroFile = 'metro.json'
export const squareFile = ({ name }: Pick<SquareKind, 'name'>, x: number, y: number) => `${name}-${x}-${y}.json`

/** The kind of squares that a zoom is drawn from; none from afar. */
export function tileKindAt(zoom: number): TileKind | null {
  return tileKinds.findLast(({ from }) => zoom >= from) ?? null
}

/** A position in Web Mercator, the width of the world being 1. */
export function toWorld(lat: number, lng: number): [x: number, y: number] {
  const radians = (lat * Math.PI) / 180
  return [(lng + 180) / 360, 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)]
}
