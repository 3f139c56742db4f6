import { expect, test } from 'vitest'
import { noTiles, PLACE_ZOOM } from '../provider.ts'
import { leafletProvider } from './leaflet.ts'

const unused = () => Promise.reject(new Error('nothing is asked'))

test('one place is shown as near as level 3, with the bundled map as with the operator’s', () => {
  expect(leafletProvider(unused, { ...noTiles, pmtiles_url: '/map/tiles.pmtiles' }).zoom).toBe(PLACE_ZOOM)
  expect(leafletProvider(unused, noTiles).zoom).toBe(PLACE_ZOOM)
  // A level of Kakao's is twice as many metres a pixel as the one before, level 3 one metre; Mercator's scale in Seoul:
  expect((40_075_016 * Math.cos((37.5 * Math.PI) / 180)) / 256 / 2 ** PLACE_ZOOM).toBeCloseTo(1, 0)
})
