import * as v from 'valibot'
import { expect, test } from 'vitest'
import { errorMessages } from './errors.ts'
import { latitudeSchema, longitudeSchema, validateInput } from './validate.ts'

const schema = v.object({
  first: v.pipe(v.string(), v.nonEmpty('empty'), v.maxLength(3, 'long')),
  second: v.pipe(v.string(), v.nonEmpty('empty'), v.regex(/^\d+$/, 'no number')),
})

test('every invalid field is named once, in the order of the schema', () => {
  expect(validateInput(schema, { second: 'x', first: '' })).toEqual({
    ok: false,
    fields: [
      { field: 'first', message: 'empty' },
      { field: 'second', message: 'no number' },
    ],
  })
})

test('a missing field has a message in Korean', () => {
  const fields = [{ field: 'second', message: errorMessages.BAD_USER_INPUT }]
  expect(validateInput(schema, { first: 'a' })).toEqual({ ok: false, fields })
})

test('undeclared fields are dropped', () => {
  const input = JSON.parse('{"first":"a","second":"1","third":"x","__proto__":{"admin":true}}')
  expect(validateInput(schema, input)).toEqual({ ok: true, value: { first: 'a', second: '1' } })
})

test.each([null, 1, true, {}, []])('%j is no text', (first) => {
  expect(validateInput(schema, { first, second: '1' })).toEqual({
    ok: false,
    fields: [{ field: 'first', message: errorMessages.BAD_USER_INPUT }],
  })
})

const read = (schema: typeof latitudeSchema, value: unknown) => {
  const checked = validateInput(schema, value)
  return checked.ok ? checked.value : 'refused'
}

test('a position keeps its last digit', () => {
  for (const value of [37.56682600466101, -0.1 - 0.2, 90, -90, 1e-9]) expect(read(latitudeSchema, value)).toBe(value)
  for (const value of [126.9786524000001, 180, -180]) expect(read(longitudeSchema, value)).toBe(value)
})

test('a number too small for PostgreSQL becomes zero', () => {
  for (const value of [5e-324, -5e-324, 1e-310, -1e-10, -0]) {
    expect(read(latitudeSchema, value)).toBe(0)
    expect(read(longitudeSchema, value)).toBe(0)
  }
})

test('a position outside the globe is refused', () => {
  for (const value of [90.1, -91, 1e308, Infinity, Number.NaN, '37', null])
    expect(read(latitudeSchema, value)).toBe('refused')
  for (const value of [180.1, -181, true]) expect(read(longitudeSchema, value)).toBe('refused')
})
