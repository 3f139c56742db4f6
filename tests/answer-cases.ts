import { placesBeginning } from '#server/product/places/names/find-names.ts'
import type { NameIndex } from '#server/product/places/names/known-names.ts'
import { likeliestReading, readingsOf } from '#server/product/places/names/readings.ts'
import { dishOf, suggestDishes } from '#server/product/search/dish-names.ts'
import { type SearchCase, searchCases } from './search-cases.ts'

/** Number offered while somebody types. */
const OFFERED = 3

/** Answer in a case, and whether it is the expected one. */
function answerOf(names: NameIndex, { kind: ofClass, typed, meant }: SearchCase): { answer: string; isMeant: boolean } {
  const { kind, searched, named, otherWords: words, occasions } = likeliestReading(readingsOf(names, typed))
  const otherWords = [...words, ...occasions]
  const wanted = meant.replace('~', '').split('/')
  const isMeant = (answers: readonly string[]) =>
    wanted.some((one) => {
      const [text = '', within = ''] = one.split('@')
      return answers.includes(text) && (named[0]?.address ?? '').includes(within)
    })
  if (meant.startsWith('~')) {
    const begun = placesBeginning(names, searched)
    const places = otherWords.length > 0 ? [...begun, ...named] : [...named, ...begun]
    const shown = [...new Set(places)].map(({ name }) => name)
    const offered = [...suggestDishes(searched), ...shown.slice(0, OFFERED), searched]
    return { answer: offered.join(', '), isMeant: isMeant(offered) }
  }
  const place = named[0]?.name ?? ''
  const food = otherWords.map((word) => dishOf(word)?.name ?? word).join(' ')
  // Unknown words are an answer only if the case is about food.
  if (!named[0] && kind !== 'dish' && ofClass !== 'food by other names') return { answer: '', isMeant: false }
  if (kind === 'dish') return { answer: food, isMeant: isMeant([food, searched]) }
  const withPlace = (words: string) => [place, words].filter((part) => part !== '').join(' + ')
  const answer = withPlace(food)
  return { answer, isMeant: isMeant([answer, withPlace(otherWords.join(' ')), searched]) }
}

/** Share of cases with the expected answer, by class, and the answers of the others. */
export function scoreCases(names: NameIndex): { kind: string; cases: number; share: number; others: string[] }[] {
  return [...Map.groupBy(searchCases, ({ kind }) => kind)].map(([kind, cases]) => {
    const answers = cases.map((one) => ({ ...one, ...answerOf(names, one) }))
    const others = answers.filter(({ isMeant }) => !isMeant)
    return {
      kind,
      cases: cases.length,
      share: 1 - others.length / cases.length,
      others: others.map(({ typed, answer }) => `${typed}: ${answer}`),
    }
  })
}
