import { isAskingWord } from '#rules/asking.ts'
import { normalForm } from '#rules/normal-form.ts'
import { wordsOfOccasions } from '#rules/occasions.ts'
import { ANY_PLACE_WORDS, ASKING_WORDS, GENERIC_WORDS, MEAL_WORDS } from '#rules/search-words.ts'
import { telephoneDigits } from '#rules/telephone.ts'
import { dishNames, dishOf } from '../../search/dish-names.ts'
import { factAsked, isFillerWord } from '../../search/search-text.ts'
import { inHangul } from '../../search/spelling.ts'
import { formsNamed } from './find-names.ts'
import type { NameIndex } from './known-names.ts'
import { correctWords, findSimilarWord, type PostWord } from './misspelt-names.ts'
import {
  factAndRest,
  foodOf,
  isNameOfPlace,
  isOnlyGenericWords,
  isStation,
  isTypedOnEnglishKeys,
  joinedWordsPattern,
  type KeywordParts,
  LONGEST_JOINED,
  readPlaceAndUnknownWords,
  readUnfinished,
  WAYS,
  waysToRead,
  withoutGeneric,
  wordsOnly,
} from './ways-to-read.ts'

/** One interpretation of a keyword. */
export type Reading = KeywordParts &
  Readonly<{
    /** How the keyword was read: 'typed, dish'. */
    way: string
    /** The reading with the highest score answers, among those that find something. */
    score: number
    /** Words of which some post must have all, or the reading finds nothing. */
    needs: readonly string[]
    /** Whether posts must be at the named place; otherwise distant ones with the words are found too. */
    isThere: boolean
    /** The keyword as a nickname, whose posts are found; null for other readings. */
    author: string | null
    /** Whether it answers only if posts have its words. */
    isGuess: boolean
  }>

export type Readings = readonly [Reading, ...Reading[]]

const MOST_READINGS = 8

/** Scores of the texts in which a keyword is looked up: as typed, without generic words, with the Hangul keyboard, corrected. */
const TEXTS = { typed: 800, specific: 600, keyboard: 500, 'keyboard, corrected': 400, corrected: 300 } as const

/** Scores of readings whose text is not known as a place or food. */
const WORDS = {
  'as posts have it': 990,
  author: 985,
  telephone: 900,
  'any place': 590,
  unfinished: 200,
  'place and unknown words': 100,
  words: 50,
} as const

/** Score that each change of the words costs. */
const CHANGED = 1

/**
 * Readings of a keyword as typed, else by the Hangul keyboard, else with misspelt words corrected; at least one and at
 * most `MOST_READINGS`, the best first. `postWords` are words of posts, the most frequent first.
 */
export function readingsOf(names: NameIndex, typedKeyword: string, postWords: readonly PostWord[] = []): Readings {
  const keyword =
    typedKeyword.replace(/(?:[?!~]|(?<=[가-힣])[ㅋㅎㅠㅜ]{2})+[ㅋㅎㅠㅜ]*(?=\s|$)/g, '').trim() || typedKeyword
  const number = telephoneDigits(keyword)
  if (number !== null) return [reading({ ...wordsOnly(number), searched: keyword }, 'telephone', WORDS.telephone)]
  if (/^@\S/.test(keyword)) return [byAuthor(keyword, WORDS.author)]
  const { words, occasions } = wordsAndOccasions(names, keyword)
  if (words.length === 0) return [reading({ ...wordsOnly(keyword), otherWords: [], occasions }, 'occasion', 0)]
  const [found, ...others] = readWords(names, words)
  const best = withOccasions(found, occasions)
  const asTyped = withoutWordsOfAsking(names, words).join(' ')
  const typed = reading({ ...wordsOnly(asTyped), occasions }, 'as posts have it', WORDS['as posts have it'])
  const all = [
    ...(best.isCorrected ? [{ ...typed, isGuess: true }] : []),
    best,
    ...changedWords(best, postWords),
    ...(isUnknown(best)
      ? [{ ...byAuthor(keyword, best.isCorrected ? WORDS.author : best.score - CHANGED), isGuess: true }]
      : []),
    ...others.map((other) => withOccasions(other, occasions)),
  ]
  const [first = best, ...rest] = all.toSorted((a, b) => b.score - a.score)
  return [first, ...rest.slice(0, MOST_READINGS - 1)]
}

