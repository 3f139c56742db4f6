import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { ownDocuments } from '#contract/documents.gen.ts'
import { Documents } from './graphql-documents.ts'
import type { GraphqlContext } from './request-context.ts'

/** The resolvers are empty; the tests are about which documents are compiled and kept. */
const schema = buildSchema(readFileSync('contract/schema.graphql', 'utf8'))
const newDocuments = () => new Documents(schema, false)
const nobody = {} as GraphqlContext

/** A document that is expensive to compile and not one of ours. */
const strange = (n: number) =>
  `query strange${n} { ${['a', 'b', 'c', 'd', 'e'].map((name) => `${name}: getSessions { ${'id device '.repeat(17)} }`)} }`

async function executeTimes(documents: Documents, source: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await documents.execute(documents.find(source), {}, nobody)
}

test.each([...ownDocuments])('a document of our own pages is compiled at its first execution: %s', async (source) => {
  const documents = newDocuments()
  await executeTimes(documents, source, 1)
  expect(documents.find(source).compiled).not.toBeNull()
})

test('a document of another client is compiled after fifty executions', async () => {
  const documents = newDocuments()
  await executeTimes(documents, strange(1), 49)
  expect(documents.find(strange(1)).compiled).toBeNull()
  await executeTimes(documents, strange(1), 1)
  expect(documents.find(strange(1)).compiled).not.toBeNull()
})

test('documents of other clients are kept within eight megabytes, compiled or not', async () => {
  const documents = newDocuments()
  for (let n = 0; n < 300; n++) documents.find(strange(n))
  for (let n = 0; n < 30; n++) await executeTimes(documents, strange(n), 50)
  expect(documents.bytes).toBeGreaterThan(7_000_000)
  expect(documents.bytes).toBeLessThanOrEqual(8 * 1024 * 1024)
})

test('a document takes hundreds of kilobytes of that once it is compiled', async () => {
  const documents = newDocuments()
  await executeTimes(documents, strange(1), 49)
  const parsed = documents.bytes
  await executeTimes(documents, strange(1), 1)
  expect(documents.bytes - parsed).toBeGreaterThan(300_000)
})

test('of thousands of values that do not fit only the first is told', async () => {
  const documents = newDocuments()
  const source = 'query ($kind: [FoodKind!]) { getPosts(kind: $kind) { data { id } } }'
  const variables = { kind: Array.from({ length: 30_000 }, () => 1) }
  for (let time = 0; time < 50; time++) documents.execute(documents.find(source), { variables: { kind: [] } }, nobody)
  expect(documents.find(source).compiled).not.toBeNull()
  const { errors } = await documents.execute(documents.find(source), { variables }, nobody)
  expect(errors).toHaveLength(1)
})
