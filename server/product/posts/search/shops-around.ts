import { type RawBuilder, sql } from 'kysely'
import type { ShopAround } from '#contract/schema.gen.ts'
import { categoryWords, foodKindOfCategory } from '#rules/food-categories.ts'
import type { FoodKind } from '#rules/food-kinds.ts'
import { normalForm } from '#rules/normal-form.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { arrayOf } from '../../../platform/database/prepared.ts'
import type { Near } from '../../places/found-place.ts'
import { centreOf } from '../../places/names/centres.ts'
import type { NameIndex } from '../../places/names/known-names.ts'
import { groupWords, likeliestReading, readingsOf } from '../../places/names/readings.ts'
import {
  FARTHEST_SHOP_METRES,
  type FoundShop,
  findNearestShops,
  findShopsByIndex,
} from '../../places/shops/find-shops.ts'
import { kindByWord, kindServing } from '../../search/dish-kinds.ts'
import { dishOf } from '../../search/dish-names.ts'
import { expectedRows, hasAllGrams, searchTerms } from '../../search/search-text.ts'

/** A dish with its spellings and varieties in `words`; or a kind of food such as 카페, without `words` and with the typed word as `name`. */
type Food = Readonly<{ name: string; words: readonly string[]; kind: FoodKind | null }>

/**
 * Foods that are searched within `reach` metres of a position; any place to eat without `foods`. `place` is the name of what is
 * there, null for the reader's own position.
 */
export type AskedAround = Readonly<{ place: string | null; position: Position; reach: number; foods: readonly Food[] }>

/** Metres around a landmark, a 동 or a position, and around a 시군구. */
const [REACH, REACH_OF_DISTRICT] = [3000, 10_000]

/** Place and food of a keyword; null if it has other words too, or no place and either no food or no given position. */
export function parseAskedAround(names: NameIndex, keyword: string, near: Near): AskedAround | null {
  const reading = likeliestReading(readingsOf(names, keyword))
  const { named, placeWords } = reading
  const { food, facts, left } = groupWords(reading)
  const foods = food.map((word) => foodOf(normalForm(word)))
  // Public data have no facts and no texts of a shop.
  if (left.length > 0 || (facts.length > 0 && foods.length === 0)) return null
  const [first] = named
  // The middle of 제주도 is a mountain, so of province and city the city is meant.
  const place = named.find(({ address }) => first?.level === 1 && address.startsWith(`${first.address} `)) ?? first
  if (place) {
    const { lat, lng } = place.near ?? centreOf(place)
    const reach = place.near || (place.level ?? 3) > 2 ? REACH : REACH_OF_DISTRICT
    return { place: place.near ? placeWords : place.name, position: { lat, lng }, reach, foods }
  }
  return near && foods.length > 0 ? { place: null, position: near, reach: REACH, foods } : null
}

function foodOf(word: string): Food {
  const kind = kindByWord.get(word)
  if (kind) return { name: word, words: [], kind }
  const { spellings = [], parts = [], name = word } = dishOf(word) ?? {}
  return { name, words: [...new Set([word, name, ...spellings, ...parts])], kind: kindServing(word) }
}

/** Limit of nearest places that are compared for any place to eat, and for a dish of one syllable. */
const COMPARED = 300

/** Limit of nearest places that are compared for a frequent kind or dish: enough for some 3 km of a large city. */
const SCANNED = 5000

/** Expected number of shops of a kind or dish in the country up to which they are found by the search index. */
const RARE = 3000

/** Fewest letters of a word that is looked up: a single syllable is in most names. */
const FEWEST_LETTERS = 2

/** Limit of shops of a kind, and of a dish, that are checked for posts and for reports that they are gone. */
const MOST_CANDIDATES = 50

type ShopThere = FoundShop & Readonly<{ around: ShopAround }>

/**
 * Shops with the food in their name, then those with the food as their category, then those of its kind; the nearest of equals
 * first, those farther than `reach` last.
 */