/** The reading of a keyword as a nickname, with or without '@'. */
function byAuthor(keyword: string, score: number): Reading {
  return { ...reading(wordsOnly(keyword), 'author', score), author: keyword.replace(/^@/, '') }
}

const isUnknown = ({ kind, isCorrected, named }: Reading): boolean =>
  isCorrected || (kind === 'text' && named.length === 0)

/** The best reading that is no guess: it answers if posts are not searched, or have nothing. */
export function likeliestReading(readings: Readings): Reading {
  return readings.find(({ isGuess }) => !isGuess) ?? readings[0]
}

function reading(parts: KeywordParts, way: string, score: number): Reading {
  const { named, otherWords, occasions } = parts
  const needs = otherWords.length > 0 ? otherWords : named.length > 0 ? [] : occasions
  // A single dish is also searched around the place, if no post there has it.
  const [word = ''] = otherWords
  const isThere = named.length > 0 && !(otherWords.length === 1 && isFood(word))
  return { ...parts, way, score, needs, isThere, author: null, isGuess: false }
}

const isFood = (word: string): boolean => dishOf(normalForm(word)) !== undefined

/** The words of a reading by what they are: place, food, facts that a place should have ('주차', '혼밥'), and the rest. */
export function groupWords({ placeWords, otherWords }: KeywordParts) {
  const isFact = (word: string) => factAsked(word) !== undefined
  return {
    place: placeWords,
    food: otherWords.filter(isFood),
    facts: otherWords.filter((word) => !isFood(word) && isFact(word)),
    left: otherWords.filter((word) => !isFood(word) && !isFact(word)),
  }
}

/** Adds occasions that were words of their own, and those joined to the place: '강남역점심'. */
function withOccasions(read: Reading, apart: readonly string[]): Reading {
  const joined = read.otherWords.flatMap(wordsOfOccasions)
  if (apart.length + joined.length === 0) return read
  const parts = {
    ...read,
    searched: [read.searched, ...apart].join(' '),
    otherWords: read.otherWords.filter((word) => wordsOfOccasions(word).length === 0),
    occasions: [...new Set([...apart, ...joined])],
  }
  return reading(parts, read.way, read.score)
}

/** Limit of words beside the place up to which they are corrected. */
const MOST_MISSPELT = 5

/**
 * Readings for when no post has all the words: with misspelt ones as posts spell them, then only food, facts and words about a
 * meal, then only food and facts ('국밥집' of '새벽에 문 여는 국밥집'); at a place then only the first food, or the place alone.
 */
function changedWords(read: Reading, postWords: readonly PostWord[]): readonly Reading[] {
  if (read.kind === 'dish' || read.kind === 'any') return []
  const { otherWords, named } = read
  const { left, food } = groupWords(read)
  const isMisspelt = left.length > 0 && otherWords.length <= MOST_MISSPELT
  const spelt = otherWords.map(
    (word) => (isMisspelt && left.includes(word) && findSimilarWord(word, postWords)) || word,
  )
  const sure = otherWords.filter((word) => !left.includes(word))
  const known = otherWords.filter((word) => !left.includes(word) || MEAL_WORDS.has(word))
  const isPlaced = named.length > 0
  // For a name, distant posts that have it come before the place alone.
  const isName = food.length === 0 && left.length > 0 && left.every((word) => !isAskingWord(word))
  const changes = [
    { words: spelt, way: 'words of posts' },
    // The name of a restaurant matters more than a fact: '미도리 예약'.
    ...(isPlaced || food.length > 0 ? [] : [{ words: left, way: 'words left' }]),
    { words: known, way: 'known words' },
    { words: sure, way: 'food and facts' },
    ...(isPlaced && food.length > 0 ? [{ words: food.slice(0, 1), way: 'food' }] : []),
    ...(isPlaced && food.length === 0 ? [{ words: [], way: 'place' }] : []),
  ]
  return changes
    .filter(({ words, way }) => (words.length > 0 || way === 'place') && !isSame(words, otherWords))
    .filter(({ words }, index, all) => all.findIndex((other) => isSame(words, other.words)) === index)
    .map(({ words, way }, index) => {
      const searched = keywordOf({ ...read, otherWords: words })
      const { needs, isThere } = reading({ ...read, otherWords: words }, way, 0)
      const score = read.score - (index + 1) * CHANGED - (way === 'place' && isName ? CHANGED : 0)
      return { ...guess(read, { otherWords: words, searched, needs }, way), isThere, score }
    })
}

