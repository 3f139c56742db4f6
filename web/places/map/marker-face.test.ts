import { expect, test } from 'vitest'
import { markersWithName, type PlacedMarker, placeBesideControls } from './marker-face.ts'
import type { Marker } from './provider.ts'

/** A pin that is `x` pixels from the left of the map. */
function pinAt(x: number, more: Partial<Marker> = {}): Marker {
  return { key: String(x), position: { lat: 0, lng: x }, text: '', label: '집', shape: 'pin', name: '국밥집', ...more }
}

function namedAt(
  zoom: number,
  markers: readonly Marker[],
  controls: Parameters<typeof markersWithName>[2] = [],
): string[] {
  return [...markersWithName(standing(markers), zoom, controls)]
}

/** A map of 200 × 200 pixels whose degrees are its pixels. */
function standing(
  markers: readonly Marker[],
  controls: Parameters<typeof placeBesideControls>[2] = [],
  room = { left: 0, top: 0, right: 200, bottom: 200 },
): PlacedMarker[] {
  return placeBesideControls(markers, ({ lat, lng }) => ({ x: lng, y: lat }), controls, room)
}

test('pins with room show their names from the zoom of a district', () => {
  const apart = [pinAt(0), pinAt(100)]
  for (const zoom of [12, 13, 17]) expect(namedAt(zoom, apart)).toEqual(['0', '100'])
  expect(namedAt(11, apart)).toEqual([])
})

test('of two names that would overlap only the first is shown, and none over a pin', () => {
  expect(namedAt(13, [pinAt(0), pinAt(37)])).toEqual(['0'])
  const below = pinAt(5, { key: 'below', position: { lat: 30, lng: 5 }, name: '' })
  expect(namedAt(13, [pinAt(0), below])).toEqual([])
})

test('no name lies under a button', () => {
  // Right of the first pin, at the height of its name.
  const button = { left: 15, top: 0, right: 60, bottom: 44 }
  expect(namedAt(13, [pinAt(0), pinAt(100)], [button])).toEqual(['100'])
  expect(namedAt(13, [pinAt(0), pinAt(200)], [{ ...button, left: 25 }])).toEqual(['0', '200'])
})

test('the chosen pin shows its name at every zoom, whatever is beside it', () => {
  expect(namedAt(7, [pinAt(0), pinAt(10, { chosen: true })])).toEqual(['10'])
  expect(namedAt(13, [pinAt(0), pinAt(10, { chosen: true })])).toEqual(['10'])
  const all = { left: -100, top: -100, right: 200, bottom: 200 }
  expect(namedAt(13, [pinAt(10, { chosen: true })], [all])).toEqual(['10'])
})

/** The corner of a map of 200 × 200 pixels. */
const tools = { left: 144, top: 100, right: 188, bottom: 188 }
const numberAt = (x: number, y: number, key = 'number') =>
  pinAt(x, { key, shape: 'cluster', name: '', position: { lat: y, lng: x } })

test('a marker below a control is drawn beside it by the shortest way, one beside it at its position', () => {
  const [under, beside] = standing([numberAt(160, 150), numberAt(60, 50, 'other')], [tools])
  expect(under?.aside).toEqual({ x: -44, y: 0 })
  expect(beside?.aside).toEqual({ x: 0, y: 0 })
  expect(standing([numberAt(160, 90)], [tools])[0]?.aside).toEqual({ x: 0, y: -18 })
})

test('a marker never gives way to another control, to the sheet, or to the edge of the map', () => {
  const credits = { left: 0, top: 176, right: 140, bottom: 200 }
  const [corner] = standing([numberAt(160, 180)], [tools, credits])
  expect(corner?.at).toEqual({ x: 116, y: 148 })
  const room = { left: 0, top: 96, right: 200, bottom: 200 }
  expect(standing([numberAt(170, 104)], [tools], room)[0]?.aside).toEqual({ x: -54, y: 0 })
})

test('a marker gives way to where no other is, if there is such a place', () => {
  const [, under] = standing([numberAt(116, 160, 'other'), numberAt(150, 130)], [tools])
  expect(under?.at).toEqual({ x: 150, y: 72 })
})

test('a marker that nobody can see stays where it is', () => {
  expect(standing([numberAt(160, 210)], [{ ...tools, bottom: 200 }])[0]?.aside).toEqual({ x: 0, y: 0 })
})

test('the name of a shop makes way for posts, their names and other shops, and a post for no shop', () => {
  const shopAt = (x: number, more: Partial<Marker> = {}) => pinAt(x, { shape: 'shop', ...more })
  expect(namedAt(16, [pinAt(0), shopAt(0, { key: 'below' })])).toEqual(['0'])
  expect(namedAt(16, [shopAt(0), shopAt(30)])).toEqual(['0'])
  expect(namedAt(16, [shopAt(0), shopAt(100)])).toEqual(['0', '100'])
  // A dot where the post's name stands.
  expect(namedAt(16, [pinAt(0), shopAt(5, { key: 'dot', position: { lat: 12, lng: 5 }, name: '' })])).toEqual(['0'])
})
