import { expect, test } from 'vitest'
import { type BaseFile, baseFile, type MetroFile, metroFile, toWorld } from '#rules/korea-map.ts'
import { metresBetween } from '#rules/position.ts'
import { bytesOfView, gzippedSizes, toDegrees, views } from '#tests/korea-map-views.ts'
import { readBase, readMetro } from '#web/map/leaflet/korea/files.ts'
import { buildKoreaMap } from './build-map.ts'
import { distanceToSegment } from './lines.ts'

const files = buildKoreaMap()
/** The circumference of the earth at Seoul's latitude. */
const METRES_AROUND = 40_075_017 * Math.cos((37.5 * Math.PI) / 180)
const metro = JSON.parse(files.get(metroFile) ?? '') as MetroFile
const line = (name: string) => metro.lines.find((one) => one.name === name)
const stopsOf = (name: string) =>
  line(name)?.routes.map((route) => route.map((index) => metro.stations[index]?.[0])) ?? []

test('a line goes through its stations in order, and line 2 returns to its start', () => {
  const [loop = []] = stopsOf('2호선')
  expect(loop).toHaveLength(44)
  expect(loop[0]).toBe('시청')
  expect(loop.at(-1)).toBe('시청')
  expect(loop.slice(loop.indexOf('합정'), loop.indexOf('합정') + 4)).toEqual(['합정', '홍대입구', '신촌', '이대'])
  expect(stopsOf('5호선')).toHaveLength(2)
  expect(metro.lines).toHaveLength(32)
})

test('line 9 goes from 개화 to 중앙보훈병원 without a gap', () => {
  const [stops = []] = stopsOf('9호선')
  expect([stops[0], stops.at(-1)]).toEqual(['개화', '중앙보훈병원'])
  expect(stops.slice(stops.indexOf('당산'), stops.indexOf('당산') + 3)).toEqual(['당산', '국회의사당', '여의도'])
})

test('neighbours on a line are near each other, and no line takes a detour past one', () => {
  const detours = readMetro(metro).routes.flatMap(({ stops }) =>
    stops.slice(2).flatMap((next, index) => {
      const [before, stop] = [stops[index], stops[index + 1]].map((one) => toDegrees(one?.x ?? 0, one?.y ?? 0))
      if (!before || !stop) return []
      const to = toDegrees(next.x, next.y)
      const extra = metresBetween(before, stop) + metresBetween(stop, to) - metresBetween(before, to)
      return extra > 3000 ? [`${stops[index + 1]?.name}: ${Math.round(extra)} m`] : []
    }),
  )
  expect(detours).toEqual([])
})

test('the Han runs under its bridges', () => {
  const base = readBase(JSON.parse(files.get(baseFile) ?? '') as BaseFile)
  const courses = base.rivers.filter(({ far }) => !far).flatMap(({ lines }) => lines)
  const metresAway = (at: readonly [number, number]) => {
    const away = courses.flatMap(({ points }) =>
      Array.from({ length: points.length / 2 - 1 }, (_, index) => {
        const [x = 0, y = 0, toX = 0, toY = 0] = points.subarray(2 * index, 2 * index + 4)
        return distanceToSegment(at, [x, y], [toX, toY])
      }),
    )
    return Math.min(...away) * METRES_AROUND
  }
  const bridges = {
    마포대교: [37.5329, 126.9362],
    반포대교: [37.5155, 126.9958],
    동호대교: [37.537, 127.0205],
  } as const
  for (const [name, [lat, lng]] of Object.entries({
    ...bridges,
    잠실대교: [37.5247, 127.0922] as const,
    방화대교: [37.59, 126.82] as const,
  }))
    expect(metresAway(toWorld(lat, lng)), name).toBeLessThan(600)
})

test('a first view loads at most 60 kB of geometry, at any place and zoom', () => {
  const sizes = gzippedSizes(files)
  const tooLarge = views.flatMap(({ city, zoom, box }) => {
    const bytes = bytesOfView(sizes, box, zoom)
    return bytes > 60_000 ? [`${city} at zoom ${zoom}: ${bytes}`] : []
  })
  expect(views.length).toBeGreaterThan(100)
  expect(sizes.get(baseFile)).toBeGreaterThan(5000)
  expect(tooLarge).toEqual([])
})