const isSame = (some: readonly string[], others: readonly string[]) => some.join(' ') === others.join(' ')

function guess(read: Reading, changes: Partial<Reading>, way: string): Reading {
  const score = read.score - CHANGED
  return { ...read, ...changes, way: `${read.way}, ${way}`, score, isCorrected: true, isGuess: true }
}

/** The keyword that a reading stands for. */
export function keywordOf({
  placeWords,
  otherWords,
  occasions,
  ...read
}: KeywordParts & { author?: string | null }): string {
  if (read.author) return `@${read.author}`
  return [placeWords, ...otherWords, ...occasions].filter((word) => word !== '').join(' ')
}

type Texts = keyof typeof TEXTS

/** Readings of words without occasions, by the first of their spellings in which a place or food is known. */
function readWords(names: NameIndex, typedWords: readonly string[]): Readings {
  const words = plainWords(names, typedWords)
  const typed = withoutFillerWords(withoutWordsOfAsking(names, words)).join(' ')
  for (const [text, spelling] of spellingsOf(names, words, typed)) {
    const isCorrected = text !== 'typed' && text !== 'specific'
    const [best, ...others] = waysToRead(names, spelling).map(([way, parts]) =>
      reading(
        isCorrected ? { ...parts, searched: parts.kind === 'dish' ? parts.searched : spelling, isCorrected } : parts,
        `${text}, ${way}`,
        TEXTS[text] + WAYS[way],
      ),
    )
    if (best) return [best, ...others]
  }
  if (isAnyPlace(words)) {
    return [reading({ ...wordsOnly(typed), kind: 'any', otherWords: [] }, 'any place', WORDS['any place'])]
  }
  const begun = readUnfinished(names, typed)
  const joined = readPlaceAndUnknownWords(names, typed)
  const hangul = inHangul(typed)
  const text = hangul !== null && [...hangul].length > 1 && !isNameOfPlace(names, typed) ? hangul : typed
  const left = reading({ ...wordsOnly(text), isCorrected: text !== typed }, 'words', WORDS.words)
  const known = [
    ...(begun ? [reading(begun, 'unfinished', WORDS.unfinished)] : []),
    ...(joined ? [reading(joined, 'place and unknown words', WORDS['place and unknown words'])] : []),
  ]
  const [best = left, ...others] = known
  return best === left ? [left] : [best, ...others, left]
}

/** Texts in which a keyword is looked up; corrected ones only if it asks for more than any place to eat. */
function* spellingsOf(names: NameIndex, words: readonly string[], typed: string): Generator<readonly [Texts, string]> {
  const specific = withoutGeneric(typed.split(' ')).join(' ')
  // '고기국수 맛있는 집' is about 고기국수, not about 국수 in 고기동.
  const isFood =
    specific !== typed && foodOf(names, specific) && !foodOf(names, typed) && !isStation(names, typed.split(' '))
  if (!isTypedOnEnglishKeys(names, typed)) {
    if (!isFood) yield ['typed', typed]
    yield ['specific', specific]
  }
  if (isAnyPlace(words)) return
  const hangul = inHangul(typed)
  // Phones begin a word with a capital.
  const small = inHangul(typed.charAt(0).toLowerCase() + typed.slice(1))
  for (const keys of [hangul, small]) if (keys !== null) yield ['keyboard', keys]
  const better = hangul === null ? null : correctWords(names, hangul)
  if (better !== null) yield ['keyboard, corrected', better]
  // '맛집' is no misspelt 찻집, and '야식' no 양식.
  const isPlain = typed.split(' ').every((word) => isOnlyGenericWords(word) || MEAL_WORDS.has(word))
  const spelt = isPlain ? null : correctWords(names, typed)
  if (spelt !== null) yield ['corrected', spelt]
}

