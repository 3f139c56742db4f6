import { dishesOfRegions } from '#rules/dishes.ts'
import { keystrokesOf } from '#rules/hangul.ts'
import { normalForm } from '#rules/normal-form.ts'
import { wordsOfOccasions } from '#rules/occasions.ts'
import { GENERIC_WORDS, MARKET_WORDS, MEAL_WORDS } from '#rules/search-words.ts'
import {
  dishAtEnd,
  dishesOfInitials,
  dishNamed,
  dishNames,
  dishOf,
  dishSounding,
  dishWithEnglishName,
  type FoundDish,
  findNameBySound,
} from '../../search/dish-names.ts'
import { factAsked, splitFact } from '../../search/search-text.ts'
import { inHangul } from '../../search/spelling.ts'
import { formsBeginning, formsNamed, rankPlacesOfForms, stationsOn } from './find-names.ts'
import type { KnownPlace, NameForm, NameIndex } from './known-names.ts'
import { FOOD_ENDING } from './misspelt-names.ts'

/** The parts of a keyword in one interpretation: place, occasions and other words. */
export type KeywordParts = Readonly<{
  kind: 'area' | 'landmark' | 'dish' | 'any' | 'text'
  /** Keyword as it was read: '국밥' for 'rnrqkq'. */
  searched: string
  isCorrected: boolean
  /** Areas and landmarks that the keyword, or a part of it, names, the likeliest first. */
  named: readonly KnownPlace[]
  placeWords: string
  /** Words beside those of the place, in their order. `groupWords` tells food, facts and the rest apart. */
  otherWords: readonly string[]
  /** Purpose or company, such as '데이트' and '부모님', which ranks posts but excludes none. */
  occasions: readonly string[]
}>

/** Scores of the ways to read a text, added to the score of the text (`TEXTS`). */
export const WAYS = {
  'metro line': 90,
  'dish of a region': 85,
  dish: 80,
  initials: 70,
  place: 60,
  'street of food': 50,
  'food of a region': 40,
  'joined place and food': 40,
  'dish in one word': 35,
  'place with an ending': 30,
  'place and words': 20,
} as const

type Ways = keyof typeof WAYS

/** Reads every word as a plain word, without generic ones unless all are generic. */
export function wordsOnly(text: string): KeywordParts {
  const words = text.split(' ')
  const otherWords = withoutGeneric(words).length > 0 ? withoutGeneric(words) : words
  return { kind: 'text', searched: text, isCorrected: false, named: [], placeWords: '', otherWords, occasions: [] }
}

/** The ways in which the whole text is a place, food, or a place with other words, the likeliest first. */
export function waysToRead(names: NameIndex, text: string): readonly (readonly [Ways, KeywordParts])[] {
  const line = ofLine(names, text.split(' '))
  if (line) return [['metro line', line]]
  const [head = '', ...rest] = text.split(' ')
  // '전주 비빔밥' is food of a place, 전주비빔밥 a dish, and 'budae' of 'budae jjigae' not 부대동.
  const isEnglish = /^[a-z]/i.test(text)
  const isPlace = rest.length > 0 && formsNamed(names, head).some(({ kind }) => !isEnglish || kind !== 'short')
  const isOfPlace = isPlace && foodOf(names, rest.join(''))
  const dish = isOfPlace ? undefined : foodOf(names, text)
  if (dish) {
    const misspelt = !isEnglish && dishNamed(normalForm(text)) === undefined
    const spelt = (misspelt && findNameBySound(normalForm(text))) || normalForm(text)
    const searched = isEnglish ? dish.name : misspelt ? spelt : text
    // Posts may have the food as it is typed.
    const otherWords = [normalForm(isEnglish ? searched : text)]
    const parts = { ...wordsOnly(searched), isCorrected: isEnglish || misspelt, otherWords }
    const ofRegion = dishOfRegion(names, misspelt ? spelt : text)
    const ways = dishesOfRegions.has(misspelt ? spelt : text) ? 'dish of a region' : 'food of a region'
    const whole = ['dish', { ...parts, kind: 'dish' }] as const
    return [whole, ...(ofRegion ? [[ways, ofRegion] as const] : [])].toSorted((a, b) => WAYS[b[0]] - WAYS[a[0]])
  }
  if (dishesOfInitials(normalForm(text)).length > 0) return [['initials', { ...wordsOnly(text), kind: 'dish' }]]
  const named = formsNamed(names, text)
  if (named.length > 0) return [['place', atPlace(names, named, text, [])]]
  const food = foodOfStreet(text)
  if (food !== text) {
    const street = readPlaceAndUnknownWords(names, text) ?? { ...wordsOnly(text), kind: 'dish', otherWords: [food] }
    return [['street of food', street]]
  }
  const words = text.split(' ')
  if (words.length === 1) {
    const joined = readJoined(names, text)
    // '나주홍어' is food of a place, and a word that distant posts may have.
    const isFood = joined?.otherWords.length === 1 && foodOf(names, joined.otherWords[0] ?? '')
    return [
      ...asWay('joined place and food', joined),
      ...(isFood ? [['dish in one word', { ...wordsOnly(text), kind: 'dish' }] as const] : []),
    ]
  }
  // '울산 송정지구' is 송정동 of 울산.
  const [plain, kind] = withoutEnd(text)
  const inside = kind === '' ? [] : formsNamed(names, plain)
  if (inside.length > 0) return [['place with an ending', atPlace(names, inside, plain, [])]]
  return asWay('place and words', placeAmong(names, words))
}

