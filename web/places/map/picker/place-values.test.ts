import { expect, test } from 'vitest'
import { isLandmarkCategory, STREET_CATEGORY } from '#rules/places.ts'
import { postSchema } from '#rules/post.ts'
import { validateInput } from '#rules/validate.ts'
import type { FoundPlace } from '../provider.ts'
import {
  chosenPlaceChange,
  completeAddress,
  confirmedPinChange,
  forgottenPlaceChange,
  foundAddressChange,
  isShop,
  movedPinChange,
  type PlaceChange,
  type PlaceValues,
  pinAddressChange,
  proposedPinChange,
  typedAddressChange,
  zoomForPrecision,
} from './place-values.ts'

const nothing: PlaceValues = {
  place_name: '',
  address: '',
  lat: null,
  lng: null,
  proposed: null,
  isAddressTyped: false,
  landmark: '',
}
const at = { lat: 37.5565, lng: 126.9017 }
const elsewhere = { lat: 37.56, lng: 126.91 }

/** Stored values when the form is sent after these changes. */
function stored(...changes: PlaceChange[]) {
  const values = Object.assign({}, nothing, ...changes)
  const sent = validateInput(postSchema, { title: '국밥집', contents: '맛있어요.', ...values })
  if (!sent.ok) throw new Error(JSON.stringify(sent.fields))
  const { address, lat, lng } = sent.value
  return { address, position: lat === null ? null : { lat, lng } }
}

const area: FoundPlace = {
  position: at,
  place_name: '망원동',
  address_name: '서울특별시 마포구 망원동',
  precision: 'dong',
  rate: 1,
  distance: null,
}
const typed = '서울 마포구 월드컵로13길 20'
const found = (precision: 'building' | 'road' | 'dong' | 'district' | 'province') => ({
  position: at,
  address_name: '서울특별시 마포구',
  precision,
})

test('a typed address is stored with its position only if its building was found', () => {
  expect(stored(foundAddressChange(typed, found('building')))).toEqual({ address: typed, position: at })
  for (const precision of ['road', 'dong', 'district', 'province'] as const)
    expect(stored(foundAddressChange(typed, found(precision))), precision).toEqual({ address: typed, position: null })
})

test('a typed address without its city gets the one that the chosen result has', () => {
  const whole = '서울특별시 마포구 포은로6길 22'
  expect(completeAddress('포은로6길 22', whole)).toBe(whole)
  expect(completeAddress('마포구 포은로6길 24', whole)).toBe('서울특별시 마포구 포은로6길 24')
  // Complete, or written in a way that the result does not have.
  for (const typed of ['서울특별시 마포구 포은로6길 22', '서울 마포구 포은로6길 22', '포은로 22'])
    expect(completeAddress(typed, whole)).toBe(typed)
})

test('a centre is described until it is confirmed or moved, and is stored only then', () => {
  const centre = { ...nothing, ...foundAddressChange(typed, found('district')) }
  expect(centre.proposed).toMatchObject({ ...at, says: '마포구 가운데예요. 핀을 옮겨 주세요.' })
  expect(stored(centre, confirmedPinChange(centre))).toEqual({ address: typed, position: at })
  const moved = { ...centre, ...movedPinChange(elsewhere, null) }
  expect(moved.proposed).toBeNull()
  expect(stored(moved, pinAddressChange('서울특별시 마포구 성산동', moved))).toEqual({
    address: typed,
    position: elsewhere,
  })
})

test('the middle of a road is described, shown with the road around it, and stored only after a confirmation', () => {
  const road = { position: at, address_name: '서울특별시 마포구 월드컵로', precision: 'road' as const }
  const located = { ...nothing, ...foundAddressChange('마포구 월드컵로', road) }
  expect(located.proposed).toEqual({ ...at, says: '월드컵로 가운데예요. 핀을 옮겨 주세요.', zoom: 15 })
  expect(stored(located)).toEqual({ address: '마포구 월드컵로', position: null })
  expect(stored(located, confirmedPinChange(located)).position).toEqual(at)
})

test('an area chosen as a place becomes the address, and its centre must be confirmed', () => {
  const chosen = { ...nothing, ...chosenPlaceChange(area) }
  expect(chosen).toMatchObject({ place_name: '', proposed: { says: '망원동 가운데예요. 핀을 옮겨 주세요.' } })
  expect(stored(chosen)).toEqual({ address: '서울특별시 마포구 망원동', position: null })
  expect(stored(chosen, confirmedPinChange(chosen)).position).toEqual(at)
  // Its address was not typed, so that of the moved pin replaces it.
  const moved = { ...chosen, ...movedPinChange(elsewhere, null) }
  expect(stored(moved, pinAddressChange('서울 마포구 망원로 7', moved)).address).toBe('서울 마포구 망원로 7')
})

test('a chosen landmark gives the post its position and address, but not its name', () => {
  const market = { ...area, place_name: '망원시장', address_name: '서울 마포구 포은로8길 14', precision: null }
  const chosen = chosenPlaceChange({ ...market, isLandmark: isLandmarkCategory('전통시장') })
  expect(chosen).toMatchObject({ place_name: '', landmark: '망원시장' })
  expect(movedPinChange(elsewhere, at)).toMatchObject({ landmark: '' })
  expect(stored(chosen)).toEqual({ address: '서울 마포구 포은로8길 14', position: at })
  expect(chosenPlaceChange({ ...market, isLandmark: isLandmarkCategory('한식') }).place_name).toBe('망원시장')
  expect(isLandmarkCategory('지하철역 · 2호선')).toBe(true)
  expect(isLandmarkCategory(null)).toBe(false)
})