const ONLY_ANY_PLACE = joinedWordsPattern(ANY_PLACE_WORDS)

/** Whether the words ask for any place to eat: '맛집', '근처 맛집 추천', '뭐 먹지'. */
const isAnyPlace = (words: readonly string[]): boolean =>
  words.every((word) => isAsked(word) || (word.length <= LONGEST_JOINED && ONLY_ANY_PLACE.test(word.toLowerCase())))

const isAsked = (word: string): boolean => ASKING_WORDS.has(word) || isAskingWord(word)

/** Several words that ask for one fact: '브레이크 타임 없는', '주말에 여는'. */
const NO_BREAK = /브레이크\s*(?:타임)?(?:이|가)?\s*없(?:는|이)/
const OPEN_AT_WEEKENDS = /주말에?도?\s+(?=(?:문\s*)?여는|영업|하는)/

/** Spaces within a single occasion, which are removed: '매운 게', which is no crab, and '한 잔'. */
const APART =
  /(?<=매운|매콤한|얼큰한)\s+(?=(?:[게거것]|음식)(?:\s|$))|(?<=(?:^|\s)술?한)\s+(?=잔)|(?<=(?:^|\s)비)\s+(?=오는\s*날)|(?<=비\s?오는)\s+(?=날)/g

/** Where a space is missing: '술마시기' is '술 마시기'. */
const DRINK = /(?<=(?:^|\s)(?:술|차|커피|맥주|소주|와인|막걸리))(?=마[시실])/g

/** Splits words of place and food from words of occasion. A keyword of occasions alone has only the latter. */
function wordsAndOccasions(
  names: NameIndex,
  keyword: string,
): { words: readonly string[]; occasions: readonly string[] } {
  const joined = keyword
    .trim()
    .replace(NO_BREAK, '브레이크없는')
    .replace(OPEN_AT_WEEKENDS, '주말에')
    .replace(APART, '')
    .replace(DRINK, ' ')
  const typed = joined.split(/\s+/)
  const isName = isNameOfPlace(names, keyword) || foodOf(names, keyword) !== undefined
  const isOccasion = (word: string) =>
    !isName && !GENERIC_WORDS.has(word) && !isNameOfPlace(names, word) && wordsOfOccasions(word).length > 0
  const occasions = [...new Set(typed.filter(isOccasion).flatMap(wordsOfOccasions))]
  const others = typed.filter((word) => !isOccasion(word))
  // Generic words such as '대학로' and '시청' may also be names of places.
  const isPlace = (word: string) => !isAsked(word) && !ANY_PLACE_WORDS.has(word) && isNameOfPlace(names, word)
  const isAlone = occasions.length > 0 && withoutGeneric(others).every(isAsked) && !others.some(isPlace)
  // '익선동으로 데이트': only the last word that is typed may be unfinished.
  const isLast = (word: string) => word === typed.at(-1)
  const plain = others.map((word) => withoutParticle(names, withoutEndOfAsking(names, word), isLast(word)))
  return { words: isAlone ? [] : plain, occasions }
}

/** '춘천닭갈비' of '춘천닭갈비맛집', '성수카페' of '성수카페추천', unless the whole is a name. */
function withoutEndOfAsking(names: NameIndex, word: string): string {
  const [, stem = ''] =
    /^([가-힣\d]{3,}?)(?:근처)?(?:맛집)?(?:추천)?(?:맛집)?(?:해줘|해주세요|좀|부탁)?$/.exec(word) ?? []
  return stem === '' || isNameOfPlace(names, word) || dishNames.includes(word) ? word : stem
}

