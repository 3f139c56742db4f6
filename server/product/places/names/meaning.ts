import { keysOf } from '#rules/hangul.ts'
import { normalForm } from '#rules/normal-form.ts'
import { ANY_PLACE, GENERIC_WORDS, MARKETS, MEALS, WORDS_OF_ASKING } from '#rules/search-words.ts'
import {
  dishAtEnd,
  dishesOfInitials,
  dishInEnglish,
  dishNames,
  dishOf,
  dishSounding,
  type FoundDish,
} from '../../search/dish-names.ts'
import { factAsked, isAsking, splitFact } from '../../search/search-text.ts'
import { inHangul } from '../../search/spelling.ts'
import { beginningInArea, formsBeginning, formsNamed, placesOf, sortByPopularity, stationsOn } from './find-names.ts'
import type { KnownPlace, NameForm, Names } from './known-names.ts'
import { corrected, FOOD_ENDING } from './misspelt-names.ts'
import { occasionsOf } from './occasions.ts'
import { plainWords } from './plain-words.ts'

export type Meaning = Readonly<{
  kind: 'area' | 'landmark' | 'dish' | 'any' | 'text'
  /** Keyword as it was read: '국밥' for 'rnrqkq'. */
  searched: string
  isCorrected: boolean
  /** Areas and landmarks that the keyword, or a part of it, names, the likeliest first. */
  named: readonly KnownPlace[]
  placeWords: string
  otherWords: readonly string[]
  /** Purpose or company, such as '데이트' and '부모님', which ranks posts but excludes none. */
  occasions: readonly string[]
}>

/** Pattern of texts that consist of these words, written as one: '근처맛집'. */
const onlyOf = (words: Iterable<string>) => new RegExp(`^(?:${[...words].join('|')})+$`)

const ONLY_GENERIC_WORDS = onlyOf(GENERIC_WORDS)
const ONLY_ANY_PLACE = onlyOf(ANY_PLACE)

/** Longest text without spaces that is split into words; longer ones have too many splits. */
const LONGEST_JOINED = 24

const isGeneric = (text: string): boolean => text.length <= LONGEST_JOINED && ONLY_GENERIC_WORDS.test(text)

/** '맛집', '근처 맛집 추천', '뭐 먹지'. */
const isAnyPlace = (words: readonly string[]): boolean =>
  words.every(
    (word) => WORDS_OF_ASKING.has(word) || (word.length <= LONGEST_JOINED && ONLY_ANY_PLACE.test(word.toLowerCase())),
  )

/** Meaning of a keyword as typed, else by the Hangul keyboard, else with misspelt words corrected. */
export function meaningOf(names: Names, keyword: string): Meaning {
  const { words, occasions: apart } = wordsAndOccasions(names, keyword)
  if (words.length === 0) return { ...asTyped(keyword), otherWords: [], occasions: apart }
  const meaning = meaningOfWords(names, words)
  // '강남역점심' is one word.
  const joined = meaning.otherWords.flatMap(occasionsOf)
  if (apart.length + joined.length === 0) return meaning
  return {
    ...meaning,
    searched: [meaning.searched, ...apart].join(' '),
    otherWords: meaning.otherWords.filter((word) => occasionsOf(word).length === 0),
    occasions: [...new Set([...apart, ...joined])],
  }
}

/** Meaning of the words as typed, without correction and without endings by which people ask. */
export function uncorrectedMeaning(names: Names, keyword: string): Meaning {
  const { words, occasions } = wordsAndOccasions(names, keyword)
  return { ...asTyped(words.join(' ')), occasions }
}

/** Splits words of place and food from words of occasion. A keyword of occasions alone has only the latter. */
function wordsAndOccasions(names: Names, keyword: string): { words: readonly string[]; occasions: readonly string[] } {
  const typed = keyword.trim().split(/\s+/)
  const isName = isNameOfPlace(names, keyword) || foodOf(names, keyword) !== undefined
  const isOccasion = (word: string) => !isName && !isNameOfPlace(names, word) && occasionsOf(word).length > 0
  const occasions = [...new Set(typed.filter(isOccasion).flatMap(occasionsOf))]
  const others = typed.filter((word) => !isOccasion(word))
  const isAlone = occasions.length > 0 && withoutGeneric(others).every((word) => WORDS_OF_ASKING.has(word))
  return { words: isAlone ? [] : others.map((word) => withoutEndOfAsking(names, word)), occasions }
}

