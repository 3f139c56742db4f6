import { expect, test } from 'vitest'
import { clusterPins, pinsAround } from './pin-map.tsx'

/** At zoom 10 a degree of longitude is some 728 pixels. */
const DEGREES = (pixels: number) => pixels / 728

test('pins that would cover each other are one marker, wherever they lie', () => {
  for (const start of [126.5, 126.53, 126.57]) {
    const pins = [0, 40, 100].map((pixels) => ({ lat: 37.5, lng: start + DEGREES(pixels) }))
    const clusters = clusterPins(pins, 10)
    expect(clusters.map((one) => one.pins.length)).toEqual([2, 1])
    expect(clusters[0]?.position).toEqual({ lat: 37.5, lng: start })
  }
})

test('pins of one marker come apart at a nearer zoom', () => {
  const pins = [126.5, 126.5 + DEGREES(40)].map((lng) => ({ lat: 37.5, lng }))
  expect(clusterPins(pins, 11).map((one) => one.pins.length)).toEqual([1, 1])
})

test('a map of one’s own shows the pins around its reader, or all without any', () => {
  const [seoul, beside, busan] = [
    { lat: 37.5, lng: 127 },
    { lat: 37.55, lng: 127 },
    { lat: 35.1, lng: 129 },
  ]
  expect(pinsAround([seoul, beside, busan], seoul)).toEqual([seoul, beside])
  expect(pinsAround([seoul, beside], busan)).toEqual([seoul, beside])
})
