import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerCases } from '#tests/answer-cases.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { searchCases } from '#tests/search-cases.ts'
import { loadBundle } from '../bundle/load-bundle.ts'
import { findKnownPlaces } from './find-names.ts'
import { knownNames, type Names } from './known-names.ts'
import { meaningOf, placesBeginning } from './meaning.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  await loadBundle(database.db)
}, 120_000)

afterAll(() => database.drop())

test('of each class of keywords at least 95 % are answered as meant', async () => {
  expect(searchCases.length).toBeGreaterThanOrEqual(1000)
  const classes = answerCases(await knownNames(database.db))
  for (const { kind, share, others } of classes)
    expect(share, `${kind}: ${others.join(', ')}`).toBeGreaterThanOrEqual(0.95)
}, 120_000)

/** The least of several runs, in milliseconds. */
function costOf(names: Names, keyword: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now()
    placesBeginning(names, meaningOf(names, keyword).searched)
    return performance.now() - start
  })
  return Math.min(...runs)
}

test('no keyword of a hundred letters takes much longer than one misspelt word', async () => {
  const names = await knownNames(database.db)
  const usual = costOf(names, '햐운데')
  const odd = [
    '햐운데 ',
    '에서 ',
    '국밥',
    '할매국밥',
    '가',
    'ㅅ',
    '해ㅇ',
    'ㅏ',
    'rkskek',
    '강gnㅅ서울 seoul ',
    '(a+)+$.*[^]',
    '🍕',
    '산 ',
  ]
  for (const part of odd) {
    const keyword = part.repeat(100).slice(0, 100).trim()
    expect(costOf(names, keyword), part).toBeLessThan(10 * usual + 10)
  }
}, 60_000)

/** Their parts are names again and again, so that the ways to split them are countless. */
test.each(['ㄷㅅㄱㅇ', 'gu', '동서금', '중앙', '맛집추천'])(
  'a keyword of a hundred letters %s is read without trying each way to split it',
  async (part) => {
    const keyword = part.repeat(50).slice(0, 99)
    // Three names of some letters each.
    expect(meaningOf(await knownNames(database.db), `${keyword}꿿`).placeWords.length).toBeLessThan(15)
    expect(findKnownPlaces(await knownNames(database.db), [keyword], null)).toEqual([])
  },
)
