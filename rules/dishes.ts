import { barsAndOthers } from './dishes/bars-and-others.ts'
import { japaneseWesternAndCafes } from './dishes/japanese-western-and-cafes.ts'
import { lesserKnown } from './dishes/lesser-known.ts'
import { moreNames } from './dishes/more-names.ts'
import { dishesByRegion } from './dishes/of-regions.ts'
import { riceAndMeat } from './dishes/rice-and-meat.ts'
import { seafood } from './dishes/seafood.ts'
import { snacksAndNoodles } from './dishes/snacks-and-noodles.ts'
import { soups } from './dishes/soups.ts'
import { dishesWithoutKinds } from './dishes/without-kinds.ts'

/**
 * Food as people search for it, one dish or kind of food a line: `name | other spellings and names | what belongs to it
 * | English`. English names have no spaces. A search for a name finds its other spellings and what belongs to it: '회'
 * finds 모둠회. What belongs to it finds only itself. Lines of one name are joined.
 */
const lists = [
  soups,
  riceAndMeat,
  snacksAndNoodles,
  seafood,
  japaneseWesternAndCafes,
  barsAndOthers,
  lesserKnown,
  moreNames,
]

/** Names have no spaces. */
export type Dish = Readonly<{
  name: string
  /** Other spellings and names, frequent misspellings included. */
  spellings: readonly string[]
  parts: readonly string[]
  /** English names in lower case, without spaces. */
  english: readonly string[]
}>

const wordsOf = (cell = ''): string[] => cell.trim().split(/\s+/).filter(Boolean)

/** Dishes of regions as one word, each with the region and the dish: '춘천닭갈비'. */
export const dishesOfRegions: ReadonlyMap<string, readonly [region: string, dish: string]> = new Map(
  dishesByRegion
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [region = '', cell] = line.split('|')
      return wordsOf(cell).map((dish) => [region.trim() + dish, [region.trim(), dish]] as const)
    }),
)

function parse(line: string): Dish {
  const [name = '', spellings, parts, english] = line.split('|')
  return { name: name.trim(), spellings: wordsOf(spellings), parts: wordsOf(parts), english: wordsOf(english) }
}

const listed = [...lists.flatMap((list) => list.trim().split('\n')), ...wordsOf(dishesWithoutKinds)].map(parse)

/** Food that only the list of regions names, without words of one syllable, such as '밤', which mean other things too. */
function unlisted(): readonly Dish[] {
  const known = new Set(listed.flatMap(({ name, spellings, parts }) => [name, ...spellings, ...parts]))
  const names = new Set([...dishesOfRegions.values()].map(([, dish]) => dish))
  return [...names].filter((name) => name.length > 1 && !known.has(name)).map(parse)
}

const join = (one: Dish, other: Dish): Dish => ({
  name: one.name,
  spellings: [...new Set([...one.spellings, ...other.spellings])],
  parts: [...new Set([...one.parts, ...other.parts])],
  english: [...one.english, ...other.english],
})

export const dishes: readonly Dish[] = [...Map.groupBy([...listed, ...unlisted()], ({ name }) => name).values()].map(
  (same) => same.reduce(join),
)
