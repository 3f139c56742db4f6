import { expect, test } from 'vitest'
import { frameAround, views } from '#tests/korea-map-views.ts'
import { boxOf } from '#web/map/leaflet/korea/frame.ts'
import { dotsOf, labelsOf, segmentsOf } from '#web/map/leaflet/korea/labels.ts'
import { type Measure, type PlacedLabel, placeLabels } from '#web/map/leaflet/korea/place-labels.ts'
import { KoreaStore } from '#web/map/leaflet/korea/store.ts'
import { doOverlap, type Rect } from '#web/map/rect.ts'
import { buildKoreaMap } from './build-map.ts'

const files = buildKoreaMap()
const store = new KoreaStore(async (name) => JSON.parse(files.get(name) ?? 'null'))
/** The greatest width of Korean letters. */
const measure: Measure = (text) => ({ width: text.length * 13, height: 16 })

async function labelsAt(lat: number, lng: number, zoom: number, obstacles: Rect[] = []): Promise<PlacedLabel[]> {
  return labelsIn(frameAround(lat, lng, zoom, { width: 880, height: 736 }), obstacles)
}

async function labelsIn(frame: ReturnType<typeof frameAround>, obstacles: Rect[] = []): Promise<PlacedLabel[]> {
  await store.load(boxOf(frame), frame.zoom)
  const ground = store.dataFor(boxOf(frame), frame.zoom)
  const taken = { obstacles, dots: dotsOf(frame, ground), lines: segmentsOf(frame, ground) }
  return placeLabels(labelsOf(frame, ground), measure, taken)
}

test('no name covers another or a marker, at any place and zoom', { timeout: 60_000 }, async () => {
  const pins = [100, 300, 500, 700].flatMap((left) =>
    [80, 380, 600].map((top) => ({ left, top, right: left + 48, bottom: top + 50 })),
  )
  for (const { frame, city, zoom } of views) {
    const boxes = (await labelsIn(frame, pins)).map(({ box }) => box)
    const faults = boxes.filter((box, index) =>
      [...pins, ...boxes.slice(0, index)].some((other) => doOverlap(box, other)),
    )
    expect(faults, `${city} at zoom ${zoom}`).toEqual([])
  }
})

test('names show where one is at every zoom over Seoul, Busan and Jeju', async () => {
  const names = async (lat: number, lng: number, zoom: number) =>
    (await labelsAt(lat, lng, zoom)).map(({ text }) => text)
  expect(await names(36.3, 127.8, 7)).toEqual(expect.arrayContaining(['서울', '부산', '제주', '강원', '전남', '동해']))
  for (const [lat, lng, wanted] of [
    [
      37.556,
      126.923,
      { 9: '고양시', 11: '마포구', 12: '홍대입구', 13: '서교동', 14: '홍대입구', 16: '서교동', 17: '홍대입구' },
    ],
    [35.158, 129.059, { 9: '양산시', 11: '부산진구', 12: '서면', 13: '전포', 14: '서면시장', 16: '서면', 17: '서면' }],
    [
      33.5,
      126.53,
      { 9: '제주시', 10: '애월읍', 12: '연동', 13: '이도2동', 14: '이도1동', 16: '이도2동', 17: '이도2동' },
    ],
  ] as const)
    for (const [zoom, name] of Object.entries(wanted)) expect(await names(lat, lng, Number(zoom)), zoom).toContain(name)
})

test('nearest by, a phone shows a name wherever the map is moved to', async () => {
  const phone = { width: 360, height: 290 }
  for (const zoom of [16, 17, 18, 19])
    for (const [city, lat, lng] of [
      ['서울', 37.556, 126.93],
      ['부산', 35.157, 129.06],
      ['제주', 33.499, 126.53],
    ] as const) {
      const names = await labelsIn(frameAround(lat, lng, zoom, { width: 720, height: 580 }))
      for (let left = 0; left <= 360; left += 40)
        for (let top = 0; top <= 290; top += 40) {
          const view = { left, top, right: left + phone.width, bottom: top + phone.height }
          const isWhole = ({ box }: PlacedLabel) =>
            box.left >= view.left && box.top >= view.top && box.right <= view.right && box.bottom <= view.bottom
          expect(names.some(isWhole), `${city}, zoom ${zoom}, moved by ${left} and ${top}`).toBe(true)
        }
    }
})

test('a wider area is labelled before its parts, and a transfer before a station', async () => {
  const styles = (await labelsAt(37.5, 127.03, 13)).map(({ style }) => style)
  const order = ['sgg', 'change', 'dong', 'station']
  const seen = styles.filter((style, index) => styles.indexOf(style) === index)
  expect(seen).toEqual(order.filter((style) => seen.includes(style as never)))
  expect(seen.length).toBe(4)
})

test('a station keeps its name beside an area of the same name', async () => {
  const styles = (await labelsAt(37.561, 126.986, 14)).filter(({ text }) => text === '명동').map(({ style }) => style)
  expect(styles.toSorted()).toEqual(['dong', 'station'])
})

test('at zoom 11 every district of Seoul and Busan is named, however many metro lines meet there', async () => {
  const names = async (lat: number, lng: number) =>
    (await labelsIn(frameAround(lat, lng, 11, { width: 1280, height: 1136 }))).map(({ text }) => text)
  expect(await names(37.55, 126.99)).toEqual(
    expect.arrayContaining(['용산구', '영등포구', '동대문구', '강남구', '송파구', '중구', '성동구']),
  )
  expect(await names(35.158, 129.059)).toEqual(
    expect.arrayContaining(['금정구', '동래구', '연제구', '부산진구', '중구']),
  )
})

test('a file that failed once is fetched at the next request', async () => {
  let isDown = true
  const shaky = new KoreaStore(async (name) => {
    if (isDown) throw new Error('no network')
    return JSON.parse(files.get(name) ?? 'null')
  })
  const box = boxOf(frameAround(37.55, 126.99, 12, { width: 360, height: 500 }))
  await expect(shaky.load(box, 12)).rejects.toThrow()
  expect(shaky.dataFor(box, 12).isComplete).toBe(false)
  isDown = false
  await shaky.load(box, 12)
  expect(shaky.dataFor(box, 12).isComplete).toBe(true)
})
