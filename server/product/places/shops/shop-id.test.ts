import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseId } from '#rules/validate.ts'
import { isNameOfShop, isShopId, shopId, squareOfShop } from './shop-id.ts'

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
const korea = fc.record({
  lat: fc.double({ min: 32, max: 39.4999, noNaN: true }),
  lng: fc.double({ min: 124, max: 132.4999, noNaN: true }),
})

test('an id of the API tells the square of a shop in Korea, and whether a name is its own', () => {
  fc.assert(
    fc.property(name, korea, (name, at) => {
      const id = shopId(name, at)
      expect(parseId(String(id))).toBe(id)
      expect(isShopId(id)).toBe(true)
      expect(isNameOfShop(id, name)).toBe(true)
      const square = squareOfShop(id)
      expect(square).not.toBeNull()
      expect(at.lat >= (square?.south ?? 90) - 1e-9 && at.lat <= (square?.north ?? 0) + 1e-9).toBe(true)
      expect(at.lng >= (square?.west ?? 180) - 1e-9 && at.lng <= (square?.east ?? 0) + 1e-9).toBe(true)
    }),
  )
})

test('an id stays as it is, because pages have it in their address', () => {
  expect(shopId('명동교자', { lat: 37.56254, lng: 126.98558 })).toBe(732_365_424_694_321)
  expect(shopId('명동 교자', { lat: 37.56254, lng: 126.98558 })).toBe(
    shopId('명동교자', { lat: 37.5626, lng: 126.9856 }),
  )
  expect(isNameOfShop(shopId('명동교자', { lat: 37.56254, lng: 126.98558 }), '명동교자 이태원점')).toBe(false)
})

test('ids of sequences and those beyond the grid are of no shop', () => {
  expect(isShopId(999_999_999)).toBe(false)
  expect(squareOfShop(999_999_999)).toBeNull()
  expect(squareOfShop(999_999_999_999_999)).toBeNull()
})
