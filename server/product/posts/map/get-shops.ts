import type { QueryGetMapShopsArgs, QueryGetNearShopsArgs, Shop } from '#contract/schema.gen.ts'
import { foodKindOfCategory } from '#rules/food-categories.ts'
import { MIN_SHOPS_ZOOM, positionSchema } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { shownPlace } from '../../../platform/database/shown.ts'
import { checkInput } from '../../../platform/errors.ts'
import {
  FARTHEST_SHOP_METRES,
  type FoundShop,
  findNearestShops,
  findShopsInSquares,
  presentShop,
  type Square,
} from '../../places/shops/find-shops.ts'
import { areaNamesOfAddresses } from '../areas/locate-posts.ts'
import { filterListedShops } from '../venues/shops-without-posts.ts'
import { type Box, parseMapView } from './view.ts'

/** Limits of shops that are read for a square of 128 pixels: for any kind, and for some kinds, to which most do not belong. */
const MOST = 2
const MOST_OF_ALL_KINDS = 10

/** Shops in view, spread evenly, however many there are. @throws {AppError} BAD_USER_INPUT */
export async function getMapShops(context: OperationContext, args: QueryGetMapShopsArgs): Promise<Shop[]> {
  const { db, session, shown } = context
  const { box, zoom, square } = parseMapView(args, session)
  if (zoom < MIN_SHOPS_ZOOM) return []
  const width = 2 * square
  const kinds = args.kind ?? []
  const isAny = kinds.length === 0
  const found = await findShopsInSquares(db, squaresIn(box, width), width, isAny ? MOST : MOST_OF_ALL_KINDS)
  const isWanted = ({ category }: FoundShop) => {
    const kind = foodKindOfCategory(category)
    return isAny || (kind !== null && kinds.includes(kind))
  }
  const listed = await filterListedShops(db, found.filter(isWanted))
  const areas = await areaNamesOfAddresses(
    db,
    listed.map(({ lot = null }) => lot),
  )
  const shops = listed.map((shop, index) => presentShop({ ...shop, area: areas[index] ?? null }))
  for (const { id } of shops) shown.add(shownPlace(id))
  return shops
}

/** Squares of one grid for all views, so that the same shops are shown while a map is panned. */
function squaresIn({ west, south, east, north }: Box, width: number): Square[] {
  const steps = (from: number, to: number) => {
    const first = Math.floor(from / width)
    return Array.from({ length: Math.floor(to / width) - first + 1 }, (_, index) => (first + index) * width)
  }
  return steps(west, east).flatMap((x) => steps(south, north).map((y) => ({ x, y })))
}

const MOST_NEAR = 10

/** Limit of nearest places that are examined: some have posts, are gone, or are no places to eat. */
const COMPARED = 100

/** The nearest shops without posts. @throws {AppError} BAD_USER_INPUT */
export async function getNearShops(context: OperationContext, args: QueryGetNearShopsArgs): Promise<Shop[]> {
  const { db, shown } = context
  const position = checkInput(positionSchema, args)
  const near = (await findNearestShops(db, position, COMPARED)).filter(
    (shop) => metresBetween(position, shop) <= FARTHEST_SHOP_METRES,
  )
  const shops = (await filterListedShops(db, near)).slice(0, MOST_NEAR).map(presentShop)
  for (const { id } of shops) shown.add(shownPlace(id))
  return shops
}
