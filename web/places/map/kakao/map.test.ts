import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawKakaoMap } from './map.ts'

/** Stand-in for an element, with only `data-named` and a position. */
class FakeElement {
  readonly style = {}
  readonly dataset: Record<string, string> = {}
  readonly listeners = new Map<string, () => void>()
  layer = 0
  isNamed = false
  append() {}
  replaceChildren() {}
  setAttribute() {}
  addEventListener(name: string, run: () => void) {
    this.listeners.set(name, run)
  }
  toggleAttribute(_name: string, isNamed: boolean) {
    this.isNamed = isNamed
  }
}

/** Pixels that the map was dragged to the right. */
let dragged = 0
let overlays: FakeElement[] = []
let idle: (() => void)[] = []

function fakeKakao() {
  class LatLng {
    readonly lat: number
    readonly lng: number
    constructor(lat: number, lng: number) {
      this.lat = lat
      this.lng = lng
    }
    getLat = () => this.lat
    getLng = () => this.lng
  }
  class KakaoMap {
    getLevel = () => 3
    getCenter = () => new LatLng(0, 0)
    getBounds = () => ({ getSouthWest: this.getCenter, getNorthEast: this.getCenter })
    getProjection = () => ({ containerPointFromCoords: ({ lat, lng }: LatLng) => ({ x: lng + dragged, y: lat }) })
  }
  class CustomOverlay {
    readonly content: FakeElement
    constructor({ content }: { content: FakeElement }) {
      this.content = content
      overlays.push(content)
    }
    getContent = () => this.content
    setMap() {}
    setPosition() {}
    setZIndex(layer: number) {
      this.content.layer = layer
    }
  }
  const addListener = (_target: unknown, name: string, run: () => void) => name === 'idle' && idle.push(run)
  return { maps: { LatLng, Map: KakaoMap, CustomOverlay, event: { addListener } } }
}

beforeEach(() => {
  dragged = 0
  overlays = []
  idle = []
  const createElement = () => new FakeElement()
  vi.stubGlobal('kakao', fakeKakao())
  vi.stubGlobal('document', { createElement, createElementNS: createElement })
  vi.stubGlobal('HTMLButtonElement', class {})
  for (const observer of ['ResizeObserver', 'MutationObserver'])
    vi.stubGlobal(
      observer,
      class {
        observe() {}
        disconnect() {}
      },
    )
})
afterEach(() => vi.unstubAllGlobals())

test('names of posts give way to the buttons over the map, also when it is dragged, and return', () => {
  const boxAt = (left: number, top: number, width: number, height: number) => ({
    getBoundingClientRect: () => ({ left, top, right: left + width, bottom: top + height }),
  })
  // The map is 100 pixels below the upper side of the window, its button 300 pixels from the left of the map.
  const element = { ...boxAt(0, 100, 360, 600), parentElement: { querySelectorAll: () => [boxAt(300, 400, 44, 44)] } }
  const map = drawKakaoMap(element as unknown as HTMLElement, { center: { lat: 0, lng: 0 }, zoom: 17 })
  const pin = { text: '', label: '집', shape: 'pin' as const, name: '국밥집' }
  map.setMarkers([
    { ...pin, key: 'free', position: { lat: 310, lng: 100 } },
    { ...pin, key: 'beside the button', position: { lat: 310, lng: 290 } },
  ])
  const named = () => overlays.map(({ isNamed }) => isNamed)
  expect(named()).toEqual([true, false])
  dragged = 200
  for (const run of idle) run()
  expect(named()).toEqual([false, true])
  dragged = -100
  for (const run of idle) run()
  expect(named()).toEqual([true, true])
})

test('of several pins at one point the focused one is in front', () => {
  const element = { getBoundingClientRect: () => new DOMRect(), parentElement: { querySelectorAll: () => [] } }
  const options = { center: { lat: 0, lng: 0 }, zoom: 17, focusable: true }
  const map = drawKakaoMap(element as unknown as HTMLElement, options)
  const pin = { text: '', label: '집', shape: 'pin' as const, position: { lat: 310, lng: 100 } }
  map.setMarkers(['one', 'two', 'chosen'].map((key) => ({ ...pin, key, chosen: key === 'chosen' })))
  const isInFront = (pin?: FakeElement) => overlays.every((other) => other === pin || other.layer < (pin?.layer ?? 0))
  for (const pin of overlays) {
    pin.listeners.get('focus')?.()
    expect(isInFront(pin)).toBe(true)
    pin.listeners.get('blur')?.()
  }
  expect(isInFront(overlays[2])).toBe(true)
})
