import { chains } from '#rules/chains.ts'
import { type Dish, dishes, dishesOfRegions } from '#rules/dishes.ts'
import { initialConsonantOf, isInitialConsonant, keystrokesOf, matcherOfInitialConsonants } from '#rules/hangul.ts'
import { normalForm } from '#rules/normal-form.ts'
import { distanceWithin, prepareLetters } from '../../platform/edit-distance.ts'
import { foldedEnglish, romanized, soundOfHangul, spelledOut } from './spelling.ts'

/** A dish or a chain, with all `spellings` of its name; `parts` are the varieties of the dish. */
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

/** The dish with this English name; never a chain, as 'bbq' behind the English name of a place is food. */
export function dishWithEnglishName(text: string): FoundDish | undefined {
  return byEnglish.get(text)
}

// Chains count as dishes in a search, but are not suggested: they join `byName` after `dishNames` is made.
const ofChains = chains.flatMap(({ name, spellings }) => {
  const found = { name, spellings: [name, ...spellings], parts: [] }
  return found.spellings.map((spelling) => [spelling, found] as const)
})

/** Whether a spelling of `dish` is known only as a variety of some dish: it means `dish` rather than that. */
function isLarger({ name }: Dish, spelling: string): boolean {
  return byName.get(spelling)?.name === spelling && spelling !== name
}

/** The dish or chain with this name, a name that sounds like it ('돈까쓰', '칭타오'), or a word for a shop of it ('국밥집'). */
export function dishOf(text: string): FoundDish | undefined {
  const [, dish = ''] = SHOP_FOR.exec(text) ?? []
  return dishNamed(text) ?? byName.get(findNameBySound(text) ?? findNameBySound(dish) ?? '')
}

/** The dish or chain with exactly this name, also with a word for a shop of it ('국밥집'). */
export function dishNamed(text: string): FoundDish | undefined {
  const [, dish = ''] = SHOP_FOR.exec(text) ?? []
  return byName.get(text) ?? byName.get(dish)
}

const SHOP_FOR = /^(.{2,}?)(?:맛집|집|가게|식당|전문점|전문|정식|세트|요리|뷔페)$/

/** All Korean names of dishes, of which searches suggest some. */
export const dishNames: readonly string[] = [...byName.keys()].filter((name) => /[가-힣]/.test(name))

// Dishes of regions are not suggested either: there are hundreds, and people type the place first.
for (const name of dishesOfRegions.keys())
  if (!byName.has(name)) byName.set(name, { name, spellings: [name], parts: [] })

for (const [name, chain] of ofChains) if (!byName.has(name) || byEnglish.has(name)) byName.set(name, chain)

const byChain = new Map(ofChains)

/** All spellings of a chain's name, any of which its shops may have; empty for other texts. */
export function namesOfChain(text: string): readonly string[] {
  return byChain.get(text)?.spellings ?? []
}

/** Shorter words sound like too many others. */
const FEWEST_SYLLABLES = 3

/** Names by sound; null for a sound that two dishes share. */
const bySpelling = new Map<string, string | null>()
for (const name of dishNames) {
  const sound = soundOfHangul(name)
  const same = bySpelling.get(sound)
  const isSame = same === undefined || (same !== null && byName.get(same)?.name === byName.get(name)?.name)
  if (name.length >= FEWEST_SYLLABLES) bySpelling.set(sound, isSame ? (same ?? name) : null)
}

/** The food name that a Hangul word sounds like: foreign food is spelt in many ways. */
export function findNameBySound(text: string): string | undefined {
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
  (name) => [...name].map((letter) => single(initialConsonantOf(letter))).join(''),
)

const FEWEST_INITIALS = 3

/** Food with exactly these initial consonants: 'ㅂㅂㅂ' is 비빔밥, 'ㄷㅂㅇ' 떡볶이. */
export function dishesOfInitials(text: string): readonly string[] {
  const letters = [...text]
  if (letters.length < FEWEST_INITIALS || !letters.every(isInitialConsonant)) return []
  return byInitials.get(letters.map(single).join('')) ?? []
}

/** Keystrokes by which a spelling at most differs from the dish's name to be a mistake, which is not suggested: '떡볶기' of 떡볶이. */
const MISSPELT = 2

const properNames = new Map(
  dishNames.map((name) => {
    const proper = byName.get(name)?.name ?? name
    const away = distanceWithin(prepareLetters(keystrokesOf(name)), prepareLetters(keystrokesOf(proper)), MISSPELT)
    return [name, away <= MISSPELT ? proper : name]
  }),
)

/** Weight of a dish: one with many varieties and English names counts as better known. */
const knownBy = (name: string): number => weights.get(name) ?? 0
const weights = new Map(dishes.map(({ name, parts, english }) => [name, parts.length + english.length]))

const MOST_OFFERED = 3

const keysOfNames = new Map(dishNames.map((name) => [name, keystrokesOf(name)]))

/** Suggests food for a word that is being typed, the shortest first, then the best known; '떡보' becomes 떡볶이, 'ㅂㅂㅂ' 비빔밥. */
export function suggestDishes(typed: string): string[] {
  const text = normalForm(typed)
  const keys = keystrokesOf(text)
  if ([...text].length === 1 && isInitialConsonant(text)) return []
  const ofKeys = (name: string) => name !== text && (keysOfNames.get(name) ?? keystrokesOf(name)).startsWith(keys)
  const ofInitials = matcherOfInitialConsonants(text)
  const isBegun = ofInitials && dishNames.some(ofInitials) ? ofInitials : ofKeys
  const begun = dishNames.filter(isBegun).toSorted((a, b) => a.length - b.length || knownBy(b) - knownBy(a))
  const proper = begun.map((name) => {
    const own = properNames.get(name)
    return own !== undefined && isBegun(own) ? own : name
  })
  return [...new Set([...dishesOfInitials(text), ...proper])].slice(0, MOST_OFFERED)
}
