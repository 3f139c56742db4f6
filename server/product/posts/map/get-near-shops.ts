import type { QueryGetNearShopsArgs, Shop } from '#contract/schema.gen.ts'
import { positionSchema } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { shownPlace } from '../../../platform/database/shown.ts'
import { checkInput } from '../../../platform/errors.ts'
import { FARTHEST_SHOP, nearestShops, presentShop } from '../../places/shops/find-shops.ts'
import { listedShops } from '../venues/shops-without-posts.ts'

const MOST = 10

/** Places that are looked at: some have posts, are gone, or are no shops to eat. */
const COMPARED = 100

/** The nearest shops without posts. @throws {AppError} BAD_USER_INPUT */
export async function getNearShops(context: OperationContext, args: QueryGetNearShopsArgs): Promise<Shop[]> {
  const { db, shown } = context
  const position = checkInput(positionSchema, args)
  const near = (await nearestShops(db, position, COMPARED)).filter(
    (shop) => metresBetween(position, shop) <= FARTHEST_SHOP,
  )
  const shops = (await listedShops(db, near)).slice(0, MOST).map(presentShop)
  for (const { id } of shops) shown.add(shownPlace(id))
  return shops
}
