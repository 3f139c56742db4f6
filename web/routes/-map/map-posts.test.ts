import { expect, test } from 'vitest'
import type { PostState } from '#contract/reader-state.ts'
import { type MapPosts, markersOf, sortByDistance, withoutDeleted } from './map-posts.ts'

const at = { lat: 37.55, lng: 126.9, south: 37.55, west: 126.9, north: 37.56, east: 126.91 }
const number = { ...at, count: 1234, id: null, title: null, kind: null, image: null, area: '마포구' }
const single = { ...at, count: 1, id: '7', title: '국밥집', kind: null, image: null, area: '망원동' }

const labels = (estimated: boolean, ...clusters: Parameters<typeof markersOf>[0]['clusters']) =>
  markersOf({ clusters, count: 1, estimated, data: [] }, { active: null, zoom: 12 }).map(({ label, text }) => [
    label,
    text,
  ])

test('a number is named by its area and its posts, a pin by its post', () => {
  expect(labels(false, number, single)).toEqual([
    ['마포구, 글 1,234개, 확대해서 보기', '1.2천'],
    ['맛집 국밥집', '맛집'],
  ])
  expect(labels(true, number)).toEqual([['마포구, 글 약 1,234개, 확대해서 보기', '1.2천']])
  expect(labels(false, { ...number, area: null })).toEqual([['글 1,234개, 확대해서 보기', '1.2천']])
})

test('a single post shows its kind of food from afar, and its photo from near by', () => {
  const image = `/images/${'a'.repeat(22)}.jpg`
  const cafe = { ...single, kind: 'cafe', image } as const
  const pin = (zoom: number, cluster: MapPosts['clusters'][number] = cafe) =>
    markersOf({ clusters: [cluster], count: 1, estimated: false, data: [] }, { active: '7', zoom })[0]
  expect(pin(14)).toMatchObject({ shape: 'kind', text: '카페', label: '카페 국밥집', chosen: true })
  expect(pin(15)).toMatchObject({ shape: 'photo', text: '카페', photo: `/images/${'a'.repeat(22)}_320.webp` })
  expect(pin(15, { ...cafe, image: null })).toMatchObject({ shape: 'kind' })
  expect(pin(15, { ...cafe, image: 'https://other.example/a.jpg' })).toMatchObject({
    photo: 'https://other.example/a.jpg',
  })
  const marked = (state: PostState) =>
    markersOf(
      { clusters: [cafe], count: 1, estimated: false, data: [] },
      { active: null, zoom: 15, stateOf: () => state },
    )
  expect(marked({ liked: true, wanted: true, been: true })).toMatchObject([
    { mark: 'been', label: '카페 국밥집, 다녀왔어요' },
  ])
  expect(marked({ liked: true })).toMatchObject([{ mark: 'liked', label: '카페 국밥집, 좋아요' }])
  expect(marked({ mine: true })[0]).not.toHaveProperty('mark')
})

test('while a post is being deleted, the number that counts it is one less, and a pin of its own is gone', () => {
  const post = { ...single, contents: '', image_info: null, username: '', like: 0, comments: 0 }
  const times = {
    start_time: null,
    end_time: null,
    closed_on: [],
    price: null,
    week_hours: null,
    areas: [],
    verdict: null,
  }
  const inside = { ...post, ...times, id: '8', address: null, lat: 37.555, lng: 126.905 }
  const elsewhere = { ...inside, id: '9', lat: 37.6 }
  const found = {
    clusters: [number, { ...single, lat: 37.6 }],
    count: 1235,
    estimated: false,
    data: [inside, elsewhere],
  }
  const counts = (...ids: string[]) => {
    const { clusters, count, data } = withoutDeleted(found, new Set(ids.map((id) => `post ${id}` as const)))
    return [clusters.map((one) => one.count), count, data.map(({ id }) => id)]
  }
  expect(withoutDeleted(found, new Set(['comment 8']))).toBe(found)
  expect(counts('8')).toEqual([[1233, 1], 1234, ['9']])
  expect(counts('7')).toEqual([[1234], 1235, ['8', '9']])
  const two = { ...found, clusters: [{ ...number, count: 1 }] }
  expect(withoutDeleted(two, new Set(['post 8'])).clusters).toEqual([])
})

test('near the device the nearest posts come first, unless an order was chosen', () => {
  const post = { ...single, contents: '', image_info: null, username: '', like: 0, comments: 0, address: null }
  const posts = [37.6, 37.5, 37.55].map((lat) => ({
    ...post,
    ...{
      id: String(lat),
      lat,
      start_time: null,
      end_time: null,
      closed_on: [],
      price: null,
      week_hours: null,
      areas: [],
      verdict: null,
    },
  }))
  const ids = (...[me, hasOrder]: [{ lat: number; lng: number } | null, boolean]) =>
    sortByDistance(posts, me, hasOrder).map(({ id }) => id)
  const me = { lat: 37.5, lng: 126.9 }
  expect(ids(me, false)).toEqual(['37.5', '37.55', '37.6'])
  expect(ids(me, true)).toEqual(['37.6', '37.5', '37.55'])
  expect(ids(null, false)).toEqual(['37.6', '37.5', '37.55'])
})
