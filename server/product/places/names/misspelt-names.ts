import { keystrokesOf } from '#rules/hangul.ts'
import { normalForm } from '#rules/normal-form.ts'
import { wordsOfOccasions } from '#rules/occasions.ts'
import { GENERIC_WORDS, MEAL_WORDS } from '#rules/search-words.ts'
import { distanceWithin, type Letters, prepareLetters } from '../../../platform/edit-distance.ts'
import { dishNamed, dishNames } from '../../search/dish-names.ts'
import { factAsked } from '../../search/search-text.ts'
import { inHangul, soundOfHangul } from '../../search/spelling.ts'
import { formsBeginning, formsNamed } from './find-names.ts'
import { type KnownPlace, type NameForm, type NameIndex, popularityOf } from './known-names.ts'
import { formsOfName } from './name-forms.ts'

type Comparable = Readonly<{
  name: string
  /** Keystrokes of the name with and without its ending: '홍대입구역', '홍대입구'. */
  letters: readonly Letters[]
  rank: number
  /** Names of the places with the areas around them, in normal form. */
  within: readonly string[]
}>

const MOST_SUGGESTIONS = 5

/** Keystrokes of a text for each allowed mistake, of which three at most; more would match almost any name. */
const LETTERS_FOR_A_MISTAKE = 4
const MOST_MISTAKES = 3

const MOST_WORDS = 5

const WITHOUT_ENDING = 0.5

const SPREAD = 1

/** Corrections of a keyword: all of it, or one word, replaced by a place name that differs in few keystrokes; the likeliest first. */
export function findSimilarNames(keyword: string, known: NameIndex): string[] {
  const names = comparable(known)
  const whole = closest(keyword, names).map(({ name }) => name)
  const words = keyword.split(' ')
  if (whole.length > 0 || words.length === 1 || words.length > MOST_WORDS) return whole
  const texts = words.map(normalForm)
  const isUnknown = (text: string) => !names.some(({ within }) => within.some((place) => place.includes(text)))
  const unknown = texts.findIndex(isUnknown)
  // The other words name the area, so none of them may be unknown.
  if (unknown >= 0 && texts.slice(unknown + 1).some(isUnknown)) return []
  return words
    .flatMap((word, index) => {
      if (unknown >= 0 && index !== unknown) return []
      const others = texts.toSpliced(index, 1)
      const there = names.filter(({ within }) => within.some((place) => others.every((other) => place.includes(other))))
      return closest(word, there).map(({ name }) => words.with(index, name).join(' '))
    })
    .slice(0, MOST_SUGGESTIONS)
}

function closest(typed: string, names: readonly Comparable[]): Comparable[] {
  const letters = lettersOf(normalForm(inHangul(typed) ?? typed))
  const limit = Math.min(MOST_MISTAKES, Math.floor(letters.codes.length / LETTERS_FOR_A_MISTAKE))
  if (limit === 0) return []
  const near = names
    .map((known) => ({ known, away: editDistance(letters, known, limit) }))
    .filter(({ away }) => away <= limit)
    .toSorted((a, b) => a.away - b.away || a.known.rank - b.known.rank || a.known.name.length - b.known.name.length)
  const nearest = near[0]?.away ?? 0
  return near
    .filter(({ away }) => away <= nearest + SPREAD)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ known }) => known)
}

/** Edit distance from the typed text to the nearest form of the name; infinite beyond the limit. */
function editDistance(letters: Letters, { letters: forms }: Comparable, limit: number): number {
  return forms.reduce(
    (least, form, index) => Math.min(least, distanceWithin(letters, form, limit) + index * WITHOUT_ENDING),
    Number.POSITIVE_INFINITY,
  )
}

const prepared = new WeakMap<NameIndex, readonly Comparable[]>()

function comparable(names: NameIndex): readonly Comparable[] {
  const known = prepared.get(names) ?? prepare(names)
  prepared.set(names, known)
  return known
}

const MOST_FORMS = 3

function prepare({ places }: NameIndex): readonly Comparable[] {
  return [...Map.groupBy(places, ({ name }) => name)].map(([name, same]) => {
    const forms = same.flatMap((place) => formsOfName(place)).filter(({ kind }) => kind !== 'alias')
    const texts = new Set([normalForm(name), ...forms.map(({ text }) => text)])
    return {
      name,
      letters: [...texts].slice(0, MOST_FORMS).map(lettersOf),
      rank: Math.min(...same.map(rankOfName)),
      within: [...new Set(same.map(({ normal }) => normal))],
    }
  })
}

function rankOfName({ level, tags }: KnownPlace): number {
  if (level === undefined) return tags ? 2 : 4
  return level <= 2 ? level - 1 : 3
}

/** Fewest syllables of a word to correct; two suffice for food, which people mean more often, and for well-known names. */
const FEWEST = 3
const FEWEST_OF_FOOD = 2

const FOOD = -100

/** Added to the rank of names that go before food. */
const FIRST = -200

/** Endings of words that are food, even if unknown, and no misspelt place. */
export const FOOD_ENDING = /(?:탕|국|밥|죽|찜|회|빵|떡|구이|볶음|국수|찌개|전골|튀김|커피)$/

/** New names like 망리단길, which all differ in one keystroke, are not corrected. */
const NEW_NAME = /단길$/

type Spelt = Readonly<{ text: string; letters: Letters; rank: number }>

const food: readonly Spelt[] = dishNames.map((text) => ({ text, letters: lettersOf(text), rank: FOOD }))