export async function findShopsAround(
  db: Database,
  { place, position, reach, foods }: AskedAround,
): Promise<ShopThere[]> {
  const shops = (await candidates(db, position, foods))
    .map((shop) => ({ shop, metres: metresBetween(position, shop), fit: fitOf(shop, foods) }))
    .filter(({ metres, fit }) => metres <= FARTHEST_SHOP_METRES && fit !== null)
  const near = shops.filter(({ metres }) => metres <= REACH_OF_DISTRICT)
  return (near.length > 0 ? near : shops)
    .toSorted(
      (a, b) =>
        Number(a.metres > reach) - Number(b.metres > reach) ||
        (a.fit?.rank ?? 0) - (b.fit?.rank ?? 0) ||
        a.metres - b.metres,
    )
    .slice(0, MOST_CANDIDATES)
    .map(({ shop, fit }) => ({ ...shop, around: { place, food: fit?.food ?? null, ...position } }))
}

async function candidates(db: Database, position: Position, foods: readonly Food[]): Promise<FoundShop[]> {
  if (foods.length === 0) return findNearestShops(db, position, COMPARED)
  const words = foods.flatMap(wordsOf)
  const hasLetter = foods.some((food) => food.words.some((word) => word.length < FEWEST_LETTERS))
  const ofKind = foods.flatMap(({ kind }) => (kind ? categoryWords(kind) : []))
  const found = await Promise.all([
    shopsWith(db, position, { words, text: sql`p.normal` }),
    shopsWith(db, position, { words: ofKind, text: sql`p.category` }),
    hasLetter ? findNearestShops(db, position, COMPARED) : [],
  ])
  return [...new Map(found.flat().map((shop) => [shop.id, shop])).values()]
}

const wordsOf = ({ name, words }: Food): readonly string[] =>
  (words.length > 0 ? words : [name]).filter((word) => word.length >= FEWEST_LETTERS)

type Sought = Readonly<{ words: readonly string[]; text: RawBuilder<unknown> }>

/** The nearest shops with one of the words in that text. */
async function shopsWith(db: Database, position: Position, { words, text }: Sought): Promise<FoundShop[]> {
  const [first, ...others] = words.map(normalForm).flatMap(searchTerms)
  if (!first) return []
  const patterns = arrayOf(
    'text',
    words.map((word) => `%${word}%`),
  )
  const wanted = sql<boolean>`${text} like any(${patterns})`
  const terms = [{ ...first, others }]
  const isRare = (await expectedRows(db, 'places', terms)) <= RARE
  return isRare
    ? findShopsByIndex(db, position, MOST_CANDIDATES, {
        wanted,
        candidates: hasAllGrams(terms),
        metres: FARTHEST_SHOP_METRES,
      })
    : findNearestShops(db, position, MOST_CANDIDATES, { wanted, among: SCANNED })
}

type Fit = Readonly<{ rank: number; food: string | null }>

function fitOf(shop: FoundShop, foods: readonly Food[]): Fit | null {
  if (foods.length === 0) return { rank: 0, food: null }
  const name = normalForm(shop.name)
  const record = (shop.category ?? '').split(/[^가-힣a-z]+/i).map(normalForm)
  const kind = foodKindOfCategory(shop.category)
  const fits = foods.flatMap((food): Fit[] => {
    if (food.words.some((word) => hasWord(name, word))) return [{ rank: 0, food: food.name }]
    if (food.words.some((word) => record.includes(word))) return [{ rank: 1, food: food.name }]
    const isKind = food.words.length === 0
    if (isKind && wordsOf(food).some((word) => name.includes(word))) return [{ rank: 0, food: null }]
    return food.kind !== null && food.kind === kind ? [{ rank: isKind ? 0 : 2, food: null }] : []
  })
  return fits.toSorted((a, b) => a.rank - b.rank)[0] ?? null
}

/** Whether a name has a word; a single syllable must be at its end: '바다회', not 회현식당. */
const hasWord = (name: string, word: string) => (word.length > 1 ? name.includes(word) : name.endsWith(word))
