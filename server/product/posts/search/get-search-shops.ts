import type { QueryGetSearchShopsArgs, Shop } from '#contract/schema.gen.ts'
import { normalForm } from '#rules/normal-form.ts'
import { searchPlacesSchema } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { shownPlace } from '../../../platform/database/shown.ts'
import { checkInput } from '../../../platform/errors.ts'
import type { Near } from '../../places/found-place.ts'
import { getNameIndex } from '../../places/names/known-names.ts'
import { type FoundShop, findShops, presentShop } from '../../places/shops/find-shops.ts'
import { dishOf, namesOfChain } from '../../search/dish-names.ts'
import { filterListedShops } from '../venues/shops-without-posts.ts'
import { findShopsAround, parseAskedAround } from './shops-around.ts'

const MOST_NAMED = 5

const MOST = 10

/**
 * Shops that the keyword names, the exact name first, and then those around the place that it names, with its food.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function getSearchShops(context: OperationContext, args: QueryGetSearchShopsArgs): Promise<Shop[]> {
  const { db, shown } = context
  const { keyword, lat, lng } = checkInput(searchPlacesSchema, args)
  const near = lat === null || lng === null ? null : { lat, lng }
  const asked = args.around === false ? null : parseAskedAround(await getNameIndex(db), keyword, near)
  const there = asked ? await findShopsAround(db, asked) : []
  const around = new Map(there.map((shop) => [shop.id, shop]))
  const named = (await findNamed(db, keyword, near)).map((shop) =>
    isWhole(shop, keyword) ? shop : (around.get(shop.id) ?? shop),
  )
  const ofName = new Set(named.map(({ id }) => id))
  const isNamed = ({ id }: FoundShop) => ofName.has(id)
  const listed = await filterListedShops(db, [...named, ...there.filter((shop) => !isNamed(shop))])
  const found = [...listed.filter(isNamed).slice(0, MOST_NAMED), ...listed.filter((shop) => !isNamed(shop))]
  const shops = found.slice(0, MOST).map(presentShop)
  for (const { id } of shops) shown.add(shownPlace(id))
  return shops
}

/** Whether the keyword is the whole name of a shop: '구례식당' rather than any place to eat in 구례. */
const isWhole = ({ name }: FoundShop, keyword: string) => normalForm(name) === normalForm(keyword)

async function findNamed(db: Database, keyword: string, near: Near): Promise<FoundShop[]> {
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
  const rank = (name: string) => (name === whole ? 0 : 1)
  return (await findShops(db, keyword, near))
    .map((shop) => ({ shop, name: normalForm(shop.name) }))
    .filter(({ name }) => isNamed(name))
    .toSorted(
      (a, b) => rank(a.name) - rank(b.name) || (near ? metresBetween(near, a.shop) - metresBetween(near, b.shop) : 0),
    )
    .map(({ shop }) => shop)
}