/** '춘천닭갈비' of '춘천닭갈비맛집', '성수카페' of '성수카페추천', unless the whole is a name. */
function withoutEndOfAsking(names: Names, word: string): string {
  const [, stem = ''] =
    /^([가-힣\d]{3,}?)(?:근처)?(?:맛집)?(?:추천)?(?:맛집)?(?:해줘|해주세요|좀|부탁)?$/.exec(word) ?? []
  return stem === '' || isNameOfPlace(names, word) || dishNames.includes(word) ? word : stem
}

function meaningOfWords(names: Names, typedWords: readonly string[]): Meaning {
  const words = plainWords(names, typedWords)
  const typed = withoutAskingWords(withoutWordsOfAsking(words)).join(' ')
  const specific = withoutGeneric(typed.split(' ')).join(' ')
  // '고기국수 맛있는 집' is about 고기국수, not about 국수 in 고기동.
  const isFood =
    specific !== typed && foodOf(names, specific) && !foodOf(names, typed) && !isStation(names, typed.split(' '))
  const known = isOfKeys(names, typed)
    ? null
    : ((isFood ? null : meaningOfText(names, typed)) ?? meaningOfText(names, specific))
  if (known) return known
  if (isAnyPlace(words)) return { ...asTyped(typed), kind: 'any', otherWords: [] }
  const hangul = inHangul(typed)
  // Phones begin a word with a capital.
  const small = inHangul(typed.charAt(0).toLowerCase() + typed.slice(1))
  const isPlain = typed.split(' ').every((word) => isGeneric(word) || MEALS.has(word))
  // '맛집' is no misspelt 찻집, and '야식' no 양식.
  const spelt = isPlain ? null : corrected(names, typed)
  const readings = [hangul, small, hangul === null ? null : corrected(names, hangul), spelt]
  for (const reading of readings) {
    const other = reading === null ? null : meaningOfText(names, reading)
    if (other) return { ...other, searched: reading ?? typed, isCorrected: true }
  }
  const joined = unfinished(names, typed) ?? placeAndUnknownWords(names, typed)
  if (joined) return joined
  const text = hangul !== null && [...hangul].length > 1 && !isNameOfPlace(names, typed) ? hangul : typed
  return { ...asTyped(text), isCorrected: text !== typed }
}

/** A station may have an ordinary word as its name: '시청 냉면', '대학로 떡볶이'. */
function isStation(names: Names, [first = '', ...rest]: readonly string[]): boolean {
  return (
    rest.length > 0 &&
    formsNamed(names, first).some(({ kind, place }) => kind === 'alias' || place.name === `${first}역`)
  )
}

/** Keeps all words if they only ask: '맛있는 것'. */
function withoutWordsOfAsking(words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !WORDS_OF_ASKING.has(word))
  return withoutGeneric(rest).length > 0 ? rest : words
}

/** '혼밥 국밥집' of '혼밥하기 좋은 국밥집': keeps facts of a place, drops the words of asking. */
function withoutAskingWords(words: readonly string[]): readonly string[] {
  const plain = words.flatMap(factAndRest)
  return plain.some(factAsked) ? plain.filter((word) => !isAsking(word)) : words
}

/** '주차' of '주차되는곳', '24시간' and '국밥' of '24시간국밥'; any other word as it is. */
function factAndRest(word: string): readonly string[] {
  const { fact = '', rest = '' } = (!dishOf(word) && splitFact(word)) || {}
  if (fact === '' || (rest !== '' && !dishOf(rest))) return [word]
  return rest === '' ? [fact] : [fact, rest]
}

