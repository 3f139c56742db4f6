import { clipRing } from './clip.ts'
import { isClosed, joinLines, type Line, type Point, toWorld } from './lines.ts'
import type { Borders, Bundle } from './read-bundle.ts'
import type { TileSet } from './tile-set.ts'

/** The zooms from which borders are drawn. */
const BORDER_ZOOMS = { sido: 4, sgg: 7, dong: 13 } as const

/** Above it only what a view of the country shows of its neighbours. */
const ABROAD_ZOOM = 9
const [WEST, NORTH] = toWorld(38.7, 124.4)
const [EAST, SOUTH] = toWorld(33.8, 129.6)
const NEAR = { left: WEST, top: NORTH, right: EAST, bottom: SOUTH }

/** Adds the land, which leaves the sea free, and the borders. */
export function addLand(tiles: TileSet, borders: readonly Border[], { surroundings }: Bundle): void {
  const coast = joinLines(borders.filter(({ kind }) => kind === 'edge').map(({ line }) => line))
  for (const ring of coast.filter(isClosed)) tiles.addRing('land', { kind: 'land' }, ring)
  for (const ring of neighbours(surroundings, tiles.zoom > ABROAD_ZOOM)) tiles.addRing('land', { kind: 'abroad' }, ring)
  for (const kind of ['sido', 'sgg', 'dong'] as const) {
    if (tiles.zoom < BORDER_ZOOMS[kind]) continue
    for (const { line } of borders.filter((border) => border.kind === kind)) tiles.addLine('borders', { kind }, line)
  }
}

export function bordersOf({ borders }: Bundle): Border[] {
  return classify(borders)
}

function neighbours(surroundings: Bundle['surroundings'], isNear: boolean): Line[] {
  return surroundings.features
    .flatMap(({ geometry }) => {
      if (geometry.type === 'Polygon') return [geometry.coordinates[0]]
      return geometry.type === 'MultiPolygon' ? geometry.coordinates.map(([outer]) => outer) : []
    })
    .map((ring) => (ring ?? []).map(([lng = 0, lat = 0]): Point => toWorld(lat, lng)))
    .map((ring) => (isNear ? clipRing(ring, NEAR) : ring))
    .filter(({ length }) => length > 2)
}

/** What an arc of the borders separates; `edge` is the outline of the country. */
type BorderKind = 'edge' | 'sido' | 'sgg' | 'dong'
type Border = {
  kind: BorderKind
  line: Line /** Full names of the 시군구 on both sides. */
  districts: string[]
}

/** Every arc with its kind: that of the widest area it borders. */
function classify({ arcs, objects }: Borders): Border[] {
  const users = { sido: usersOf(objects.sido), sgg: usersOf(objects.sgg), dong: usersOf(objects.emd) }
  return arcs.map((line, index) => {
    const districts = users.sgg.get(index) ?? []
    if ((users.dong.get(index) ?? []).length < 2) return { kind: 'edge', line, districts }
    const kind = users.sido.has(index) ? 'sido' : users.sgg.has(index) ? 'sgg' : 'dong'
    return { kind, line, districts }
  })
}

/** The names of the areas on both sides of each arc. */
function usersOf({ geometries }: Borders['objects']['sido']): Map<number, string[]> {
  const users = new Map<number, string[]>()
  for (const shape of geometries) {
    if (shape.type !== 'Polygon' && shape.type !== 'MultiPolygon') continue
    for (const arc of shape.arcs.flat(2)) {
      const index = arc < 0 ? ~arc : arc
      users.set(index, [...(users.get(index) ?? []), shape.properties?.a ?? ''])
    }
  }
  return users
}
