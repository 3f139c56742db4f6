import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBySquare, mergeClose, type PointGroup, presentCluster } from './clusters.ts'

const point = fc.record({
  id: fc.integer({ min: 1, max: 1e6 }),
  x: fc.double({ min: 124, max: 132, noNaN: true }),
  y: fc.double({ min: 34, max: 42, noNaN: true }),
})
const points = fc.array(point, { maxLength: 200 })
const square = fc.constantFrom(0.01, 0.1, 1, 10)

const total = (gathered: readonly PointGroup[]) => gathered.reduce((sum, { count }) => sum + count, 0)

test('no post is lost and none is counted twice', () => {
  fc.assert(
    fc.property(points, square, (given, width) => {
      const gathered = groupBySquare(given, width, 1)
      expect(total(gathered)).toBe(given.length)
      expect(total(mergeClose(gathered, width))).toBe(given.length)
    }),
  )
})

test('a cluster lies within its own bounds, and every post within those of some cluster', () => {
  fc.assert(
    fc.property(points, square, (given, width) => {
      const clusters = mergeClose(groupBySquare(given, width, 1), width / 2)
      const isIn = ({ box }: PointGroup, { x, y }: { x: number; y: number }) =>
        x >= box.west - 1e-9 && x <= box.east + 1e-9 && y >= box.south - 1e-9 && y <= box.north + 1e-9
      expect(clusters.every((cluster) => isIn(cluster, cluster))).toBe(true)
      expect(given.every((at) => clusters.some((cluster) => isIn(cluster, at)))).toBe(true)
    }),
  )
})

test('a single post has its title, two at one place are a cluster without width', () => {
  const at = { x: 126.5, y: 35.5 }
  expect(groupBySquare([{ id: 7, ...at }], 1, 1)).toMatchObject([{ count: 1, postId: 7 }])
  const [pair] = groupBySquare(
    [
      { id: 7, ...at },
      { id: 8, ...at },
    ],
    1,
    1,
  ).map(presentCluster)
  expect(pair).toMatchObject({ count: 2, id: null, lng: 126.5, west: 126.5, east: 126.5 })
  expect(pair?.south).toBe(pair?.north)
})

test('in a sample each post stands for many, and none has a title', () => {
  expect(groupBySquare([{ id: 7, x: 126.5, y: 35.5 }], 1, 12.4)).toMatchObject([{ count: 12, postId: null }])
})

test('a crowd on the border of two squares is one marker', () => {
  const crowd = [0.999, 1.001].flatMap((x) => [1, 2, 3].map((id) => ({ id, x, y: 0.5 })))
  expect(groupBySquare(crowd, 1, 1)).toHaveLength(2)
  expect(mergeClose(groupBySquare(crowd, 1, 1), 0.5)).toMatchObject([{ count: 6, x: 1 }])
})
