import { expect, test } from 'vitest'
import { namedPlacesOf as placesOf } from './named-places.ts'

type Meaning = Parameters<typeof placesOf>[0]

const namedPlacesOf = (meaning: Omit<Meaning, 'correction' | 'otherWords'>) =>
  placesOf({ correction: null, otherWords: null, ...meaning })

const position = { lat: 37.5556789, lng: 126.9 }
const view = { lat: 37.55568, lng: 126.9 }

function area(name: string, precision: Meaning['areas'][number]['precision'], named = true) {
  return { name, position, precision, named }
}

function landmark(name: string, around = '서울 마포구', named = true) {
  return { name, area: around, position, named }
}

test('a keyword means the area or the landmark of that name, which is shown from near enough', () => {
  const mangwon = { kind: 'area' as const, areas: [area('서울 마포구 망원동', 'dong')], landmarks: [] }
  expect(namedPlacesOf(mangwon)).toEqual({
    places: [{ name: '서울 마포구 망원동', view: { ...view, zoom: 14 }, hasPin: false }],
    meant: { name: '망원동', view: { ...view, zoom: 14 }, hasPin: false },
    correction: null,
    otherWords: null,
  })
  const station = { kind: 'landmark' as const, areas: [], landmarks: [landmark('홍대입구역')] }
  expect(namedPlacesOf(station).meant).toEqual({ name: '홍대입구역', view: { ...view, zoom: 16 }, hasPin: true })
})

test('of an area and a landmark it means the kind that the server says, and offers both', () => {
  const both = { areas: [area('서울 마포구', 'district')], landmarks: [landmark('마포역')] }
  expect(namedPlacesOf({ kind: 'landmark', ...both }).meant?.name).toBe('마포역')
  expect(namedPlacesOf({ kind: 'area', ...both }).meant?.name).toBe('마포구')
  expect(namedPlacesOf({ kind: 'area', ...both }).places.map(({ name }) => name)).toEqual(['서울 마포구', '마포역'])
})

test('one of several places of a name is not chosen for the person', () => {
  const areas = ['서울 중구', '부산 중구', '대구 중구'].map((name) => area(name, 'district'))
  expect(namedPlacesOf({ kind: 'area', areas, landmarks: [] })).toMatchObject({
    places: areas.map(({ name }) => ({ name })),
    meant: null,
  })
  const landmarks = [landmark('중앙시장', '경기 화성시'), landmark('중앙시장', '강원 강릉시')]
  expect(namedPlacesOf({ kind: 'landmark', areas: [], landmarks })).toMatchObject({
    places: [{ name: '경기 화성시 중앙시장' }, { name: '강원 강릉시 중앙시장' }],
    meant: null,
  })
})

test('a place whose name only begins with the keyword is not offered', () => {
  const begun = { kind: 'text' as const, areas: [area('서울 마포구 망원동', 'dong', false)], landmarks: [] }
  expect(namedPlacesOf(begun)).toMatchObject({ places: [], meant: null })
})

test('a place that was read otherwise than typed says so', () => {
  const mangwon = { kind: 'area' as const, areas: [area('서울 마포구 망원동', 'dong')], landmarks: [] }
  expect(placesOf({ ...mangwon, correction: '망원동', otherWords: null }).meant).toMatchObject({ isCorrected: true })
  expect(namedPlacesOf(mangwon).meant).not.toHaveProperty('isCorrected')
})
