import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_PAGE, sorts, toSort } from './paging.ts'
import { keywordSchema, searchMessages } from './search.ts'
import { searchLimits } from './search-limits.ts'
import { countCharacters } from './text.ts'
import { validateInput } from './validate.ts'

const message = (keyword: unknown) => {
  const checked = validateInput(keywordSchema, keyword)
  return checked.ok ? null : checked.fields[0]?.message
}

/** Any text of any code points. fast-check's own 'binary' unit takes a second to set up. */
const anyCodePoints = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 10 })
  .map((codes) => String.fromCodePoint(...codes).toWellFormed())

test('a keyword is cleaned and bounded', () => {
  expect(validateInput(keywordSchema, ' 강남\u200B  냉면 '.normalize('NFD'))).toEqual({ ok: true, value: '강남 냉면' })
  expect(message('🍜'.repeat(searchLimits.keyword))).toBeNull()
  expect(message('🍜'.repeat(searchLimits.keyword + 1))).toBe(searchMessages.keywordLong)
  expect(message('가 '.repeat(searchLimits.terms))).toBeNull()
  expect(message('가 '.repeat(searchLimits.terms + 1))).toBe(searchMessages.manyTerms)
  expect(message('')).toBeNull()
})

test.each(['㈜', '…', '½', 'ﷺ', '㍿', '㌔'])('a keyword of %s is measured as it was typed', (sign) => {
  const checked = validateInput(keywordSchema, sign.repeat(searchLimits.keyword))
  const value = checked.ok ? checked.value : ''
  expect(value.length).toBeGreaterThan(20)
  expect(countCharacters(value)).toBeLessThanOrEqual(searchLimits.keyword)
  expect(value.split(' ').length).toBeLessThanOrEqual(searchLimits.terms)
  expect(message(sign.repeat(searchLimits.keyword + 1))).toBe(searchMessages.keywordLong)
})

test('no value makes the check of a keyword throw', () => {
  fc.assert(
    fc.property(fc.oneof(anyCodePoints, fc.anything()), (keyword) => {
      expect(message(keyword) ?? '가').toMatch(/[가-힣]/)
    }),
  )
})

test('a sort is one of the three; anything else means latest', () => {
  for (const sort of sorts) expect(toSort(sort)).toBe(sort)
  fc.assert(
    fc.property(
      fc.oneof(fc.anything(), fc.constantFrom('__proto__', 'LATEST', ' latest', 'constructor', 0)),
      (value) => {
        expect(toSort(value)).toBe(sorts.find((sort) => sort === value) ?? 'latest')
      },
    ),
  )
  expect(MAX_PAGE).toBe(2_147_483_647)
})