const asWay = (way: Ways, parts: KeywordParts | null) => (parts ? [[way, parts] as const] : [])

/** Reads a dish with the name of its region as the dish there: '전주비빔밥' is also 비빔밥 in 전주. The region of a listed dish may also be a 동 or landmark. */
function dishOfRegion(names: NameIndex, word: string): KeywordParts | null {
  const [region = '', dish = ''] = dishesOfRegions.get(word) ?? []
  const known = formsNamed(names, region)
  const areas = known.filter(({ place, kind }) => isCity(place) || (place.level !== undefined && kind !== 'short'))
  const there = areas.length > 0 ? areas : known
  if (there.length > 0) return { ...atPlace(names, there, region, [dish]), searched: word }
  for (const [head, rest] of splitsOf(word)) {
    const forms = dishOf(rest)
      ? formsNamed(names, head).filter(({ kind, place }) => kind === 'whole' && isCity(place))
      : []
    if (forms.length > 0) return { ...atPlace(names, forms, head, [rest]), searched: word }
  }
  return null
}

function splitsOf(word: string): readonly (readonly [string, string])[] {
  const letters = [...word]
  if (letters.length > LONGEST_JOINED) return []
  return letters
    .slice(2)
    .map((_, index) => [letters.slice(0, index + 2).join(''), letters.slice(index + 2).join('')] as const)
}

const isCity = ({ level }: KnownPlace): boolean => level !== undefined && level <= 2

/** Whether the first of several words names a station; it may be an ordinary word: '시청 냉면', '대학로 떡볶이'. */
export function isStation(names: NameIndex, [first = '', ...rest]: readonly string[]): boolean {
  return (
    rest.length > 0 &&
    formsNamed(names, first).some(({ kind, place }) => kind === 'alias' || place.name === `${first}역`)
  )
}

/** Whether a text is the name of a place typed with the English keyboard layout: 'rlago' is 김해 rather than 라구. */
export function isTypedOnEnglishKeys(names: NameIndex, typed: string): boolean {
  const hangul = inHangul(typed)
  const isEnglish = names.byEnglish.has(typed.toLowerCase()) || dishOf(normalForm(typed)) !== undefined
  return hangul !== null && !isEnglish && formsNamed(names, hangul).length > 0
}

/** A street of food with a name of its own: '마포갈매기골목'. */
const FOOD_STREET = /^([가-힣]{2,})(?:골목|거리|촌|타운)$/

/** '밀면' of '밀면거리': people in a street of food want to eat it; other words stay. */
function foodOfStreet(word: string): string {
  const [, food = ''] = FOOD_STREET.exec(word) ?? []
  return dishOf(food) ? food : word
}

/** Keystrokes of generic words, but of none that begins with food, such as 카페거리. */
const keysOfGeneric = [...GENERIC_WORDS, ...MEAL_WORDS]
  .filter((word) => !dishNames.some((name) => word.startsWith(name)))
  .map(keystrokesOf)
const keysOfFood = dishNames.map(keystrokesOf)

/**
 * Reads a text whose last word is still being typed, such as the beginning of '강남맛집', '망원동떡볶이' or '파스타맛집': as a place or food,
 * with the typed part of the next word if that may be food.
 */
export function readUnfinished(names: NameIndex, word: string): KeywordParts | null {
  if (!/^[가-힣][가-힣\d]+[가-힣ㄱ-ㅎ]+$/.test(word) || word.length > LONGEST_JOINED) return null
  // 잡채밥 and 용봉탕 are food that we do not know.
  // 성수카 may become 성수카페거리, but that is 성수 too.
  if (FOOD_ENDING.test(word) || formsBeginning(names, word).some(({ kind }) => kind !== 'alias')) return null
  for (let length = word.length - 1; length > 1; length--) {
    const [head, rest] = [word.slice(0, length), word.slice(length)]
    const keys = keystrokesOf(rest)
    const isGenericBegun = keysOfGeneric.some((generic) => generic.startsWith(keys))
    const isFoodBegun = keysOfFood.some((food) => food.startsWith(keys))
    if (!isGenericBegun && !isFoodBegun) continue
    if (dishOf(head)) return isGenericBegun ? { ...wordsOnly(head), kind: 'dish' } : null
    const forms = formsNamed(names, head)
    if (forms.length > 0)
      return atPlace(names, forms, head, isFoodBegun && ([...rest].length > 1 || !isGenericBegun) ? [rest] : [])
  }
  return null
}

