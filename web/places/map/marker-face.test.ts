import { expect, test } from 'vitest'
import { markersWithName } from './marker-face.ts'
import type { Marker } from './provider.ts'

/** A pin that is `x` pixels from the left of the map. */
function pinAt(x: number, more: Partial<Marker> = {}): Marker {
  return { key: String(x), position: { lat: 0, lng: x }, text: '', label: '집', shape: 'pin', name: '국밥집', ...more }
}

function namedAt(
  zoom: number,
  markers: readonly Marker[],
  controls: Parameters<typeof markersWithName>[3] = [],
): string[] {
  return [...markersWithName(markers, ({ lat, lng }) => ({ x: lng, y: lat }), zoom, controls)]
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
