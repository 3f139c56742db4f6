import * as v from 'valibot'
import { expect, test } from 'vitest'
import { errorMessages } from './errors.ts'
import { check, storableText } from './validate.ts'

const schema = v.object({
  first: v.pipe(storableText, v.nonEmpty('empty'), v.maxLength(3, 'long')),
  second: v.pipe(storableText, v.nonEmpty('empty'), v.regex(/^\d+$/, 'no number')),
})

test('every invalid field is named once, in the order of the schema', () => {
  expect(check(schema, { second: 'x', first: '' })).toEqual({
    ok: false,
    fields: [
      { field: 'first', message: 'empty' },
      { field: 'second', message: 'no number' },
    ],
  })
})

test('undeclared fields are dropped', () => {
  const input = JSON.parse('{"first":"a","second":"1","third":"x","__proto__":{"admin":true}}')
  expect(check(schema, input)).toEqual({ ok: true, value: { first: 'a', second: '1' } })
})

test.each([null, 1, true, {}, [], 'a\0', '\ud800'])('%j cannot be stored', (first) => {
  expect(check(schema, { first, second: '1' })).toEqual({
    ok: false,
    fields: [{ field: 'first', message: errorMessages.BAD_USER_INPUT }],
  })
})
