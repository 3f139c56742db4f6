import type { Place, ShopRecord } from '#contract/schema.gen.ts'
import { foodKindOfCategory } from '#rules/food-categories.ts'
import { shopRegister } from '#rules/shop-registers.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import { loadShop, type ShopDetails } from '../../places/shops/find-shops.ts'
import { loadAreaNames } from '../areas/get-area.ts'
import { findAreaAt } from '../areas/locate-posts.ts'
import { loadShopStates } from './shops-without-posts.ts'

export type PresentedPlace = Omit<Place, 'photos' | 'menus' | 'comments' | 'been_count' | 'verdict' | 'hours'>

/**
 * A shop of public data as a place without posts. If posts about it were written before it was listed, only the id (`venue`) of
 * the place with these posts.
 * @throws {AppError} NOT_FOUND
 */
export async function getShop({ db }: OperationContext, id: number): Promise<PresentedPlace | { venue: number }> {
  const shop = await loadShop(db, id)
  if (!shop) throw new AppError('NOT_FOUND')
  const [state] = await loadShopStates(db, [shop])
  const { venue = null, gone = false, kept = false } = state ?? {}
  // If it is the shop's own id, the reader may see none of its posts, and gets the shop.
  if (venue !== null && venue !== id) return { venue }
  const path = await findAreaAt(db, shop)
  const { name, address, lat, lng } = shop
  return {
    id: String(shop.id),
    name,
    address,
    lat,
    lng,
    areas: path ? await loadAreaNames(db, path) : [],
    start_time: null,
    end_time: null,
    hours_count: 0,
    closed_on: [],
    price: null,
    price_count: 0,
    kinds: [],
    dishes: [],
    dish_people: 0,
    telephone: null,
    count: 0,
    like: 0,
    record: { ...presentRecord(shop), gone, kept },
  }
}

function presentRecord({
  category,
  register,
  attribution,
  isEstimated,
}: ShopDetails & { category: string | null }): Omit<ShopRecord, 'gone' | 'kept'> {
  const { source, asOf } = shopRegister(register) ?? { source: attribution, asOf: null }
  return { category, kind: foodKindOfCategory(category), source, asOf, estimated: isEstimated }
}
