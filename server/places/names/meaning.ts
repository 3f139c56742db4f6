import { dishAtEnd, dishesOfInitials, dishOf } from '../../search/dish-names.ts'
import { normalForm } from '../../search/search-text.ts'
import { inHangul } from '../../search/spelling.ts'
import { corrected } from './correct.ts'
import { formsBeginning, formsNamed, placesOf } from './find-names.ts'
import type { KnownPlace, NameForm, Names } from './known-names.ts'

export type Meaning = Readonly<{
  kind: 'area' | 'landmark' | 'dish' | 'text'
  /** The keyword as it was read: '국밥' for 'rnrqkq'. */
  searched: string
  /** It was read otherwise than typed. */
  isCorrected: boolean
  /** The areas and landmarks that the keyword, or a part of it, names; the likeliest first. */
  named: readonly KnownPlace[]
  /** The part of the keyword that names them; empty if none does. */
  placeWords: string
  otherWords: readonly string[]
}>

/** Words for what people look for at a place, which hardly any post has. */
const WHAT_FOR = new Set([
  '맛집',
  '식당',
  '밥집',
  '먹거리',
  '먹을곳',
  '음식점',
  '맛집추천',
  '추천',
  'food',
  'restaurant',
  'restaurants',
])

/** As the keyword is typed, or else with the Hangul keyboard, or with misspelt words corrected. */
export function meaningOf(names: Names, keyword: string): Meaning {
  const typed = keyword.trim().replace(/\s+/g, ' ')
  const known = readAs(names, typed)
  if (known) return known
  const hangul = inHangul(typed)
  const readings = [hangul, hangul === null ? null : corrected(names, hangul), corrected(names, typed)]
  for (const reading of readings) {
    const other = reading === null ? null : readAs(names, reading)
    if (other) return { ...other, searched: reading ?? typed, isCorrected: true }
  }
  const text = hangul !== null && [...hangul].length > 1 && !isBeginning(names, typed) ? hangul : typed
  return { ...asTyped(text), isCorrected: text !== typed }
}

function isBeginning(names: Names, typed: string): boolean {
  return formsNamed(names, typed).length > 0
}

export function asTyped(text: string): Meaning {
  const words = text.split(' ')
  const otherWords = wanted(words).length > 0 ? wanted(words) : words
  return { kind: 'text', searched: text, isCorrected: false, named: [], placeWords: '', otherWords }
}

/** Null if the text names neither a place nor a dish. */
function readAs(names: Names, text: string): Meaning | null {
  const [head = '', ...rest] = text.split(' ')
  // '전주 비빔밥' is food of a place, 전주비빔밥 a dish.
  const isOfPlace = rest.length > 0 && isFood(rest.join('')) && formsNamed(names, head).length > 0
  const dish = isOfPlace ? undefined : dishOf(normalForm(text))
  if (dish) {
    const isEnglish = /^[a-z]/i.test(text)
    const searched = isEnglish ? dish.name : text
    return { ...asTyped(searched), kind: 'dish', isCorrected: isEnglish, otherWords: [normalForm(searched)] }
  }
  if (dishesOfInitials(normalForm(text)).length > 0) return { ...asTyped(text), kind: 'dish' }
  const named = formsNamed(names, text)
  if (named.length > 0) return atPlace(names, named, text, [])
  const words = text.split(' ')
  return words.length > 1 ? readWords(names, words) : readJoined(names, text)
}

/** A place, as long as possible, and other words before or behind it. */
function readWords(names: Names, words: readonly string[]): Meaning | null {
  for (let length = words.length - 1; length > 0; length--) {
    const [head, rest] = [words.slice(0, length).join(' '), words.slice(length)]
    const first = formsNamed(names, head)
    if (first.length > 0 && !isFood(head)) return atPlace(names, first, head, rest)
    const [before, tail] = [words.slice(0, -length), words.slice(-length).join(' ')]
    const last = formsNamed(names, tail)
    if (last.length > 0 && !isFood(tail)) return atPlace(names, last, tail, before)
  }
  // '부산돼지국밥 맛집' is a place and food in one word, and others.
  for (const [index, word] of words.entries()) {
    const read = readJoined(names, word)
    const others = words.toSpliced(index, 1)
    if (read?.placeWords)
      return { ...read, searched: words.join(' '), otherWords: [...read.otherWords, ...wanted(others)] }
  }
  return null
}

/** A place and food written as one word: '부산돼지국밥', '강남맛집', '망원동할매떡볶이'. */
function readJoined(names: Names, word: string): Meaning | null {
  const letters = [...word]
  for (let length = letters.length - 1; length > 1; length--) {
    const [head, rest] = [letters.slice(0, length).join(''), letters.slice(length).join('')]
    if (!isFood(rest) && !WHAT_FOR.has(rest) && !dishAtEnd(rest)) continue
    const forms = formsNamed(names, head)
    if (forms.length > 0 && !isFood(head)) return { ...atPlace(names, forms, head, [rest]), searched: word }
  }
  return null
}

function isFood(text: string): boolean {
  return dishOf(normalForm(text)) !== undefined
}

function wanted(words: readonly string[]): readonly string[] {
  return words.filter((word) => !WHAT_FOR.has(word.toLowerCase()))
}

function atPlace(names: Names, forms: readonly NameForm[], placeWords: string, others: readonly string[]): Meaning {
  const named = placesOf(names, forms, placeWords)
  const [first] = named
  const isWritten = forms.some(({ text }) => text === normalForm(placeWords))
  const isEnglish = /^[a-z]/i.test(placeWords) && !isWritten
  const shown = (isEnglish && forms.find(({ place }) => place === first)?.text) || placeWords
  const rest = wanted(others)
  const food = rest.length > 1 ? dishOf(normalForm(rest.join(''))) : undefined
  const otherWords = food ? [food.name] : rest.map((word) => dishInKorean(word))
  return {
    kind: first?.level === undefined ? 'landmark' : 'area',
    searched: [shown, ...otherWords].join(' '),
    isCorrected: isEnglish || otherWords.some((word) => !others.includes(word) && !food),
    named,
    placeWords: shown,
    otherWords,
  }
}

function dishInKorean(word: string): string {
  return /^[a-z]/i.test(word) ? (dishOf(normalForm(word))?.name ?? word) : word
}

/** Areas and landmarks whose names begin with what was typed so far, the likeliest first. */
export function placesBeginning(names: Names, typed: string): KnownPlace[] {
  return placesOf(names, formsBeginning(names, typed), typed)
}
