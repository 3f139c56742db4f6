import type { Topology } from 'topojson-specification'

/** Steps per degree: 11 m of latitude, far below the tens of metres to which the borders were simplified. */
const STEPS = 10_000
const ORIGIN = [124, 33] as const

/** The same shapes on a coarser grid, which compresses better. Shared borders stay shared. */
export function requantize(topology: Topology): Topology {
  const { transform } = topology
  if (!transform) throw new Error('The topology has no transform.')
  const toStep = (value: number, axis: 0 | 1) =>
    Math.round((value * transform.scale[axis] + transform.translate[axis] - ORIGIN[axis]) * STEPS)
  const arcs = topology.arcs.map((arc) => {
    let [x, y] = [0, 0]
    const points = arc.map(([right = 0, up = 0]): [number, number] => {
      x += right
      y += up
      return [toStep(x, 0), toStep(y, 1)]
    })
    return toSteps(withoutRepeats(points))
  })
  return { ...topology, arcs, transform: { scale: [1 / STEPS, 1 / STEPS], translate: [...ORIGIN] } }
}

/** An arc keeps at least its two ends, because rings are made by joining ends. */
function withoutRepeats(points: readonly [number, number][]): [number, number][] {
  const last = points.length - 1
  return points.filter(([x, y], index) => {
    const before = points[index - 1]
    return index === last || !before || before[0] !== x || before[1] !== y
  })
}

function toSteps(points: readonly [number, number][]): [number, number][] {
  return points.map(([x, y], index) => {
    const [beforeX, beforeY] = points[index - 1] ?? [0, 0]
    return [x - beforeX, y - beforeY]
  })
}