type Prepared = Readonly<{ long: readonly Spelt[]; known: ReadonlyMap<string, readonly Spelt[]> }>

const places = new WeakMap<NameIndex, Prepared>()

const MOST_UNKNOWN = 2

/** A keyword with its unknown words corrected to known places and food; null if none is, or too many are unknown. */
export function correctWords(names: NameIndex, text: string): string | null {
  const words = text.split(' ')
  const unknown: string[] = []
  for (const word of new Set(words)) {
    if (!isKnown(names, word)) unknown.push(word)
    if (unknown.length > MOST_UNKNOWN) return null
  }
  const hasFood = words.some((word) => dishNamed(normalForm(word)) !== undefined)
  const spelt = new Map(unknown.map((word) => [word, nearest(names, word, hasFood)]))
  const better = words.map((word) => spelt.get(word) ?? word)
  return better.every((word, index) => word === words[index]) ? null : better.join(' ')
}

function isKnown(names: NameIndex, word: string): boolean {
  const text = normalForm(word)
  return (
    GENERIC_WORDS.has(word) ||
    MEAL_WORDS.has(word) ||
    factAsked(word) !== undefined ||
    wordsOfOccasions(word).length > 0 ||
    dishNamed(text) !== undefined ||
    formsNamed(names, text).length > 0 ||
    formsBeginning(names, text).length > 0 ||
    dishNames.some((name) => name.startsWith(text))
  )
}

/** The best known place or dish within one keystroke. For two syllables those of the same sound come first, and beside food places do. */
function nearest(names: NameIndex, word: string, hasFood: boolean): string | null {
  const text = normalForm(word)
  const syllables = [...text].length
  // The last key may be pressed twice: '부대찌개ㅣ'.
  if (!/^[가-힣\d]+[ㄱ-ㅎㅏ-ㅣ]?$/.test(text) || NEW_NAME.test(text) || syllables < FEWEST_OF_FOOD) return null
  const letters = lettersOf(text)
  const isOfPlace = !FOOD_ENDING.test(text)
  const isShort = syllables < FEWEST
  const [places, sound] = [isOfPlace ? placesOfNames(names, isShort ? text : null) : [], soundOfHangul(text)]
  const known = [...food, ...places]
  const rank = (spelt: Spelt) => {
    const isPlace = spelt.rank !== FOOD
    const first = isShort && ((hasFood && isPlace) || soundOfHangul(spelt.text) === sound) ? FIRST : 0
    return spelt.rank + first
  }
  const [best] = known
    .filter((spelt) => spelt.text.length >= FEWEST_OF_FOOD && distanceWithin(letters, spelt.letters, 1) <= 1)
    .toSorted((a, b) => rank(a) - rank(b))
  return best?.text ?? null
}

/** Names of at least three syllables; for a `short` text the well-known names of two that begin with the same keystroke. */
function placesOfNames(names: NameIndex, short: string | null): readonly Spelt[] {
  const { long, known } = places.get(names) ?? prepareNames(names)
  places.set(names, { long, known })
  return short === null ? long : (known.get(keystrokesOf(short).charAt(0)) ?? [])
}

function prepareNames({ forms }: NameIndex): Prepared {
  const spelt = (form: NameForm) => ({ text: form.text, letters: lettersOf(form.text), rank: rankOfForm(form) })
  const isKnown = ({ text, place }: NameForm) =>
    [...text].length === FEWEST - 1 && (popularityOf(place) >= WELL_KNOWN || isTown(place))
  return {
    long: forms.filter(({ text }) => [...text].length >= FEWEST).map(spelt),
    known: Map.groupBy(forms.filter(isKnown).map(spelt), ({ text }) => keystrokesOf(text).charAt(0)),
  }
}

/** A city, county or 읍: well known, though few shops are around its middle. */
const isTown = ({ level, name }: KnownPlace) => level !== undefined && /[시군읍]$/.test(name)

/** `popularityOf` a place from which its name of two syllables is well known. */
const WELL_KNOWN = 4

function rankOfForm({ kind, place }: NameForm): number {
  const base = kind === 'alias' ? 1 : kind === 'short' ? 3 : 2
  return base + (place.level ?? (place.tags ? STATION : OTHER)) - popularityOf(place)
}

const STATION = 2.5
const OTHER = 4

function lettersOf(text: string): Letters {
  return prepareLetters(keystrokesOf(text))
}

/** A word that occurs in posts, prepared for comparisons. */
export type PostWord = Readonly<{ text: string; letters: Letters }>

export function preparePostWord(text: string): PostWord {
  return { text, letters: lettersOf(text) }
}

/** Fewest syllables of words of posts that are compared: shorter ones differ from too many others in only one keystroke. */
export const FEWEST_COMPARED_SYLLABLES = 3
/** Most syllables of words that are compared; longer ones are left as typed. */
export const MOST_COMPARED_SYLLABLES = 12

/** The first of `words` that differs from `word` in one keystroke; null if none does, or if `word` is among them. */
export function findSimilarWord(word: string, words: readonly PostWord[]): string | null {
  const text = normalForm(word)
  if (!/^[가-힣\d]+$/.test(text) || text.length < FEWEST_COMPARED_SYLLABLES || text.length > MOST_COMPARED_SYLLABLES)
    return null
  const letters = lettersOf(text)
  const near = words.filter((known) => distanceWithin(letters, known.letters, 1) <= 1)
  return near.some((known) => known.text === text) ? null : (near[0]?.text ?? null)
}
