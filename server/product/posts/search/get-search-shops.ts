import type { QueryGetSearchShopsArgs, Shop } from '#contract/schema.gen.ts'
import { normalForm } from '#rules/normal-form.ts'
import { searchPlacesSchema } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { shownPlace } from '../../../platform/database/shown.ts'
import { checkInput } from '../../../platform/errors.ts'
import { findShops, presentShop } from '../../places/shops/find-shops.ts'
import { dishOf, namesOfChain } from '../../search/dish-names.ts'
import { listedShops } from '../venues/shops-without-posts.ts'

const MOST = 5

/** Shops that the keyword names, the exact name first. @throws {AppError} BAD_USER_INPUT */
export async function getSearchShops(context: OperationContext, args: QueryGetSearchShopsArgs): Promise<Shop[]> {
  const { db, shown } = context
  const { keyword, lat, lng } = checkInput(searchPlacesSchema, args)
  const near = lat === null || lng === null ? null : { lat, lng }
  const words = [...new Set(keyword.split(' ').map(normalForm))].filter((word) => word !== '')
  const names = words.filter((word) => dishOf(word) === undefined || namesOfChain(word).length > 0)
  if (names.length === 0) return []
  const whole = words.join('')
  const dishes = words.filter((word) => !names.includes(word))
  // Beside a name other words may be of its area or a dish: '김밥천국 역삼', '명동교자 칼국수'. A place beside a dish, as
  // '성수 카페', is no part of a name.
  const isNamed = (name: string) =>
    name.startsWith(whole) ||
    (words.length > 1 &&
      names.some((word) => name === word || (name.startsWith(word) && dishes.every((dish) => name.includes(dish)))))
  const named = (await findShops(db, keyword, near))
    .map((shop) => ({ shop, name: normalForm(shop.name) }))
    .filter(({ name }) => isNamed(name))
  const listed = new Set(
    await listedShops(
      db,
      named.map(({ shop }) => shop),
    ),
  )
  const rank = (name: string) => (name === whole ? 0 : 1)
  const shops = named
    .filter(({ shop }) => listed.has(shop))
    .toSorted(
      (a, b) => rank(a.name) - rank(b.name) || (near ? metresBetween(near, a.shop) - metresBetween(near, b.shop) : 0),
    )
    .slice(0, MOST)
    .map(({ shop }) => presentShop(shop))
  for (const { id } of shops) shown.add(shownPlace(id))
  return shops
}
