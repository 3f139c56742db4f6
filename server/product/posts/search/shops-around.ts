import type { ShopAround } from '#contract/schema.gen.ts'
import { kindOfCategory } from '#rules/food-categories.ts'
import type { FoodKind } from '#rules/food-kinds.ts'
import { normalForm } from '#rules/normal-form.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import type { Near } from '../../places/found-place.ts'
import type { Names } from '../../places/names/known-names.ts'
import { likeliest, partsOf, readingsOf } from '../../places/names/readings.ts'
import { FARTHEST_SHOP, type FoundShop, nearestShops } from '../../places/shops/find-shops.ts'
import { kindAsked, kindServing } from '../../search/dish-kinds.ts'
import { dishOf } from '../../search/dish-names.ts'

/** `words` are spellings of a dish, none for a kind of food such as 카페. */
type Food = Readonly<{ name: string; words: readonly string[]; kind: FoodKind | null }>

/** Foods asked for around a place, which has no name if its position was given; without foods, any place to eat. */
export type AskedAround = Readonly<{ place: string | null; position: Position; foods: readonly Food[] }>

/** Place and food of a keyword; null if it has other words too, or neither a place nor food at a given position. */
export function askedAround(names: Names, keyword: string, near: Near): AskedAround | null {
  const reading = likeliest(readingsOf(names, keyword))
  const { named, placeWords } = reading
  const { food, facts, left } = partsOf(reading)
  const foods = food.map((word) => foodOf(normalForm(word)))
  // Public data tell neither facts nor words of a place.
  if (left.length > 0 || (facts.length > 0 && foods.length === 0)) return null
  const [first] = named
  // The middle of 제주도 is a mountain, so of province and city the city is meant.
  const place = named.find(({ address }) => first?.level === 1 && address.startsWith(`${first.address} `)) ?? first
  if (place) {
    const { lat, lng } = place.near ?? place
    return { place: place.near ? placeWords : place.name, position: { lat, lng }, foods }
  }
  return near && foods.length > 0 ? { place: null, position: near, foods } : null
}

function foodOf(word: string): Food {
  const kind = kindAsked.get(word)
  if (kind) return { name: word, words: [], kind }
  const { spellings = [], parts = [], name = word } = dishOf(word) ?? {}
  return { name, words: [...new Set([word, name, ...spellings, ...parts])], kind: kindServing(word) }
}

/** Places that are looked at: in a large city those within some 500 m. */
const COMPARED = 300

/** Places of which those with the dish are looked at: of a large city those within some 1.5 km. */
const COMPARED_BY_NAME = 1500

/** A single syllable is in most names. */
const FEWEST_LETTERS = 2

/** Shops that are compared with posts and with what members say of them. */
const MOST_CANDIDATES = 50

type ShopThere = FoundShop & Readonly<{ around: ShopAround }>

/** Shops with the food in their name, then those whose record names it, then those of its kind; the nearest of equals first. */
export async function findShopsAround(db: Queryable, { place, position, foods }: AskedAround): Promise<ShopThere[]> {
  const words = foods.flatMap((food) => food.words).filter((word) => word.length >= FEWEST_LETTERS)
  return (await nearestShops(db, position, COMPARED, { most: COMPARED_BY_NAME, words }))
    .map((shop) => ({ shop, metres: metresBetween(position, shop), fit: fitOf(shop, foods) }))
    .filter(({ metres, fit }) => metres <= FARTHEST_SHOP && fit !== null)
    .toSorted((a, b) => (a.fit?.rank ?? 0) - (b.fit?.rank ?? 0) || a.metres - b.metres)
    .slice(0, MOST_CANDIDATES)
    .map(({ shop, fit }) => ({ ...shop, around: { place, food: fit?.food ?? null, ...position } }))
}

type Fit = Readonly<{ rank: number; food: string | null }>

function fitOf(shop: FoundShop, foods: readonly Food[]): Fit | null {
  if (foods.length === 0) return { rank: 0, food: null }
  const name = normalForm(shop.name)
  const record = (shop.category ?? '').split(/[^가-힣a-z]+/i).map(normalForm)
  const kind = kindOfCategory(shop.category)
  const fits = foods.flatMap((food): Fit[] => {
    if (food.words.some((word) => hasWord(name, word))) return [{ rank: 0, food: food.name }]
    if (food.words.some((word) => record.includes(word))) return [{ rank: 1, food: food.name }]
    return food.kind !== null && food.kind === kind ? [{ rank: food.words.length === 0 ? 0 : 2, food: null }] : []
  })
  return fits.toSorted((a, b) => a.rank - b.rank)[0] ?? null
}

/** A single syllable ends a name: '바다회', not 회현식당. */
const hasWord = (name: string, word: string) => (word.length > 1 ? name.includes(word) : name.endsWith(word))
