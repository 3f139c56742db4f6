import { chains } from '#rules/chains.ts'
import { type Dish, dishes, dishesOfRegions } from '#rules/dishes.ts'
import { beginsAsTyped, initialOf, isInitial, keysOf } from '#rules/hangul.ts'
import { normalForm } from '#rules/normal-form.ts'
import { distanceWithin, prepareLetters } from '../../platform/edit-distance.ts'
import { foldedEnglish, romanized, soundOfHangul, spelledOut } from './spelling.ts'

/** `spellings` are synonyms, `parts` are kinds of the dish. */
export type FoundDish = Readonly<{ name: string; spellings: readonly string[]; parts: readonly string[] }>

const byName = new Map<string, FoundDish>()
for (const { parts } of dishes) for (const part of parts) byName.set(part, { name: part, spellings: [part], parts: [] })
for (const dish of dishes) {
  const found = { name: dish.name, spellings: [dish.name, ...dish.spellings], parts: dish.parts }
  for (const name of [...dish.english, ...dish.spellings])
    if (!byName.has(name) || isLarger(dish, name)) byName.set(name, found)
}
for (const { name, spellings, parts } of dishes) byName.set(name, { name, spellings: [name, ...spellings], parts })

const byEnglish = new Map(
  dishes.flatMap(({ name, english }) => english.map((word) => [word, byName.get(name)] as const)),
)

/** Dish with that English name: 'bbq' behind an English place is no chain. */
export function dishInEnglish(text: string): FoundDish | undefined {
  return byEnglish.get(text)
}

// Chains count as dishes in a search, but are not suggested as such.
const ofChains = chains.flatMap(({ name, spellings }) => {
  const found = { name, spellings: [name, ...spellings], parts: [] }
  return found.spellings.map((spelling) => [spelling, found] as const)
})

/** A name may be a kind of one dish and a spelling of another, which is closer. */
function isLarger({ name }: Dish, spelling: string): boolean {
  return byName.get(spelling)?.name === spelling && spelling !== name
}

/** Dish by one of its names, and by a word that sounds like one: '돈까쓰', '칭타오'. */
export function dishOf(text: string): FoundDish | undefined {
  const [, dish = ''] = SHOP_FOR.exec(text) ?? []
  return dishNamed(text) ?? byName.get(spelling(text) ?? spelling(dish) ?? '')
}

export function dishNamed(text: string): FoundDish | undefined {
  const [, dish = ''] = SHOP_FOR.exec(text) ?? []
  return byName.get(text) ?? byName.get(dish)
}

const SHOP_FOR = /^(.{2,}?)(?:맛집|집|가게|식당|전문점|전문|정식|세트|요리|뷔페)$/

export const dishNames: readonly string[] = [...byName.keys()].filter((name) => /[가-힣]/.test(name))

// Neither are dishes of regions, of which there are hundreds: people type the place first.
for (const name of dishesOfRegions.keys())
  if (!byName.has(name)) byName.set(name, { name, spellings: [name], parts: [] })

for (const [name, chain] of ofChains) if (!byName.has(name) || byEnglish.has(name)) byName.set(name, chain)

const byChain = new Map(ofChains)

/** All names of a chain, of which its shops have any; empty for other texts. */
export function namesOfChain(text: string): readonly string[] {
  return byChain.get(text)?.spellings ?? []
}

/** Shorter words sound like too many others. */
const FEWEST_SYLLABLES = 3

/** Names by sound, unless those of two dishes share it. */
const bySpelling = new Map<string, string | null>()
for (const name of dishNames) {
  const sound = soundOfHangul(name)
  const same = bySpelling.get(sound)
  const isSame = same === undefined || (same !== null && byName.get(same)?.name === byName.get(name)?.name)
  if (name.length >= FEWEST_SYLLABLES) bySpelling.set(sound, isSame ? (same ?? name) : null)
}

