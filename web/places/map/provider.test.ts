import { expect, test } from 'vitest'
import { PLACE_ZOOM } from './provider.ts'

test('one place is shown as near as level 3 of Kakao’s map', () => {
  // A level is twice as many metres a pixel as the one before, level 3 one metre; Mercator's scale in Seoul:
  expect((40_075_016 * Math.cos((37.5 * Math.PI) / 180)) / 256 / 2 ** PLACE_ZOOM).toBeCloseTo(1, 0)
})
