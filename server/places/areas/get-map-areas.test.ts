import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueryGetMapAreasArgs } from '#contract/schema.gen.ts'
import { importQuietly, jsonFile, someBoundaries, someGazetteer } from '#tests/place-files.ts'
import { type Person, type PostSite, refusal, startPostSite } from '#tests/post-site.ts'

const seoul = { south: 37.4, north: 37.7, west: 126.8, east: 127.2, zoom: 11 }
const nohyeong = { south: 33.4, north: 33.5, west: 126.4, east: 126.5, zoom: 14 }

let site: PostSite
let viewer: Person

beforeAll(async () => {
  site = await startPostSite()
  viewer = await site.person()
})

afterAll(async () => {
  await site.close()
})

/** With a session, so that no cached answer of the last second is given. */
const areas = (view: QueryGetMapAreasArgs) => site.api.as(viewer).getMapAreas(view)

async function namesIn(view: QueryGetMapAreasArgs): Promise<string[]> {
  return (await areas(view)).names.map(({ name }) => name)
}

/** The points of an outline, in degrees. */
function pointsOf(outline: readonly number[]): [number, number][] {
  let [lng, lat] = [0, 0]
  return outline.flatMap((step, index) => {
    if (index % 2 === 0) lng += step
    else lat += step
    return index % 2 === 0 ? [] : [[lng / 1e5, lat / 1e5] as [number, number]]
  })
}

test('without imports a near map has the names of its districts, and one of the country has none', async () => {
  const names = await namesIn(seoul)
  expect(names).toContain('마포구')
  expect(names).not.toContain('해운대구')
  expect(await namesIn({ south: 37.55, north: 37.57, west: 126.9, east: 126.92, zoom: 16 })).toEqual(['마포구'])
  expect(await areas({ south: 33, north: 39, west: 124, east: 132, zoom: 7 })).toEqual({ names: [], outlines: [] })
})

test('bounds beyond any screen, and bounds upside down, return nothing', async () => {
  expect(await areas({ south: -90, north: 90, west: -180, east: 180, zoom: 14 })).toEqual({ names: [], outlines: [] })
  expect(await refusal(areas({ ...seoul, south: 38 }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  expect(await refusal(areas({ ...seoul, zoom: 23 }))).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('imported 동 have names and borders on a near map, including holes', async () => {
  await importQuietly(site.db, await jsonFile('boundaries.topo.json', someBoundaries))
  expect((await namesIn(nohyeong)).toSorted()).toEqual(['노형제1동', '외도동', '이호동'])
  await importQuietly(site.db, await jsonFile('gazetteer.json', someGazetteer))
  expect(await namesIn(nohyeong)).toEqual(['노형동'])
  expect(await namesIn({ ...nohyeong, zoom: 13 })).toEqual([])

  const { outlines } = await areas(nohyeong)
  expect(outlines).toHaveLength(4)
  const drawn = outlines.map((outline) => JSON.stringify(pointsOf(outline)))
  const square = (west: number, south: number, east: number, north: number) => [west, south, east, north]
  const boxes = drawn.map((text) => {
    const points = JSON.parse(text) as [number, number][]
    expect(points[0]).toEqual(points.at(-1))
    const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)]
    return square(Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats))
  })
  expect(boxes).toContainEqual([126.44, 33.44, 126.46, 33.46])
  expect(boxes).toContainEqual([126.446, 33.446, 126.45, 33.45])
  expect((await areas({ ...nohyeong, west: 127, east: 127.1 })).outlines).toEqual([])
  expect((await areas({ ...nohyeong, zoom: 11 })).outlines).toEqual([])
})

test('a border has no more points than its zoom can show', async () => {
  const along = Array.from({ length: 400 }, (_, step) => [127.5 + step * 1e-4, 36.5 + (step % 2) * 1e-5])
  const topology = {
    type: 'Topology',
    arcs: [[...along, [127.5, 36.6], [127.5, 36.5]]],
    objects: {
      emd: {
        type: 'GeometryCollection',
        geometries: [{ type: 'Polygon', arcs: [[0]], properties: { a: '충청북도 옥천군 군북면', b: '', c: '' } }],
      },
    },
  }
  await importQuietly(site.db, await jsonFile('fine.topo.json', topology))
  const view = { south: 36.5, north: 36.501, west: 127.5, east: 127.501 }
  const [near = []] = (await areas({ ...view, zoom: 20 })).outlines
  const [far = []] = (await areas({ ...view, zoom: 12 })).outlines
  expect(pointsOf(near)).toHaveLength(402)
  expect(pointsOf(far).length).toBeLessThan(70)
  expect(pointsOf(far)).toContainEqual([127.5, 36.6])
})
