import fc from 'fast-check'
import { expect, test } from 'vitest'
import { postSchema } from './post.ts'
import { isMobile, parseTelephone, telephoneDigits, telephoneMessages, writtenTelephones } from './telephone.ts'
import { telephoneLink } from './telephone-links.ts'
import { validateInput } from './validate.ts'

test.each([
  ['023456789', '02-345-6789'],
  ['0234567890', '02-3456-7890'],
  ['(02) 345 - 6789', '02-345-6789'],
  ['02)345-6789', '02-345-6789'],
  ['０２－３４５－６７８９', '02-345-6789'],
  ['02ㅡ345ー6789', '02-345-6789'],
  ['02.345.6789', '02-345-6789'],
  ['+82 2 345 6789', '02-345-6789'],
  ['+82 (0)2-345-6789', '02-345-6789'],
  ['(+82)10-2345-6789', '010-2345-6789'],
  ['0317912345', '031-791-2345'],
  ['064-1234-5678', null],
  ['064-7234-5678', '064-7234-5678'],
  ['01023456789', '010-2345-6789'],
  ['07012345678', '070-1234-5678'],
  ['0801234567', '080-123-4567'],
  ['050712345678', '0507-1234-5678'],
  ['05031234567', '0503-123-4567'],
  ['15881234', '1588-1234'],
  ['1661 0000', '1661-0000'],
  ['1899-1234', '1899-1234'],
])('%j is the number %j', (typed, telephone) => {
  expect(parseTelephone(typed)).toBe(telephone)
})

test.each([
  '345-6789',
  '12345',
  '02-345-678',
  '02-345-67890123',
  '060-700-1234',
  '0600-123-4567',
  '011-234-5678',
  '010-1234-567',
  '020-1234-5678',
  '1234-5678',
  '1744-1234',
  '112',
  '+1 212 555 0123',
  '02-345-6789 (내선 3)',
  '02-345-6789, 02-345-6780',
  '전화 주세요',
  '+',
  '',
])('%j is no number of a place in Korea', (typed) => {
  expect(parseTelephone(typed)).toBeNull()
})

test('a number stays as it is once it has its hyphens, and its digits are searched', () => {
  const area = fc.constantFrom(
    '02',
    '031',
    '032',
    '041',
    '051',
    '055',
    '064',
    '0505',
    '0507',
    '010',
    '070',
    '1588',
    '1833',
  )
  fc.assert(
    fc.property(area, fc.stringMatching(/^[2-9]\d{6,7}$/), (start, rest) => {
      const telephone = parseTelephone(start + rest)
      if (telephone === null) return
      expect(telephone.replaceAll('-', '')).toBe(start + rest)
      expect(parseTelephone(telephone)).toBe(telephone)
      expect(writtenTelephones(telephoneDigits(telephone) ?? '')).toContain(telephone)
      expect(telephoneLink(telephone)).toBe(`tel:${start}${rest}`)
    }),
  )
})

test('any text has digits and hyphens as a number, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', '02', '1588'), (text, start) => {
      expect(parseTelephone(start + text) ?? '').toMatch(/^[\d-]*$/)
    }),
  )
  expect(parseTelephone('1 '.repeat(100_000))).toBeNull()
})

test('mobile numbers are told apart', () => {
  expect([isMobile('010-2345-6789'), isMobile('02-345-6789')]).toEqual([true, false])
})

test('a post keeps the number with hyphens, none for a blank one, and refuses others in a sentence', () => {
  const telephoneOf = (telephone: unknown) => {
    const checked = validateInput(postSchema, { title: '국밥', contents: '맛있어요.', telephone })
    return checked.ok ? checked.value.telephone : checked.fields
  }
  expect(telephoneOf(' 0507 1234 5678 ')).toBe('0507-1234-5678')
  for (const none of [null, undefined, '', ' \u200B']) expect(telephoneOf(none)).toBeNull()
  for (const wrong of ['345-6789', '싯가', '0'.repeat(41)])
    expect(telephoneOf(wrong)).toEqual([{ field: 'telephone', message: telephoneMessages.wrong }])
})

test('every number that the message gives as an example is taken', () => {
  const examples = telephoneMessages.wrong.match(/\d[\d-]+/g) ?? []
  expect(examples).toHaveLength(3)
  expect(examples.map(parseTelephone)).toEqual(examples)
})