/** A word with a particle: '강남에서', '홍대쪽에', '부산의', '홍대점'. Longer particles come first. */
const WITH_PARTICLE =
  /^(.{2,}?)(?:(?:근처|주변|부근|인근|근방|쪽|앞)(?:에서|에서는|에|의|으로)?|(?:에서|까지|으로|이랑|하고|이나|에게)(?:는|도|만|의)?|에선|에는|에도|엔|에|의|로|랑|은|는|이|가|도|나|점)$/

/** Endings of unfinished names: '망원도' becomes 망원동, '홍대이' 홍대입구. */
const MAY_BE_UNFINISHED = /^.{2,}?(?:에|의|로|은|는|이|가|도|나|엔|랑|으로|이나)$/

/** Exits of a station, which no post mentions: '11번 출구', '4번출구', '7번'. */
const EXIT = /^(?:\d+(?:-\d+)?번)?(?:출구|출입구)?(?:쪽|앞|근처)?$/

const STATION_AND_EXIT = /^(.{1,}역)(\d+(?:-\d+)?번(?:출구|출입구)?)$/

/** A word with a fact at its end: '성수감자탕24시'. */
const ALL_DAY = /^([가-힣]{2,})(24시간?)$/

/** '회식하기 좋은 집', '데이트하기좋은곳': an occasion and words of asking. */
const FOR_A_MEAL = /^(.{2,})(?:하기|할만한|할)(?:좋은|괜찮은)?(?:곳|집|데|식당)?$/

/** The words without particles and exits: '강남 파스타' of '강남에서 파스타', '합정역' of '합정역 3번출구'. Known words stay. */
function plainWords(names: NameIndex, words: readonly string[]): readonly string[] {
  const plain = words.map((word, index) => {
    const last = index === words.length - 1
    const [, meal = ''] = FOR_A_MEAL.exec(word) ?? []
    return MEAL_WORDS.has(meal) ? meal : withoutParticle(names, word, last)
  })
  const apart = withNumbers(plain).flatMap(
    (word) => (STATION_AND_EXIT.exec(word) ?? ALL_DAY.exec(word))?.slice(1) ?? [word],
  )
  return apart.some((word) => word.endsWith('역')) ? apart.filter((word) => !EXIT.test(word)) : apart
}

/** Joins a road and its number, '테헤란로152' of '테헤란로 152': the number alone is in many other addresses. */
function withNumbers(words: readonly string[]): readonly string[] {
  const isRoad = (word = '') => /^[가-힣\d]{2,}(?:로|길)$/.test(word)
  const isNumber = (word = '') => /^\d{1,5}(?:-\d{1,5})?$/.test(word)
  return words.flatMap((word, index) => {
    if (isRoad(word) && isNumber(words[index + 1])) return [`${word}${words[index + 1]}`]
    return isNumber(word) && isRoad(words[index - 1]) ? [] : [word]
  })
}

function withoutParticle(names: NameIndex, word: string, isLast: boolean): string {
  const [, stem = ''] = WITH_PARTICLE.exec(word) ?? []
  if (stem === '' || isKnown(names, word) || (isLast && MAY_BE_UNFINISHED.test(word))) return word
  return isKnown(names, stem) ? stem : word
}

function isKnown(names: NameIndex, word: string): boolean {
  const text = normalForm(word)
  return dishOf(text) !== undefined || formsNamed(names, text).length > 0
}

/** The words without those of asking ('추천', '있는'); all of them if nothing else is left: '맛있는 것'. */
function withoutWordsOfAsking(names: NameIndex, words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !ASKING_WORDS.has(word) && (!isAskingWord(word) || isKnown(names, word)))
  return withoutGeneric(rest).length > 0 ? rest : words
}

/** '혼밥 국밥집' of '혼밥하기 좋은 국밥집': without the filler words beside a fact. */
function withoutFillerWords(words: readonly string[]): readonly string[] {
  const plain = words.flatMap(factAndRest)
  return plain.some(factAsked) ? plain.filter((word) => !isFillerWord(word)) : words
}
