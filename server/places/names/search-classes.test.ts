import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerCases } from '#tests/answer-cases.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { searchCases } from '#tests/search-cases.ts'
import { loadBundle } from '../bundle/load-bundle.ts'
import { knownNames } from './known-names.ts'

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
})