/** Name of food that a word sounds like, as food of other countries is written in many ways. */
export function spelling(text: string): string | undefined {
  const isLong = text.length >= FEWEST_SYLLABLES && /^[가-힣]+$/.test(text)
  return isLong ? (bySpelling.get(soundOfHangul(text)) ?? undefined) : undefined
}

/** Many words with fewer letters sound like food. */
const FEWEST_LETTERS = 5

const bySound = new Map(
  dishNames.flatMap((name) =>
    [romanized(name), spelledOut(name)].map((sound) => [foldedEnglish(sound), byName.get(name)]),
  ),
)

/** Dish by its sound in Latin letters: 'naengmyun', 'mandoo'. */
export function dishSounding(text: string): FoundDish | undefined {
  return /^[a-z]+$/.test(text) && text.length >= FEWEST_LETTERS ? bySound.get(foldedEnglish(text)) : undefined
}

const LONGEST = Math.max(...[...byName.keys()].map((name) => name.length))

/** Dish at the end of a longer word: '할매국밥', '수제돈까스'. */
export function dishAtEnd(text: string): FoundDish | undefined {
  for (let length = Math.min(LONGEST, text.length - 1); length >= SHORTEST_AT_END; length--) {
    const dish = byName.get(text.slice(-length))
    if (dish) return dish
  }
  return undefined
}

const SHORTEST_AT_END = 2

/** Single consonants that people type for doubled ones. */
const SINGLE: Readonly<Record<string, string>> = { ㄲ: 'ㄱ', ㄸ: 'ㄷ', ㅃ: 'ㅂ', ㅆ: 'ㅅ', ㅉ: 'ㅈ' }

const single = (letter: string) => SINGLE[letter] ?? letter

const byInitials = Map.groupBy(
  dishes.filter(({ parts, english }) => parts.length + english.length > 0).map(({ name }) => name),
  (name) => [...name].map((letter) => single(initialOf(letter))).join(''),
)

const FEWEST_INITIALS = 3

/** Food with exactly these initial consonants: 'ㅂㅂㅂ' is 비빔밥, 'ㄷㅂㅇ' 떡볶이. */
export function dishesOfInitials(text: string): readonly string[] {
  const letters = [...text]
  if (letters.length < FEWEST_INITIALS || !letters.every(isInitial)) return []
  return byInitials.get(letters.map(single).join('')) ?? []
}

/** Keys from the name within which a spelling counts as a mistake and is not suggested: '떡볶기' of 떡볶이. */
const MISSPELT = 2

const properNames = new Map(
  dishNames.map((name) => {
    const proper = byName.get(name)?.name ?? name
    const away = distanceWithin(prepareLetters(keysOf(name)), prepareLetters(keysOf(proper)), MISSPELT)
    return [name, away <= MISSPELT ? proper : name]
  }),
)

/** Food with many kinds and English names counts as better known. */
const knownBy = (name: string): number => weights.get(name) ?? 0
const weights = new Map(dishes.map(({ name, parts, english }) => [name, parts.length + english.length]))

const MOST_OFFERED = 3

const keysOfNames = new Map(dishNames.map((name) => [name, keysOf(name)]))

/** Suggests food for unfinished typing, shortest first, then the best known; '떡보' becomes 떡볶이, 'ㅂㅂㅂ' 비빔밥. */
export function dishesBeginning(typed: string): string[] {
  const text = normalForm(typed)
  const keys = keysOf(text)
  if ([...text].length === 1 && isInitial(text)) return []
  const ofKeys = (name: string) => name !== text && (keysOfNames.get(name) ?? keysOf(name)).startsWith(keys)
  const ofInitials = beginsAsTyped(text)
  const isBegun = ofInitials && dishNames.some(ofInitials) ? ofInitials : ofKeys
  const begun = dishNames.filter(isBegun).toSorted((a, b) => a.length - b.length || knownBy(b) - knownBy(a))
  const proper = begun.map((name) => {
    const own = properNames.get(name)
    return own !== undefined && isBegun(own) ? own : name
  })
  return [...new Set([...dishesOfInitials(text), ...proper])].slice(0, MOST_OFFERED)
}
