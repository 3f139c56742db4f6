import * as v from 'valibot'
import { errorMessages } from './errors.ts'
import { foodKinds, type PlaceTrait, placeTraits, priceRanges } from './food-kinds.ts'
import { type ClosedDay, closedDays } from './hours.ts'
import { cleanLine } from './text.ts'
import { textWithin } from './validate.ts'

/** Most dishes of a post; `name` in code points, `price` in won. */
export const dishLimits = { dishes: 8, name: 20, price: 1_000_000 } as const

export const dishMessages = {
  name: '메뉴 이름을 적어 주세요.',
  nameLong: `메뉴 이름을 ${dishLimits.name}자 이내로 작성해 주세요.`,
  price: '가격을 0원부터 100만원까지 적어 주세요. 예: 9500, 3천원, 1만 2천원',
} as const

const keysOf = <Key extends string>(labels: Readonly<Record<Key, string>>) => Object.keys(labels) as Key[]

const one = <Key extends string>(labels: Readonly<Record<Key, string>>) =>
  v.optional(v.nullable(v.picklist(keysOf(labels), errorMessages.BAD_USER_INPUT)), null)

/** A list of chosen keys: the result has each once, in the order of `all`. */
const several = <Key extends string>(all: readonly Key[]) =>
  v.pipe(
    v.nullish(v.array(v.picklist(all, errorMessages.BAD_USER_INPUT), errorMessages.BAD_USER_INPUT), []),
    v.check((chosen) => chosen.length <= all.length, errorMessages.BAD_USER_INPUT),
    v.transform((chosen) => all.filter((key) => chosen.includes(key))),
  )

const dish = v.object({
  name: v.pipe(textWithin(cleanLine, dishLimits.name, dishMessages.nameLong), v.nonEmpty(dishMessages.name)),
  price: v.nullish(
    v.pipe(
      v.number(dishMessages.price),
      v.integer(dishMessages.price),
      v.minValue(0, dishMessages.price),
      v.maxValue(dishLimits.price, dishMessages.price),
    ),
    null,
  ),
})

/** Rules for the facts of a post, by the name of the field. */
export const factSchemas = {
  kind: one(foodKinds),
  price: one(priceRanges),
  dishes: v.pipe(
    v.nullish(v.array(dish, errorMessages.BAD_USER_INPUT), []),
    v.maxLength(dishLimits.dishes, errorMessages.BAD_USER_INPUT),
  ),
  closed_on: several<ClosedDay>(closedDays),
  traits: several<PlaceTrait>(keysOf(placeTraits)),
}
