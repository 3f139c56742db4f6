import coastUrl from './coast.json?url'

/** Outlines as [latitude, longitude], as Leaflet takes them. */
export type Coast = { korea: [number, number][][]; neighbours: [number, number][][] }

let coast: Promise<Coast> | undefined

/** The coast line of Korea and its neighbours, fetched once; a failure is tried anew the next time. */
export function loadCoast(): Promise<Coast> {
  coast ??= fetchCoast().catch((error: unknown) => {
    coast = undefined
    throw error
  })
  return coast
}

type Encoded = { unit: number; korea: number[][]; neighbours: number[][] }

async function fetchCoast(): Promise<Coast> {
  const response = await fetch(coastUrl)
  if (!response.ok) throw new Error(`The coast line answered ${response.status}.`)
  const { unit, korea, neighbours } = (await response.json()) as Encoded
  const decode = (ring: number[]) => decodeRing(ring, unit)
  return { korea: korea.map(decode), neighbours: neighbours.map(decode) }
}

/** Points of a ring that is told in steps of longitude and latitude, `unit` of them a degree. */
export function decodeRing(ring: readonly number[], unit: number): [number, number][] {
  let [lng, lat] = [0, 0]
  const points: [number, number][] = []
  for (let index = 0; index < ring.length; index += 2) {
    lng += ring[index] ?? 0
    lat += ring[index + 1] ?? 0
    points.push([lat / unit, lng / unit])
  }
  return points
}
