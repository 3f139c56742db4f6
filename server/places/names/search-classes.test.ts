import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerCases } from '#tests/answer-cases.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { searchCases } from '#tests/search-cases.ts'
import { loadBundle } from '../bundle/load-bundle.ts'
import { findKnownPlaces } from './find-names.ts'
import { knownNames } from './known-names.ts'
import { meaningOf } from './meaning.ts'

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
