import { afterAll, beforeAll, expect, test } from 'vitest'
import { scoreCases } from '#tests/answer-cases.ts'
import { databaseWithPlaces, type TestDatabase } from '#tests/database.ts'
import { searchCases } from '#tests/search-cases.ts'
import { findKnownPlaces } from './find-names.ts'
import { getNameIndex, type NameIndex } from './known-names.ts'
import { likeliestReading, readingsOf } from './readings.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await databaseWithPlaces()
})

afterAll(() => database.drop())

test('of each class of keywords at least 95 % are answered as meant', async () => {
  expect(searchCases.length).toBeGreaterThanOrEqual(1000)
  const classes = scoreCases(await getNameIndex(database.db))
  for (const { kind, share, others } of classes)
    expect(share, `${kind}: ${others.join(', ')}`).toBeGreaterThanOrEqual(0.95)
})

/** Number of look-ups of names to read a keyword. */
function lookUpsOf(names: NameIndex, keyword: string): number {
  let count = 0
  class Counted<K, V> extends Map<K, V> {
    override get(key: K): V | undefined {
      count++
      return super.get(key)
    }
  }
  const { searched } = likeliestReading(readingsOf({ ...names, byText: new Counted(names.byText) }, keyword))
  expect(searched).not.toBe('')
  return count
}

/** Parts of names, food and other texts, which combine and split in many ways. */
const odd = '햐운데 |에서 |국밥|할매국밥|가|ㅅ|해ㅇ|ㅏ|rkskek|강gnㅅ서울 seoul |(a+)+$.*[^]|🍕|산 '.split('|')

test('no keyword of a hundred letters makes names be looked up without end', async () => {
  const names = await getNameIndex(database.db)
  for (const part of odd) {
    const keyword = part.repeat(100).slice(0, 100).trim()
    expect(lookUpsOf(names, keyword), part).toBeLessThan(2000)
  }
})

/** Repeated names, whose splits are countless. */
test.each(['ㄷㅅㄱㅇ', 'gu', '동서금', '중앙', '맛집추천'])(
  'a keyword of a hundred letters %s is read without trying each way to split it',
  async (part) => {
    const keyword = part.repeat(50).slice(0, 99)
    expect(
      likeliestReading(readingsOf(await getNameIndex(database.db), `${keyword}꿿`)).placeWords.length,
    ).toBeLessThan(15)
    expect(findKnownPlaces(await getNameIndex(database.db), [keyword], null)).toEqual([])
  },
)
