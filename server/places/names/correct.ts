import { keysOf } from '#rules/hangul.ts'
import { distanceWithin, type Letters, prepareLetters } from '../../edit-distance.ts'
import { dishNames, dishOf } from '../../search/dish-names.ts'
import { normalForm } from '../../search/search-text.ts'
import { formsBeginning, formsNamed } from './find-names.ts'
import { type NameForm, type Names, popularityOf } from './known-names.ts'

/** Fewest syllables of a misspelt word; of food, which is more often meant, also two. */
const FEWEST = 3
const FEWEST_OF_FOOD = 2

const FOOD = -100

/** Words with these endings are food that we do not know rather than a misspelt place. */
const FOOD_ENDING = /(?:탕|국|밥|죽|찜|회|빵|떡|구이|볶음|국수|찌개|전골|튀김|커피)$/

/** Every city makes new names like 망리단길, all one key apart. */
const NEW_NAME = /단길$/

type Spelt = Readonly<{ text: string; letters: Letters; rank: number }>

const food: readonly Spelt[] = dishNames.map((text) => ({ text, letters: lettersOf(text), rank: FOOD }))

const places = new WeakMap<Names, Spelt[]>()

/** Each unknown word becomes the food or name that differs from it in one key; null if none does. */
export function corrected(names: Names, text: string): string | null {
  const words = text.split(' ')
  const better = words.map((word) => (isKnown(names, word) ? word : (nearest(names, word) ?? word)))
  return better.every((word, index) => word === words[index]) ? null : better.join(' ')
}

function isKnown(names: Names, word: string): boolean {
  const text = normalForm(word)
  return (
    dishOf(text) !== undefined ||
    formsNamed(names, text).length > 0 ||
    formsBeginning(names, text).length > 0 ||
    dishNames.some((name) => name.startsWith(text))
  )
}

function nearest(names: Names, word: string): string | null {
  const text = normalForm(word)
  const syllables = [...text].length
  if (!/^[가-힣\d]+$/.test(text) || NEW_NAME.test(text) || syllables < FEWEST_OF_FOOD) return null
  const letters = lettersOf(text)
  const known = syllables < FEWEST || FOOD_ENDING.test(text) ? food : [...food, ...placesOfNames(names)]
  const [best] = known
    .filter((spelt) => spelt.text.length >= FEWEST_OF_FOOD && distanceWithin(letters, spelt.letters, 1) <= 1)
    .toSorted((a, b) => a.rank - b.rank)
  return best?.text ?? null
}

function placesOfNames(names: Names): Spelt[] {
  const spelt =
    places.get(names) ??
    names.forms
      .filter(({ text }) => [...text].length >= FEWEST)
      .map((form) => ({ text: form.text, letters: lettersOf(form.text), rank: rankOf(form) }))
  places.set(names, spelt)
  return spelt
}

/** Larger areas, stations, by-names and popular places first. */
function rankOf({ kind, place }: NameForm): number {
  const base = kind === 'alias' ? 1 : kind === 'short' ? 3 : 2
  return base + (place.level ?? (place.tags ? STATION : OTHER)) - popularityOf(place)
}

const STATION = 2.5
const OTHER = 4

function lettersOf(text: string): Letters {
  return prepareLetters(keysOf(text))
}