/** A place with unknown words, written as one: '군산이성당', '순천꼬막정식', '강남역CGV'. */
export function readPlaceAndUnknownWords(names: NameIndex, word: string): KeywordParts | null {
  if (!/^[가-힣]{2,}[가-힣a-z\d]{2,}$/i.test(word) || word.length > LONGEST_JOINED) return null
  if (formsBeginning(names, word).length > 0) return null
  for (let length = word.length - 2; length > 1; length--) {
    const [head, rest] = [word.slice(0, length), word.slice(length)]
    const forms = formsNamed(names, head).filter(
      ({ kind, place }) =>
        FOOD_STREET.test(rest) || (kind === 'whole' && isSure(place, head)) || (kind === 'alias' && isCity(place)),
    )
    if (forms.length > 0) return { ...atPlace(names, forms, head, [rest]), searched: word }
  }
  return null
}

/** A city or county, also by its short name, or a name with its kind: '강남역'. */
function isSure(place: KnownPlace, name: string): boolean {
  return isCity(place) || /..[역동읍면]$/.test(name)
}

/** Reads words that name a metro line: '2호선 맛집' is at its stations, '부산 2호선 서면' at one, '9호선 카페' food at its stations. */
function ofLine(names: NameIndex, words: readonly string[]): KeywordParts | null {
  for (const [from, to] of spansOf(words)) {
    const placeWords = words.slice(from, to).join(' ')
    const stations = stationsOn(names, placeWords)
    if (stations.length === 0) continue
    const others = words.toSpliced(from, to - from)
    const place = withoutGeneric(others).join(' ')
    const onLine = formsNamed(names, place).filter(({ place: named }) => stations.includes(named))
    if (onLine.length > 0) return { ...atPlace(names, onLine, place, []), searched: words.join(' ') }
    const isFood = place === '' || foodOf(names, place)
    if (!isFood && waysToRead(names, place).some(([, { placeWords }]) => placeWords !== '')) return null
    return { ...atPlace(names, [], placeWords, others), kind: 'landmark', named: stations, searched: words.join(' ') }
  }
  return null
}

function spansOf(words: readonly string[]): readonly (readonly [number, number])[] {
  return [2, 1].flatMap((length) => words.slice(length - 1).map((_, from) => [from, from + length] as const))
}

/** Splits off the longest generic word at the end. */
function withoutEnd(text: string): readonly [string, string] {
  const end =
    [...GENERIC_WORDS]
      .filter((word) => word.length > 1 && /[가-힣]$/.test(word) && text.endsWith(word))
      .toSorted((a, b) => b.length - a.length)[0] ?? ''
  return [text.slice(0, text.length - end.length), end]
}

function placeAmong(names: NameIndex, words: readonly string[]): KeywordParts | null {
  for (let length = words.length - 1; length > 0; length--) {
    const [head, rest] = [words.slice(0, length).join(' '), words.slice(length)]
    const first = formsNamed(names, head)
    if (first.length > 0 && !foodOf(names, head)) return atPlace(names, first, head, rest)
    const [before, tail] = [words.slice(0, -length), words.slice(-length).join(' ')]
    const last = formsNamed(names, tail)
    if (last.length > 0 && !foodOf(names, tail)) return atPlace(names, last, tail, before)
  }
  // '혼자 신촌 라멘' has its place in the middle.
  for (const [before, word] of words.slice(1, -1).entries()) {
    const others = words.toSpliced(before + 1, 1)
    const isSure = withoutGeneric(others).every((other) => foodOf(names, other) ?? factAsked(other))
    const forms = formsNamed(names, word).filter(({ kind }) => isSure || kind !== 'short')
    if (forms.length > 0 && !foodOf(names, word)) return atPlace(names, forms, word, others)
  }
  // '부산돼지국밥 맛집' has a place and food in one word, beside others.
  for (const [index, word] of words.entries()) {
    const read = readJoined(names, word)
    const others = words.toSpliced(index, 1)
    if (read?.placeWords)
      return { ...read, searched: words.join(' '), otherWords: [...read.otherWords, ...withoutGeneric(others)] }
  }
  return null
}

const isOfMeal = (word: string): boolean => MEAL_WORDS.has(word) || wordsOfOccasions(word).length > 0