/** Whether English keys spell a name that other texts only sound like: 'rlago' is 김해 rather than 라구. */
function isOfKeys(names: Names, typed: string): boolean {
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

/** Without words that begin with food, as 카페거리 does. */
const keysOfGeneric = [...GENERIC_WORDS, ...MEALS]
  .filter((word) => !dishNames.some((name) => word.startsWith(name)))
  .map(keysOf)
const keysOfFood = dishNames.map(keysOf)

/**
 * Meaning of unfinished typing, such as '강남맛집', '망원동떡볶이' or '파스타맛집' on the way: place or food, with the typed part of
 * the next word if it tells more.
 */
function unfinished(names: Names, word: string): Meaning | null {
  if (!/^[가-힣][가-힣\d]+[가-힣ㄱ-ㅎ]+$/.test(word) || word.length > LONGEST_JOINED) return null
  // 잡채밥 and 용봉탕 are food that we do not know.
  // 성수카 may become 성수카페거리, but that is 성수 too.
  if (FOOD_ENDING.test(word) || formsBeginning(names, word).some(({ kind }) => kind !== 'alias')) return null
  for (let length = word.length - 1; length > 1; length--) {
    const [head, rest] = [word.slice(0, length), word.slice(length)]
    const keys = keysOf(rest)
    const isGenericBegun = keysOfGeneric.some((generic) => generic.startsWith(keys))
    const isFoodBegun = keysOfFood.some((food) => food.startsWith(keys))
    if (!isGenericBegun && !isFoodBegun) continue
    if (dishOf(head)) return isGenericBegun ? { ...asTyped(head), kind: 'dish' } : null
    const forms = formsNamed(names, head)
    if (forms.length > 0)
      return atPlace(names, forms, head, isFoodBegun && ([...rest].length > 1 || !isGenericBegun) ? [rest] : [])
  }
  return null
}

/** A place with unknown words, written as one: '군산이성당', '순천꼬막정식', '강남역CGV'. */
function placeAndUnknownWords(names: Names, word: string): Meaning | null {
  if (!/^[가-힣]{2,}[가-힣a-z\d]{2,}$/i.test(word) || word.length > LONGEST_JOINED) return null
  if (formsBeginning(names, word).length > 0) return null
  for (let length = word.length - 2; length > 1; length--) {
    const [head, rest] = [word.slice(0, length), word.slice(length)]
    const forms = formsNamed(names, head).filter(
      ({ kind, place }) => FOOD_STREET.test(rest) || (kind === 'whole' && isSure(place, head)),
    )
    if (forms.length > 0) return { ...atPlace(names, forms, head, [rest]), searched: word }
  }
  return null
}

/** A city or county, also by its short name, or a name with its kind: '강남역'. */
function isSure({ level }: KnownPlace, name: string): boolean {
  return (level !== undefined && level <= 2) || /..[역동읍면]$/.test(name)
}

function isNameOfPlace(names: Names, typed: string): boolean {
  return formsNamed(names, typed).length > 0
}

function asTyped(text: string): Meaning {
  const words = text.split(' ')
  const otherWords = withoutGeneric(words).length > 0 ? withoutGeneric(words) : words
  return { kind: 'text', searched: text, isCorrected: false, named: [], placeWords: '', otherWords, occasions: [] }
}

function meaningOfText(names: Names, text: string): Meaning | null {
  const line = ofLine(names, text.split(' '))
  if (line) return line
  const [head = '', ...rest] = text.split(' ')
  // '전주 비빔밥' is food of a place, 전주비빔밥 a dish, and 'budae' of 'budae jjigae' not 부대동.
  const isEnglish = /^[a-z]/i.test(text)
  const isPlace = rest.length > 0 && formsNamed(names, head).some(({ kind }) => !isEnglish || kind !== 'short')
  const isOfPlace = isPlace && foodOf(names, rest.join(''))
  const dish = isOfPlace ? undefined : foodOf(names, text)
  if (dish) {
    const searched = isEnglish ? dish.name : text
    return { ...asTyped(searched), kind: 'dish', isCorrected: isEnglish, otherWords: [normalForm(searched)] }
  }
  if (dishesOfInitials(normalForm(text)).length > 0) return { ...asTyped(text), kind: 'dish' }
  const named = formsNamed(names, text)
  if (named.length > 0) return atPlace(names, named, text, [])
  const food = foodOfStreet(text)
  if (food !== text) return placeAndUnknownWords(names, text) ?? { ...asTyped(text), kind: 'dish', otherWords: [food] }
  const words = text.split(' ')
  if (words.length === 1) return readJoined(names, text)
  // '울산 송정지구' is 송정동 of 울산.
  const [plain, kind] = withoutEnd(text)
  const inside = kind === '' ? [] : formsNamed(names, plain)
  return inside.length > 0 ? atPlace(names, inside, plain, []) : readWords(names, words)
}

/** '2호선 맛집' is at that line's stations, '부산 2호선 서면' at the station, '9호선 카페' food there. */
function ofLine(names: Names, words: readonly string[]): Meaning | null {
  for (const [from, to] of partsOf(words)) {
    const placeWords = words.slice(from, to).join(' ')
    const stations = stationsOn(names, placeWords)
    if (stations.length === 0) continue
    const others = words.toSpliced(from, to - from)
    const place = withoutGeneric(others).join(' ')
    const onLine = formsNamed(names, place).filter(({ place: named }) => stations.includes(named))
    if (onLine.length > 0) return { ...atPlace(names, onLine, place, []), searched: words.join(' ') }
    const inside = place === '' || foodOf(names, place) ? null : meaningOfText(names, place)
    if (inside?.placeWords) return null
    return { ...atPlace(names, [], placeWords, others), kind: 'landmark', named: stations, searched: words.join(' ') }
  }
  return null
}

function partsOf(words: readonly string[]): readonly (readonly [number, number])[] {
  return [2, 1].flatMap((length) => words.slice(length - 1).map((_, from) => [from, from + length] as const))
}

/** Splits off the longest ending that only means 'near'. */
function withoutEnd(text: string): readonly [string, string] {
  const end =
    [...GENERIC_WORDS]
      .filter((word) => word.length > 1 && /[가-힣]$/.test(word) && text.endsWith(word))
      .toSorted((a, b) => b.length - a.length)[0] ?? ''
  return [text.slice(0, text.length - end.length), end]
}

function readWords(names: Names, words: readonly string[]): Meaning | null {
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

/** Reads a place and food written as one word: '부산돼지국밥', '강남맛집', '망원동할매떡볶이'. */
function readJoined(names: Names, word: string): Meaning | null {
  const letters = [...word]
  if (letters.length > LONGEST_JOINED) return null
  const splits = letters
    .slice(2)
    .map((_, index) => [letters.slice(0, index + 2).join(''), letters.slice(index + 2).join('')] as const)
  // '황남빵' of 경주 wins over bread of 황남동.
  const dishes = splits.filter(([, rest]) => foodOf(names, rest))
  const others = splits.filter(
    ([, rest]) => isGeneric(rest) || MEALS.has(rest) || MARKETS.has(rest) || isOfFact(rest) || dishAtEnd(rest),
  )
  for (const [head, rest] of [...dishes, ...others.toReversed()]) {
    const isWord = foodOf(names, rest) || dishAtEnd(rest.slice(1)) || !dishAtEnd(rest)
    // 고사리해장국 is not from 고사동.
    const forms = formsNamed(names, head).filter(({ kind }) => kind !== 'short' || isWord)
    if (forms.length === 0 || foodOf(names, head)) continue
    return { ...atPlace(names, forms, head, isGeneric(rest) ? [] : factAndRest(rest)), searched: word }
  }
  return null
}

const isOfFact = (word: string): boolean => factAndRest(word).some(factAsked)

/** A dish, also by its sound in Latin letters if no place is spelt so. */
function foodOf({ byEnglish }: Names, typed: string): FoundDish | undefined {
  const text = normalForm(typed)
  return dishOf(text) ?? (byEnglish.has(text) ? undefined : dishSounding(text))
}

function withoutGeneric(words: readonly string[]): readonly string[] {
  return words.filter((word) => !GENERIC_WORDS.has(word.toLowerCase()))
}

function atPlace(names: Names, forms: readonly NameForm[], placeWords: string, others: readonly string[]): Meaning {
  const named = placesOf(names, forms, placeWords)
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

function dishInKorean(names: Names, word: string, isEnglish: boolean): string {
  const english = isEnglish ? dishInEnglish(normalForm(word)) : undefined
  return /^[a-z]/i.test(word) ? ((english ?? foodOf(names, word))?.name ?? word) : word
}

export function placesBeginning(names: Names, typed: string): KnownPlace[] {
  const forms = formsBeginning(names, typed)
  return sortByPopularity(names, forms.length > 0 ? forms : beginningInArea(names, typed), normalForm(typed))
}
