import { expect, test, vi } from 'vitest'
import { getSeenPlaces } from './seen-places.ts'

const shop = { id: '9', name: '한강국밥', kind: 'korean', category: null, address: '서울', lat: 37.5, lng: 127 }
const right = [
  { place: null, post: '1' },
  { place: '5', post: '2' },
  { place: '9', shop },
  { place: '9', shop: { ...shop, kind: null, category: '한식', address: null } },
]
const wrong = [
  ...[null, 7, 'text', [], {}, { place: '5' }, { post: '1' }],
  ...[7, '', 'x', '0', {}, ['1']].map((post) => ({ place: null, post })),
  ...[7, '', 'x', {}, true].map((place) => ({ place, post: '1' })),
  ...[null, 7, {}, []].map((wrongShop) => ({ place: null, shop: wrongShop })),
  { place: null, post: '1', shop },
  ...Object.keys(shop).flatMap((field) =>
    [true, {}, []].map((value) => ({ place: null, shop: { ...shop, [field]: value } })),
  ),
  ...['toString', 'tea', ['korean']].map((kind) => ({ place: null, shop: { ...shop, kind } })),
  { place: null, shop: { ...shop, lng: 1e9 } },
]

test('of the places seen lately only those of the right shape count', () => {
  let stored = ''
  vi.stubGlobal('localStorage', { getItem: () => stored })
  stored = JSON.stringify(right)
  expect(getSeenPlaces()).toEqual(right)
  for (const one of wrong) {
    stored = JSON.stringify([one, right[0]])
    expect(getSeenPlaces(), stored).toEqual([right[0]])
  }
  for (stored of ['null', '{}', '7', '"text"', 'text', '']) expect(getSeenPlaces()).toEqual([])
  vi.unstubAllGlobals()
})
