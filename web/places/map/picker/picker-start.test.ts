import { afterEach, expect, test, vi } from 'vitest'
import { type DrawnMap, FALLBACK_CENTER, type MapProvider, PLACE_ZOOM, type Position } from '../provider.ts'
import { initialView, moveToDevice } from './use-pins.ts'

const provider = { farZoom: 9, geocode: async () => null } as unknown as MapProvider
const seoul = { latitude: 37.56, longitude: 126.99, accuracy: 20 }

/** Callbacks of the pending request for a position. */
let answer: ((at: { coords: typeof seoul }) => void) | undefined
let refuse: (() => void) | undefined

function openQuestion(permissions?: object) {
  vi.stubGlobal('navigator', {
    permissions,
    geolocation: {
      getCurrentPosition: (found: typeof answer, failed: typeof refuse) => {
        answer = found
        refuse = failed
      },
    },
  })
}

function fakeMap() {
  let view = { ...FALLBACK_CENTER, zoom: provider.farZoom }
  const show = (center: Position, zoom = view.zoom) => {
    view = { lat: center.lat, lng: center.lng, zoom }
  }
  return { view: () => view, show } as unknown as DrawnMap
}

afterEach(() => {
  answer = undefined
  refuse = undefined
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const permissions = (state: 'granted' | 'prompt' | 'denied') => ({ query: async () => ({ state }) })
const nothing = { position: null, proposed: null, address: '' }

test('the map starts although nobody answers the question for the device’s position', async () => {
  const cannotSay = { query: () => Promise.reject(new TypeError('no such permission')) }
  for (const known of [undefined, cannotSay, permissions('prompt'), permissions('denied')]) {
    openQuestion(known)
    expect(await initialView(nothing, provider)).toEqual({ center: FALLBACK_CENTER, zoom: 9, isKnown: false })
    expect(answer).toBeUndefined()
  }
})

test('a map starts at the device’s position if that is granted already', async () => {
  openQuestion(permissions('granted'))
  const start = initialView(nothing, provider)
  await vi.waitFor(() => expect(answer).toBeDefined())
  answer?.({ coords: seoul })
  const here = { lat: 37.56, lng: 126.99, accuracy: 20 }
  expect(await start).toEqual({ center: here, zoom: PLACE_ZOOM, isKnown: true, here })
})

test('a granted position is not waited for if it fails or does not come soon', async () => {
  openQuestion(permissions('granted'))
  const failed = initialView(nothing, provider)
  await vi.waitFor(() => expect(refuse).toBeDefined())
  refuse?.()
  expect(await failed).toMatchObject({ center: FALLBACK_CENTER, isKnown: false })
  vi.useFakeTimers()
  const late = initialView(nothing, provider)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toMatchObject({ center: FALLBACK_CENTER, isKnown: false })
})

test('where nothing is known, the map starts at the reader’s town, and still asks for the position', async () => {
  openQuestion(permissions('denied'))
  const town = { lat: 37.5, lng: 127.036 }
  expect(await initialView(nothing, provider, town)).toEqual({ center: town, zoom: 15, isKnown: false })
})

test('the map starts at the pin, at the proposed one, or at the address', async () => {
  const at = { lat: 35.1, lng: 129 }
  expect(await initialView({ ...nothing, position: at }, provider)).toMatchObject({
    center: at,
    zoom: PLACE_ZOOM,
    isKnown: true,
  })
  const proposed = { ...at, says: '', zoom: 12 }
  expect(await initialView({ ...nothing, proposed }, provider)).toMatchObject({ zoom: 12, isKnown: true })
  const geocode = async () => ({ position: at, address_name: '', precision: 'building' as const })
  const known = await initialView({ ...nothing, address: '부산' }, { ...provider, geocode })
  expect(known).toMatchObject({ center: at, isKnown: true })
  const fails = { ...provider, geocode: () => Promise.reject(new Error('away')) }
  expect(await initialView({ ...nothing, address: '부산' }, fails)).toMatchObject({ isKnown: false })
})

test('the map moves to the device when its position arrives', async () => {
  openQuestion()
  const map = fakeMap()
  const moved = moveToDevice(map, () => false)
  expect(map.view()).toMatchObject({ ...FALLBACK_CENTER, zoom: 9 })
  answer?.({ coords: seoul })
  expect(await moved).toMatchObject({ lat: 37.56, lng: 126.99 })
  expect(map.view()).toEqual({ lat: 37.56, lng: 126.99, zoom: PLACE_ZOOM })
})

test('a map that got another size meanwhile still moves to the device', async () => {
  openQuestion()
  const map = fakeMap()
  const moved = moveToDevice(map, () => false)
  map.show({ lat: FALLBACK_CENTER.lat + 0.1, lng: FALLBACK_CENTER.lng })
  answer?.({ coords: seoul })
  await moved
  expect(map.view()).toEqual({ lat: 37.56, lng: 126.99, zoom: PLACE_ZOOM })
})

test('a map that the person has used, or that shows a pin or results, stays where it is', async () => {
  openQuestion()
  const map = fakeMap()
  let isUsed = false
  const moved = moveToDevice(map, () => isUsed)
  isUsed = true
  answer?.({ coords: seoul })
  expect(await moved).toMatchObject({ lat: 37.56 })
  expect(map.view()).toMatchObject(FALLBACK_CENTER)
})

test('a refused position moves nothing', async () => {
  openQuestion()
  const map = fakeMap()
  const moved = moveToDevice(map, () => false)
  refuse?.()
  expect(await moved).toBeNull()
  expect(map.view()).toMatchObject(FALLBACK_CENTER)
})
