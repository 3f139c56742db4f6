import type { QueryGetMapPostsArgs } from '#contract/schema.gen.ts'
import { type Sort, toSort } from '#rules/paging.ts'
import { mapSchema } from '#rules/places.ts'
import { TILE_PIXELS } from '#rules/position.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { checkInput } from '../../../platform/errors.ts'
import type { Reader } from '../../authors/visibility.ts'
import { type ListFilter, parseFilter } from '../lists/list-filter.ts'
import type { PostQuery } from '../search/post-query.ts'

/** Degrees of longitude and Mercator latitude, as in `map_point`. */
export type Box = Readonly<{ west: number; east: number; south: number; north: number }>

/** A map as it is shown: its bounds, and which posts in which order. */
export type MapView = Readonly<{
  box: Box
  zoom: number
  /** Degrees of a square of the clustering grid. */
  square: number
  /** Degrees below which two clusters overlap. */
  apart: number
  sort: Sort
  query: PostQuery | null
  filter: ListFilter
}>

const SQUARE = 64
const APART = 60

const MAX_SQUARES = 400

const MAX_LATITUDE = 85.05112878

/** Degrees added to each side, a tenth of a millimetre: the database rounds the last digit of the projection differently. */
const ROUNDING_MARGIN = 1e-9

/** @throws {AppError} BAD_USER_INPUT */
export function parseMapView(
  args: QueryGetMapPostsArgs,
  reader: Reader,
  db?: Database,
): Omit<MapView, 'query'> & { keyword: string } {
  const { filter, keyword, zoom, ...bounds } = checkInput(mapSchema, args)
  const box = {
    west: bounds.west - ROUNDING_MARGIN,
    east: bounds.east + ROUNDING_MARGIN,
    south: mercatorLatitude(bounds.south) - ROUNDING_MARGIN,
    north: mercatorLatitude(bounds.north) + ROUNDING_MARGIN,
  }
  const pixel = 360 / (TILE_PIXELS * 2 ** zoom)
  return {
    box,
    zoom,
    square: squareOf(box, pixel * SQUARE),
    apart: pixel * APART,
    sort: toSort(filter),
    keyword: keyword ?? '',
    filter: parseFilter(args, reader, new Date(), db),
  }
}

export function mercatorLatitude(lat: number): number {
  const bounded = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat))
  return (Math.log(Math.tan(((45 + bounded / 2) * Math.PI) / 180)) * 180) / Math.PI
}

export function latitudeOf(mercator: number): number {
  return (Math.atan(Math.exp((mercator * Math.PI) / 180)) * 360) / Math.PI - 90
}

/** Width of the grid's squares: 360° / 2ⁿ, so that squares of all sizes nest; larger if the box would have too many. */
function squareOf(box: Box, wanted: number): number {
  let square = 360 / 2 ** Math.ceil(Math.log2(360 / wanted))
  while (squaresIn(box, square) > MAX_SQUARES) square *= 2
  return square
}

function squaresIn({ west, east, south, north }: Box, square: number): number {
  return Math.ceil((east - west) / square) * Math.ceil((north - south) / square)
}