/** '카페' of '근처카페': the text behind the name of a place, without a word for 'near'. */
const withoutNear = (word: string): string => word.replace(/^(?:근처|주변|부근|인근|앞)(?=..)/, '')

/** Reads a place and food written as one word: '부산돼지국밥', '강남맛집', '망원동할매떡볶이'. */
function readJoined(names: NameIndex, word: string): KeywordParts | null {
  const splits = splitsOf(word).map(([head, rest]) => [head, withoutNear(rest)] as const)
  // '황남빵' of 경주 wins over bread of 황남동.
  const dishes = splits.filter(([, rest]) => foodOf(names, rest))
  const others = splits.filter(
    ([, rest]) =>
      isOnlyGenericWords(rest) || isOfMeal(rest) || MARKET_WORDS.has(rest) || isOfFact(rest) || dishAtEnd(rest),
  )
  for (const [head, rest] of [...dishes, ...others.toReversed()]) {
    const isWord = foodOf(names, rest) || dishAtEnd(rest.slice(1)) || !dishAtEnd(rest)
    // 고사리해장국 is not from 고사동.
    const forms = formsNamed(names, head).filter(({ kind }) => kind !== 'short' || isWord)
    if (forms.length === 0 || foodOf(names, head)) continue
    return { ...atPlace(names, forms, head, isOnlyGenericWords(rest) ? [] : factAndRest(rest)), searched: word }
  }
  return null
}

const isOfFact = (word: string): boolean => factAndRest(word).some(factAsked)

function atPlace(
  names: NameIndex,
  forms: readonly NameForm[],
  placeWords: string,
  others: readonly string[],
): KeywordParts {
  const named = rankPlacesOfForms(names, forms, placeWords)
  const [first] = named
  const isWritten = forms.some(({ text }) => text === normalForm(placeWords))
  const isEnglish = /^[a-z]/i.test(placeWords) && !isWritten
  const shown = (isEnglish && forms.find(({ place }) => place === first)?.text) || placeWords
  const rest = withoutGeneric(others)
  const food = rest.length > 1 ? foodOf(names, rest.join('')) : undefined
  const otherWords = food ? [food.name] : rest.map((word) => dishInKorean(names, foodOfStreet(word), isEnglish))
  return {
    kind: first?.level === undefined ? 'landmark' : 'area',
    searched: [shown, ...otherWords].join(' '),
    isCorrected: isEnglish || otherWords.some((word) => !others.includes(word) && !food),
    named,
    placeWords: shown,
    otherWords,
    occasions: [],
  }
}

function dishInKorean(names: NameIndex, word: string, isEnglish: boolean): string {
  const english = isEnglish ? dishWithEnglishName(normalForm(word)) : undefined
  return /^[a-z]/i.test(word) ? ((english ?? foodOf(names, word))?.name ?? word) : word
}

const anyOf = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join('|')

/** Pattern of texts that consist only of these words, without spaces: '근처맛집'. */
export const joinedWordsPattern = (words: Iterable<string>) => new RegExp(`^(?:${anyOf(words)})+$`)

const ONLY_GENERIC_WORDS = joinedWordsPattern(GENERIC_WORDS)

/** Longest text without spaces that is split into words; longer ones have too many splits. */
export const LONGEST_JOINED = 24

export const isOnlyGenericWords = (text: string): boolean =>
  text.length <= LONGEST_JOINED && ONLY_GENERIC_WORDS.test(text)

export function withoutGeneric(words: readonly string[]): readonly string[] {
  return words.filter((word) => !GENERIC_WORDS.has(word.toLowerCase()))
}

/** Whether a text is the name of an area or landmark. */
export function isNameOfPlace(names: NameIndex, typed: string): boolean {
  return formsNamed(names, typed).length > 0
}

/** A dish, also by its sound in Latin letters if no place is spelt so. */
export function foodOf({ byEnglish }: NameIndex, typed: string): FoundDish | undefined {
  const text = normalForm(typed)
  return dishOf(text) ?? (byEnglish.has(text) ? undefined : dishSounding(text))
}

/** Splits a fact from the food behind it: '주차' of '주차되는곳', '24시간' and '국밥' of '24시간국밥'; any other word stays as it is. */
export function factAndRest(word: string): readonly string[] {
  const { fact = '', rest: behind = '' } = (!dishOf(word) && splitFact(word)) || {}
  // A particle behind the fact: '아이랑카페'.
  const food = behind.replace(/^(?:이랑|랑|하고|와|과)/, '')
  const rest = dishOf(food) ? food : behind
  if (fact === '' || (rest !== '' && !dishOf(rest))) return [word]
  return rest === '' ? [fact] : [fact, rest]
}
