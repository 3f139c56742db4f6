import { landmarkKind } from '../../../rules/places.ts'
import { namedPoints, type SourceTiles } from './ground.ts'
import { type Point, toWorld } from './lines.ts'
import { dongNames, islandNames, type NamedPoint, seaNames, sggNames, sidoNames } from './names.ts'
import type { Bundle } from './read-bundle.ts'
import type { TileSet } from './tile-set.ts'

type Label = { name: string; kind: string; at: Point; from: number; to: number }

/** The kinds of OpenStreetMap's points that get a label. */
const SPOTS: Record<string, string> = {
  'park/park': 'park',
  'school/school': 'school',
  'college/university': 'university',
  'college/college': 'university',
  'library/library': 'library',
  'town_hall/townhall': 'office',
  'bus/bus_station': 'terminal',
}

/** Every name of an area, and of a spot that is drawn as a point, with the zooms of the tiles it is in. */
export function labelsOf({ areas, borders, places }: Bundle, source: SourceTiles): { areas: Label[]; spots: Label[] } {
  const { sgg, cityDistricts } = sggNames(areas)
  const named = (names: readonly NamedPoint[], kind: string, from: number, to: number): Label[] =>
    names.map((label) => ({ ...label, kind, from, to }))
  const landmarks = places.flatMap(([name, category, , lat, lng]): Label[] => {
    const kind = landmarkKind(category)
    if (!kind || kind === 'station') return []
    return [{ name: withoutRemark(name), kind, at: toWorld(lat, lng), from: 12, to: 13 }]
  })
  const known = new Set(landmarks.map(({ name }) => name))
  const points = [...namedPoints(source)].flatMap(({ name, kind, at }): Label[] => {
    const spot = SPOTS[kind]
    return spot && !known.has(name) ? [{ name, kind: spot, at, from: 13, to: 13 }] : []
  })
  return {
    areas: [
      ...named(seaNames, 'sea', 4, 8),
      ...named(sidoNames, 'sido', 4, 8),
      ...named(islandNames, 'island', 5, 9),
      ...named(sgg, 'sgg', 6, 13),
      ...named(cityDistricts, 'district', 9, 13),
      ...named(dongNames(borders, areas), 'dong', 9, 13),
    ],
    spots: [...landmarks, ...points],
  }
}

export function addLabels(tiles: TileSet, layer: string, labels: readonly Label[]): void {
  for (const { name, kind, at, from, to } of labels) {
    if (tiles.zoom >= from && tiles.zoom <= to) tiles.addPoint(layer, { name, kind }, at)
  }
}

/** '서울 한양도성' for '서울 한양도성(서울성곽)'. */
function withoutRemark(name: string): string {
  return name.replace(/\s*\(.*$/, '') || name
}