test('a shop gives the post its title, also if its position is estimated; an area and a landmark do not', () => {
  for (const [place, isTitle] of [
    [{ precision: null }, true],
    [{ precision: 'road' }, true],
    [{ precision: 'road', category: STREET_CATEGORY }, false],
    [{ precision: null, isLandmark: true }, false],
    [{ precision: 'building' }, false],
    [{ precision: 'dong' }, false],
  ] as const)
    expect(isShop({ ...area, ...place }), JSON.stringify(place)).toBe(isTitle)
})

test('a chosen place is stored at once, and keeps its name only while the pin stays near it', () => {
  const place = { ...area, place_name: '망원시장', address_name: '서울 마포구 포은로8길 14', precision: null }
  const chosen = { ...nothing, ...chosenPlaceChange(place) }
  expect(stored(chosen)).toEqual({ address: '서울 마포구 포은로8길 14', position: at })
  expect(movedPinChange({ lat: at.lat + 0.001, lng: at.lng }, at)).not.toHaveProperty('place_name')
  expect(movedPinChange(elsewhere, at)).toMatchObject({ place_name: '', ...elsewhere })
})

test('a chosen street becomes the address, and its pin has to be confirmed', () => {
  const street = { ...area, category: STREET_CATEGORY, precision: 'road' } as const
  const address = '서울특별시 종로구 종로 51'
  const chosen = { ...nothing, ...chosenPlaceChange({ ...street, place_name: '종로 51', address_name: address }) }
  expect(chosen).toMatchObject({ address, place_name: '', lat: null, proposed: at })
  expect(chosen.proposed?.says).toBe('종로 51은 이 길 어딘가예요. 핀을 옮겨 주세요.')
})

test('an official number of a street is exact, and a building gives its position but no name', () => {
  const street = { ...area, category: STREET_CATEGORY, precision: 'building', place_name: '중앙로 7' } as const
  const address = '부산광역시 해운대구 중앙로 7'
  const chosen = { ...nothing, ...chosenPlaceChange({ ...street, address_name: address }) }
  expect(stored(chosen)).toEqual({ address, position: at })
  expect(chosen.place_name).toBe('')
  const building = { ...area, category: '건물', precision: 'building', place_name: '아이타워' } as const
  expect({ ...nothing, ...chosenPlaceChange({ ...building, address_name: address }) }).toMatchObject({
    address,
    place_name: '',
    landmark: '아이타워',
    lat: at.lat,
  })
})

test('a pin far from the building of the typed address gets the address at its position', () => {
  const located = { ...nothing, ...foundAddressChange(typed, found('building')) }
  const moved = { ...located, ...movedPinChange(elsewhere, at) }
  expect(stored(moved, pinAddressChange('서울 마포구 성산로 1', moved)).address).toBe('서울 마포구 성산로 1')
})

test('a pin at the centre of the map is not stored until it is confirmed', () => {
  const proposed = { ...nothing, ...proposedPinChange({ ...at, says: '지도 가운데', zoom: null }) }
  expect(stored(proposed).position).toBeNull()
  expect(stored(proposed, confirmedPinChange(proposed)).position).toEqual(at)
})

test('another address removes the position, a longer one does not', () => {
  const located = { ...nothing, ...foundAddressChange(typed, found('building')) }
  expect(typedAddressChange(typed, { ...located, address: `${typed}, 2층` })).toEqual({ isAddressTyped: true })
  expect(typedAddressChange(typed, { ...located, address: '서울 마포구' })).toMatchObject({ lat: null, proposed: null })
})

test('choosing again loses nothing that was typed', () => {
  expect(forgottenPlaceChange({ ...nothing, isAddressTyped: true })).not.toHaveProperty('address')
  expect(forgottenPlaceChange({ ...nothing, address: '서울 마포구' })).toMatchObject({
    address: '',
    lat: null,
    proposed: null,
  })
})

test('an estimated address is proposed with the circle or the road in which it lies', () => {
  const estimated = { position: at, address_name: '서울특별시 마포구 월드컵로 200', precision: 'road' as const }
  const road = [at, elsewhere]
  expect(foundAddressChange(typed, { ...estimated, radius: 100 }).proposed?.extent).toEqual({ radius: 100 })
  expect(foundAddressChange(typed, { ...estimated, radius: null, road }).proposed?.extent).toEqual({ road })
  expect(foundAddressChange(typed, found('district')).proposed).not.toHaveProperty('extent')
})

test('the map shows a place at high zoom, and a road or an area as a whole', () => {
  expect(zoomForPrecision(null, 16)).toBe(16)
  expect(zoomForPrecision('building', 16)).toBe(16)
  expect(zoomForPrecision('road', 16)).toBe(15)
  expect([zoomForPrecision('dong', 16), zoomForPrecision('district', 16), zoomForPrecision('province', 16)]).toEqual([
    14, 12, 9,
  ])
})
