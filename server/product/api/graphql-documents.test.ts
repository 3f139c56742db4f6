import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { ownDocuments } from '#contract/documents.gen.ts'
import { GraphqlDocuments } from './graphql-documents.ts'
import type { GraphqlContext } from './request-context.ts'

/** Resolvers are empty, because only the cache of documents is tested. */
const schema = buildSchema(readFileSync('contract/schema.graphql', 'utf8'))
const newDocuments = () => new GraphqlDocuments(schema, false)
const nobody = {} as GraphqlContext

/** Document of another client. */
const strange = (n: number) =>
  `query strange${n} { ${['a', 'b', 'c', 'd', 'e'].map((name) => `${name}: getSessions { ${'id device '.repeat(17)} }`)} }`

test('documents of our own pages are kept, those of other clients within eight megabytes', () => {
  const documents = newDocuments()
  const own = [...ownDocuments].map((source) => documents.find(source))
  const first = documents.find(strange(0))
  expect(documents.find(strange(0)) === first).toBe(true)
  for (let n = 1; n < 300; n++) documents.find(strange(n))
  expect(documents.bytes).toBeGreaterThan(7_000_000)
  expect(documents.bytes).toBeLessThanOrEqual(8 * 1024 * 1024)
  expect(documents.known(strange(0))).toBeUndefined()
  expect(own.filter((known) => documents.known(known.source) !== known)).toEqual([])
})

test('of thousands of values that do not fit only the first is told', async () => {
  const documents = newDocuments()
  const source = 'query ($kind: [FoodKind!]) { getPosts(kind: $kind) { data { id } } }'
  const variables = { kind: Array.from({ length: 30_000 }, () => 1) }
  const { errors } = await documents.execute(documents.find(source), { variables }, nobody)
  expect(errors?.map(({ message }) => message)).toEqual([
    expect.stringContaining('at "kind[0]"'),
    expect.stringContaining('error limit reached'),
  ])
})
