import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { postParts } from './post-parts.ts'

const text = readFileSync('contract/schema.graphql', 'utf8')

test('every field of a post is read where it is shown, and written by the form', () => {
  const { shown, written } = postParts(buildSchema(text))
  expect(shown).toMatch(/rowFields = .*`title contents kind`/)
  expect(shown).toMatch(/cardFields = .*`address .*price closed_on/)
  expect(shown).toMatch(/pageFields = .*`images \{ url info \{ .* \} \} menus dishes \{ name price \} traits telephone/)
  expect(written).toMatch(/postVariables = .*`\$title: String!, .*\$dishes: \[DishInput!\]/)
  expect(written).toMatch(/postArguments = .*`title: \$title, .*traits: \$traits/)
})

test('a field that the schema does not have, or that only one mutation takes, is refused', () => {
  const without = (line: string, after: string) => {
    const [before = '', ...rest] = text.split(after)
    return buildSchema(before + after + rest.join(after).replace(line, ''))
  }
  expect(() => postParts(without('place_name: String @shared', 'type Post {'))).toThrow('the field place_name of Post')
  expect(() => postParts(without('place_name: String', ' editPost('))).toThrow('the argument place_name of editPost')
})
