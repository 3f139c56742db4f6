import { buildSchema, print } from 'graphql'
import { expect, test } from 'vitest'
import { definitionsOf, findDocuments } from './own-documents.ts'

const schema = buildSchema('type Post { id: ID! title: String! } type Query { post: Post! posts: [Post!]! }')
const file = (location: string, text: string) => ({ location, text })

const parts = file(
  'parts.ts',
  `export const mini = /* GraphQL */ \`fragment Mini on Post { id }\`
export const card = /* GraphQL */ \`fragment Card on Post { ...Mini title }
\${mini}\``,
)
const post = file('post.ts', 'graphql(/* GraphQL */ `query post { post { ...Card } }\n${' + 'card}`)')
const posts = file('posts.ts', 'graphql(/* GraphQL */ `query posts { posts { ...Card } }\n${' + 'card}`)')

test('a document is the text that the browser sends, including nested fragments', () => {
  const [document] = findDocuments(schema, [parts, post])
  expect(document).toMatchObject({
    name: 'post',
    kind: 'query',
    text: 'query post { post { ...Card } }\nfragment Card on Post { ...Mini title }\nfragment Mini on Post { id }',
  })
})

test('types are generated for every operation, and once for each fragment', () => {
  const definitions = definitionsOf(findDocuments(schema, [parts, post, posts])).map(print)
  expect(definitions.map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
    'query post',
    'query posts',
    'fragment Card',
    'fragment Mini',
  ])
})

test.each([
  ['a part that is unknown', [post], 'post.ts: no part of documents is named card'],
  ['a part that stands twice', [parts, { ...parts, location: 'more.ts' }], 'more.ts: another part of documents'],
  ['a field that the schema does not have', [file('a.ts', 'graphql(/* GraphQL */ `query a { b }`)')], 'a.ts: Cannot'],
  ['no name', [file('a.ts', 'graphql(/* GraphQL */ `{ post { id } }`)')], 'a.ts: no named operation'],
  [
    'a fragment twice',
    [parts, file('a.ts', 'graphql(/* GraphQL */ `query a { post { ...Card } } ${' + 'card} ${' + 'card}`)')],
    'a.ts: There can be only one fragment named "Card"',
  ],
])('what has %s is refused', (_, sources, message) => {
  expect(() => findDocuments(schema, sources)).toThrow(message)
})
