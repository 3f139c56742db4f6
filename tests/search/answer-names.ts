import { placesBeginning } from '#server/product/places/names/find-names.ts'
import type { NameIndex } from '#server/product/places/names/known-names.ts'
import { likeliestReading, type Reading, readingsOf } from '#server/product/places/names/readings.ts'
import { dishOf, suggestDishes } from '#server/product/search/dish-names.ts'
import type { ClassScore } from './answer-posts.ts'
import type { SearchCase } from './read-cases.ts'

/** Number offered while somebody types. */
const OFFERED = 3

const foodOf = (words: readonly string[]) => words.map((word) => dishOf(word)?.name ?? word).join(' ')

/** Whether a reading is the meant place, food, or a place + food: any dish with the meant one among its names counts as it. */
function isMeant(reading: Reading, meant: string): boolean {
  const [text = '', within = ''] = meant.split('@')
  const [place = null, food = null] = text.includes(' + ') ? text.split(' + ') : [text, null]
  const { named, otherWords, searched, kind } = reading
  const isSameFood = (food: string) => foodOf(otherWords) === foodOf([food]) || otherWords.join(' ') === food
  const isPlace = named[0]?.name === place && `${named[0]?.address} ${named[0]?.name}`.includes(within)
  if (food !== null) return isPlace && isSameFood(food)
  if (isPlace) return otherWords.length === 0
  // A name of a place that nothing is known of is no answer.
  return named.length === 0 && kind === 'dish' && (isSameFood(text) || searched === text)
}

function answerOf(names: NameIndex, typed: string, meant: string): { answer: string; isMeant: boolean } {
  const readings = readingsOf(names, typed)
  const first = likeliestReading(readings)
  if (meant.startsWith('~')) {
    const begun = placesBeginning(names, typed).map(({ name }) => name)
    const places = [...first.named.map(({ name }) => name), ...begun]
    const offered = [...suggestDishes(typed).slice(0, OFFERED), ...[...new Set(places)].slice(0, OFFERED)]
    return {
      answer: offered.join(', '),
      isMeant: meant
        .slice(1)
        .split('/')
        .some((one) => offered.includes(one)),
    }
  }
  const show = ({ named, otherWords }: Reading) => [named[0]?.name, ...otherWords].filter(Boolean).join(' + ')
  // Of two meanings, the first is the dish as it is typed, in any region.
  const all = meant.split(' & ').map((one, index, { length }) => (length > 1 && index === 0 ? typed : one))
  const isRead = (one: string) => one.split('/').some((way) => readings.some((reading) => isMeant(reading, way)))
  const isFirst = all.some((one) => one.split('/').some((way) => isMeant(first, way)))
  return { answer: readings.map(show).join(' | '), isMeant: isFirst && all.every(isRead) }
}

/** Share of the cases of names that are read as meant, by class, and how the others are read. */
export function scoreNameCases(names: NameIndex, all: readonly SearchCase[]): ClassScore[] {
  return [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, cases]) => {
    const answers = cases.map(({ typed, meant }) => ({ typed, meant, ...answerOf(names, typed, meant) }))
    const others = answers
      .filter((one) => !one.isMeant)
      .map(({ typed, meant, answer }) => `${typed}: ${answer} (${meant})`)
    return { kind, cases: cases.length, share: 1 - others.length / cases.length, others }
  })
}
