import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorMessages } from './errors.ts'
import { MAX_POST_IMAGES, postFieldNames, postLimits, postMessages, postSchema } from './post.ts'
import { countCharacters } from './text.ts'
import { validateInput } from './validate.ts'

const post = { title: '을밀대', contents: '평양냉면' }
const anyText = fc.string({ unit: 'grapheme', maxLength: 40 })

/** Any text of any code points. fast-check's own 'binary' unit takes a second to set up. */
const anyCodePoints = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 10 })
  .map((codes) => String.fromCodePoint(...codes).toWellFormed())

test('the messages are those of the specification', () => {
  expect(postMessages).toMatchObject({
    titleEmpty: '상호명은 필수 입력 항목입니다.',
    titleLong: '상호명을 20자 이내로 작성해주세요.',
    contentsEmpty: '상세내용은 필수 입력 항목입니다.',
    contentsLong: '상세내용은 300자 이내로 작성해주세요.',
  })
})

test('accepted input is within its limits, and accepted again unchanged', () => {
  const time = fc.constantFrom(null, '', '09:00', '23:55', '2026-11-21T00:00:00Z')
  const input = fc.record(
    {
      title: fc.oneof(anyText, anyCodePoints),
      contents: anyText,
      image: fc.constantFrom(null, 'https://a.example/x.jpg'),
      address: fc.option(anyText),
      place_name: fc.option(anyText),
      start_time: time,
      end_time: time,
    },
    { requiredKeys: ['title', 'contents'] },
  )
  fc.assert(
    fc.property(input, (given) => {
      const first = validateInput(postSchema, given)
      if (!first.ok) return
      const { title, contents, address, place_name } = first.value
      expect(countCharacters(title)).toBeGreaterThan(0)
      for (const [text, limit] of [
        [title, postLimits.title],
        [contents, postLimits.contents],
        [address ?? '', postLimits.address],
        [place_name ?? '', postLimits.placeName],
      ] as const) {
        expect(countCharacters(text)).toBeLessThanOrEqual(limit)
        expect(text).toBe(text.normalize('NFC'))
      }
      expect(validateInput(postSchema, first.value)).toEqual(first)
    }),
    { numRuns: 200 },
  )
})

test('limits count code points: the last that fits and the first too many', () => {
  fc.assert(
    fc.property(fc.constantFrom('가', '🍜', 'a', '한'.normalize('NFD'), '\u{20000}'), (unit) => {
      for (const [field, limit, message] of [
        ['title', 20, postMessages.titleLong],
        ['contents', 300, postMessages.contentsLong],
        ['address', 200, postMessages.addressLong],
        ['place_name', 100, postMessages.placeNameLong],
      ] as const) {
        expect(validateInput(postSchema, { ...post, [field]: unit.repeat(limit) }).ok).toBe(true)
        expect(validateInput(postSchema, { ...post, [field]: unit.repeat(limit + 1) })).toEqual({
          ok: false,
          fields: [{ field, message }],
        })
      }
    }),
  )
})

test('missing, null and blank are the same for optional fields', () => {
  const optional = postFieldNames.filter((name) => !(name in post))
  const missing = Object.fromEntries(optional.map((name) => [name, null]))
  const nothing = { ...missing, images: [], menus: [], dishes: [], closed_on: [], traits: [] }
  expect(validateInput(postSchema, post)).toEqual({ ok: true, value: { ...post, ...nothing } })
  expect(validateInput(postSchema, { ...post, ...missing })).toEqual({ ok: true, value: { ...post, ...nothing } })
  const blank = {
    address: ' ',
    telephone: ' \u200B',
    place_name: '\u200B',
    start_time: '',
    end_time: ' ',
    image: '',
    lat: null,
    lng: null,
  }
  expect(validateInput(postSchema, { ...post, ...blank })).toEqual({ ok: true, value: { ...post, ...nothing } })
})

test('a post has ten photos at most, each once; `image` alone is one photo', () => {
  const imagesOf = (fields: object) => {
    const checked = validateInput(postSchema, { ...post, ...fields })
    return checked.ok ? checked.value.images : checked.fields
  }
  const ten = Array.from({ length: MAX_POST_IMAGES }, (_, n) => `https://a.example/${n}.jpg`)
  expect(imagesOf({ images: ten })).toEqual(ten)
  expect(imagesOf({ images: ['', 'a', ''] })).toEqual(['a'])
  expect(imagesOf({ image: 'a' })).toEqual(['a'])
  expect(imagesOf({ image: 'a', images: null })).toEqual(['a'])
  expect(imagesOf({ image: 'a', images: ['b'] })).toEqual(['b'])
  expect(imagesOf({ image: 'a', images: [] })).toEqual([])
  expect(imagesOf({ images: [...ten, 'k'] })).toEqual([{ field: 'images', message: postMessages.imagesMany }])
  expect(imagesOf({ images: ['a', 'b', 'a'] })).toEqual([{ field: 'images', message: postMessages.imagesTwice }])
})

test('menus are three of its photos at most, each once, in the order of the photos', () => {
  const menusOf = (fields: object) => {
    const checked = validateInput(postSchema, { ...post, images: ['a', '', 'b', 'c', 'd'], ...fields })
    return checked.ok ? checked.value.menus : checked.fields
  }
  const wrong = [{ field: 'menus', message: errorMessages.BAD_USER_INPUT }]
  expect(menusOf({ menus: [3, 0, 3, 1] })).toEqual([0, 1, 3])
  expect(menusOf({ menus: [0, 1, 2, 3] })).toEqual([{ field: 'menus', message: postMessages.menusMany }])
  expect(menusOf({ image: 'a', images: null, menus: [0] })).toEqual([0])
  // An empty place is no photo.
  for (const menus of [[4], [-1], [0.5], [Number.NaN], ['0']])
    expect(menusOf({ menus }), String(menus)).toMatchObject([{ field: expect.stringMatching(/^menus/) }])
  expect(menusOf({ images: [], menus: [0] })).toEqual(wrong)
})

test('a position is two numbers on the globe, or none', () => {
  fc.assert(
    fc.property(fc.double(), fc.double(), (lat, lng) => {
      expect(validateInput(postSchema, { ...post, lat, lng }).ok).toBe(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)
    }),
  )
  for (const half of [{ lat: 1 }, { lng: 1 }, { lat: null, lng: 1 }]) {
    expect(validateInput(postSchema, { ...post, ...half })).toEqual({
      ok: false,
      fields: [{ field: 'lat', message: errorMessages.BAD_USER_INPUT }],
    })
  }
})

test('no value makes the check throw', () => {
  fc.assert(
    fc.property(
      fc.record({ title: fc.anything(), contents: fc.anything(), lat: fc.anything(), start_time: fc.anything() }),
      (input) => {
        const checked = validateInput(postSchema, input)
        if (!checked.ok) for (const { message } of checked.fields) expect(message).toMatch(/[가-힣]/)
      },
    ),
  )
  for (const input of [null, undefined, 1, 'x', []]) expect(validateInput(postSchema, input).ok).toBe(false)
})
