import { expect, test } from 'vitest'
import { dishMessages } from '#rules/facts.ts'
import { checkPost, kindOfCategory, valuesOf } from './post-values.ts'

test.each([
  ['음식점 > 한식 > 국밥', 'korean'],
  ['음식점 > 한식 > 육류,고기', 'grill'],
  ['백반/한정식', 'korean'],
  ['일식 회/초밥', 'japanese'],
  ['해산물 구이/찜', 'seafood'],
  ['중국집', 'chinese'],
  ['파스타/스테이크', 'western'],
  ['요리 주점', 'bar'],
  ['카페', 'cafe'],
  ['김밥/만두/분식', 'snack'],
  ['베트남식 전문', null],
  [null, null],
])('a place of category %s suggests %s', (category, kind) => {
  expect(kindOfCategory(category)).toBe(kind)
})

const filled = { ...valuesOf(null), title: '새벽 국밥', contents: '국물이 깊어요.' }

test('a price is sent in won however it was typed, and a row without any text is no dish', () => {
  const dishes = [
    { name: '돼지국밥', price: '9,500' },
    { name: '수육', price: '1만 2천' },
    { name: ' ', price: '' },
    { name: '물', price: ' ' },
  ]
  expect(checkPost({ ...filled, dishes })).toMatchObject({
    ok: true,
    value: {
      dishes: [
        { name: '돼지국밥', price: 9500 },
        { name: '수육', price: 12_000 },
        { name: '물', price: null },
      ],
    },
  })
})

test('a price that is no amount, or more than a dish may cost, is refused in a sentence', () => {
  for (const price of ['싯가', '10,000,000', '1만2'])
    expect(checkPost({ ...filled, dishes: [{ name: '광어', price }] }), price).toMatchObject({
      ok: false,
      fields: [{ message: dishMessages.price }],
    })
})

test('the price of a post that is edited is shown with its comma', () => {
  const dishes = [
    { name: '수육', price: 12_000 },
    { name: '물', price: null },
  ]
  expect(valuesOf({ ...filled, dishes }).dishes).toEqual([
    { name: '수육', price: '12,000' },
    { name: '물', price: '' },
  ])
})
