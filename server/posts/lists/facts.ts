import { type RawBuilder, sql } from 'kysely'
import type { FoodKind, PlaceTrait, PriceRange } from '#contract/schema.gen.ts'
import { foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'

export type FactArgs = {
  kind?: readonly FoodKind[] | null
  price?: readonly PriceRange[] | null
  traits?: readonly PlaceTrait[] | null
}

/** Their places are the bits of the column `facts`; another one is added at the end, with a migration. */
const KINDS = Object.keys(foodKinds)
const PRICES = Object.keys(priceRanges)
const TRAITS = Object.keys(placeTraits)

const bitsOf = (all: readonly string[], from: number) => (chosen: readonly string[] | null | undefined) =>
  (chosen ?? []).reduce((bits, key) => bits | (1 << (from + all.indexOf(key))), 0)

const kindBits = bitsOf(KINDS, 0)
const priceBits = bitsOf(PRICES, KINDS.length)
const traitBits = bitsOf(TRAITS, KINDS.length + PRICES.length)

/** One of the kinds, one of the prices and all of the traits, as bits of `facts`; 0 when nothing is asked for. */
export function wantedFacts({ kind, price, traits }: FactArgs): number {
  return kindBits(kind) | priceBits(price) | traitBits(traits)
}

/** `facts` is a column of that name, `wanted` what `wantedFacts` returns. */
export function hasFacts(facts: RawBuilder<unknown>, wanted: number): RawBuilder<boolean> {
  const [kinds, prices, traits] = [kindBits(KINDS), priceBits(PRICES), traitBits(TRAITS)].map((all) => wanted & all)
  const conditions = [
    ...(kinds ? [sql`${facts} & ${kinds}::integer <> 0`] : []),
    ...(prices ? [sql`${facts} & ${prices}::integer <> 0`] : []),
    ...(traits ? [sql`${facts} & ${traits}::integer = ${traits}::integer`] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}
