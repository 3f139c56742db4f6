import type { Topology } from 'topojson-specification'
import { nearestAreaFinder } from './roads/districts.ts'
import type { Area, Place } from './sources.ts'

const NO_LANDMARKS = new Set(['지하철역', '전통시장'])

/** Landmarks in a 읍 or 면, of which the addresses tell only the 시군구, as `읍 or 면, address, name`; outside the borders, those nearest to it. */
export function townsOf(places: readonly Place[], borders: Topology, areas: readonly Area[]): string[] {
  const [townAt, today] = [nearestAreaFinder(borders, 'emd'), todaysTown(areas)]
  return places
    .filter(([, category]) => !NO_LANDMARKS.has(category))
    .map(([name, , address, lat, lng]) => [today(townAt({ lat, lng })), address, name] as const)
    .filter(([town]) => /[읍면]$/.test(town))
    .map((row) => row.join('\t'))
    .sort()
}

/** The borders are older than the areas: a 면 may have become a 읍. Empty if neither is an area of today. */
export function todaysTown(areas: readonly Area[]): (town: string) => string {
  const known = new Set(areas.map(([, address]) => address))
  return (town) => [town, town.replace(/면$/, '읍')].find((name) => known.has(name)) ?? ''
}
