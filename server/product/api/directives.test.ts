import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildExecutableSchema } from './executable-schema.ts'
import { GraphqlDocuments } from './graphql-documents.ts'

const text = readFileSync('contract/schema.graphql', 'utf8')
const documents = new GraphqlDocuments(buildExecutableSchema(), false)

test('an operation that does not say who may call it keeps the site from starting', () => {
  for (const type of ['Query', 'Mutation']) {
    const withOperation = (call: string) =>
      buildExecutableSchema(`${text} extend type ${type} { fresh: String${call} }`)
    expect(() => withOperation('')).toThrow('who may call fresh')
    expect(() => withOperation(' @shared')).toThrow('who may call fresh')
    expect(() => withOperation(' @call(by: somebody)')).toThrow('somebody')
    expect(() => withOperation(' @call(by: anyone)')).not.toThrow()
  }
})

test.each([
  ['in its place', '{ getPost(id: "1") { id fresh } }'],
  ['under another name', '{ getPost(id: "1") { title: fresh } }'],
  ['in a list', '{ getPosts { data { id fresh } } }'],
  ['in a nested object', '{ getWeeklyTop(area: "서울") { post { fresh } } }'],
  ['in a fragment', '{ getPost(id: "1") { ...Own } } fragment Own on Post { fresh }'],
  ['in a fragment of a fragment', '{ ...Root } fragment Root on Query { getPost(id: "1") { ... on Post { fresh } } }'],
  ['beside a shared read', '{ getPosts { data { id } } getPost(id: "1") { fresh } }'],
])('a field without a word is shared by nobody: %s', (_, query) => {
  const withField = (word: string) =>
    new GraphqlDocuments(buildExecutableSchema(`${text} extend type Post { fresh: String ${word} }`), false).find(query)
      .sharing
  expect([withField(''), withField('@reader'), withField('@shared')]).toEqual(['nobody', 'visitors', 'everybody'])
})

test.each([
  ['everybody', '{ __typename getPosts { __typename data { id title } } }'],
  ['everybody', '{ liked: getPosts { mine: data { been: title } } }'],
  ['visitors', '{ getPosts { data { title: liked } } }'],
  ['visitors', '{ getComments(post: "1") { data { author { followed } } } }'],
  ['nobody', '{ getSavedCounts { want } }'],
  ['nobody', '{ getPosts { data { id } } getSavedCounts { want } }'],
  ['visitors', '{ getPosts { gone { post } } }'],
  ['nobody', '{ __type(name: "Post") { name } }'],
])('%s may get the same response: %s', (sharing, query) => {
  expect(documents.find(query).sharing).toBe(sharing)
})

test('what hashes passwords is asked for alone, and no mutation is shared', () => {
  const login = 'login(email: "a", password: "b") { username }'
  expect(documents.find(`{ ${login} }`)).toMatchObject({ hashesPasswords: true, sharing: 'nobody' })
  expect(documents.find('mutation { logout { count } }')).toMatchObject({ hashesPasswords: false, sharing: 'nobody' })
  for (const other of [`again: ${login}`, 'getSessions { id }']) {
    expect(() => documents.find(`{ ${login} ${other} }`)).toThrow('beyond limits')
  }
})
