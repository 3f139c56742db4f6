import { keysOf } from '#rules/hangul.ts'
import { distanceWithin, type Letters, prepareLetters } from '../../edit-distance.ts'
import { normalForm } from '../../search/search-text.ts'
import { inHangul } from '../../search/spelling.ts'
import type { KnownPlace, Names } from './known-names.ts'
import { formsOf } from './name-forms.ts'

type Comparable = Readonly<{
  name: string
  /** The keys of the name, and of the name without its ending: '홍대입구역', '홍대입구'. */
  letters: readonly Letters[]
  /** Lower for names that people are more likely to mean. */
  rank: number
  /** Normalised addresses of the places and areas with that name. */
  within: readonly string[]
}>

const MOST_SUGGESTIONS = 5

/** One letter in four may be wrong, three at most: with more, almost any names would match. */
const LETTERS_FOR_A_MISTAKE = 4
const MOST_MISTAKES = 3

const MOST_WORDS = 5

/** Penalty for a name that matches only without its ending, so that whole names come first. */
const WITHOUT_ENDING = 0.5

/** A name is suggested only if its distance is within this of the smallest distance. */
const SPREAD = 1

/** The most similar first: a name, or the keyword with its misspelt word replaced. */
export function nearestNames(keyword: string, known: Names): string[] {
  const names = comparable(known)
  const whole = closest(keyword, names).map(({ name }) => name)
  const words = keyword.split(' ')
  if (whole.length > 0 || words.length === 1 || words.length > MOST_WORDS) return whole
  return words
    .flatMap((word, index) => {
      const others = words.toSpliced(index, 1).map(normalForm)
      const there = names.filter(({ within }) => within.some((place) => others.every((other) => place.includes(other))))
      return closest(word, there).map(({ name }) => words.with(index, name).join(' '))
    })
    .slice(0, MOST_SUGGESTIONS)
}

function closest(typed: string, names: readonly Comparable[]): Comparable[] {
  const letters = lettersOf(inHangul(typed) ?? typed)
  const limit = Math.min(MOST_MISTAKES, Math.floor(letters.codes.length / LETTERS_FOR_A_MISTAKE))
  if (limit === 0) return []
  const near = names
    .map((known) => ({ known, away: awayFrom(letters, known, limit) }))
    .filter(({ away }) => away <= limit)
    .toSorted((a, b) => a.away - b.away || a.known.rank - b.known.rank || a.known.name.length - b.known.name.length)
  const nearest = near[0]?.away ?? 0
  return near
    .filter(({ away }) => away <= nearest + SPREAD)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ known }) => known)
}

/** Mistakes between what was typed and the name; infinite beyond the limit. */
function awayFrom(letters: Letters, { letters: forms }: Comparable, limit: number): number {
  return forms.reduce(
    (least, form, index) => Math.min(least, distanceWithin(letters, form, limit) + index * WITHOUT_ENDING),
    Number.POSITIVE_INFINITY,
  )
}

const prepared = new WeakMap<Names, readonly Comparable[]>()

function comparable(names: Names): readonly Comparable[] {
  const known = prepared.get(names) ?? prepare(names)
  prepared.set(names, known)
  return known
}

/** The whole name, then some without its ending. */
const MOST_FORMS = 3

function prepare({ places }: Names): readonly Comparable[] {
  return [...Map.groupBy(places, ({ name }) => name)].map(([name, same]) => {
    const forms = same.flatMap((place) => formsOf(place)).filter(({ kind }) => kind !== 'alias')
    const texts = new Set([normalForm(name), ...forms.map(({ text }) => text)])
    return {
      name,
      letters: [...texts].slice(0, MOST_FORMS).map(lettersOf),
      rank: Math.min(...same.map(rankOf)),
      within: [...new Set(same.map(({ normal }) => normal))],
    }
  })
}

/** 시도, 시군구, stations, 동, then other landmarks. */
function rankOf({ level, tags }: KnownPlace): number {
  if (level === undefined) return tags ? 2 : 4
  return level <= 2 ? level - 1 : 3
}

function lettersOf(text: string): Letters {
  return prepareLetters(keysOf(normalForm(text)))
}
