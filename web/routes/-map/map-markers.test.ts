import { expect, test } from 'vitest'
import { markersOf } from './map-markers.ts'

const at = { lat: 37.55, lng: 126.9, south: 37.55, west: 126.9, north: 37.56, east: 126.91 }
const number = { ...at, count: 1234, id: null, title: null, area: '마포구' }
const single = { ...at, count: 1, id: '7', title: '국밥집', area: '망원동' }

const labels = (estimated: boolean, ...clusters: Parameters<typeof markersOf>[0]['clusters']) =>
  markersOf({ clusters, count: 1, estimated, data: [] }, null).map(({ label, text }) => [label, text])

test('a number is named by its area and its posts, a pin by its post', () => {
  expect(labels(false, number, single)).toEqual([
    ['마포구, 글 1,234개, 가까이 보기', '1.2천'],
    ['국밥집', ''],
  ])
  expect(labels(true, number)).toEqual([['마포구, 글 약 1,234개, 가까이 보기', '1.2천']])
  expect(labels(false, { ...number, area: null })).toEqual([['글 1,234개, 가까이 보기', '1.2천']])
})
