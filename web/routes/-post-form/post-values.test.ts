import { expect, test } from 'vitest'
import { dishMessages } from '#rules/facts.ts'
import { checkPost, postValuesOf } from './post-values.ts'

const filled = { ...postValuesOf(null), title: '새벽 국밥', contents: '국물이 깊어요.' }

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
  expect(postValuesOf({ ...filled, menus: [], dishes }).dishes).toEqual([
    { name: '수육', price: '12,000' },
    { name: '물', price: '' },
  ])
})
