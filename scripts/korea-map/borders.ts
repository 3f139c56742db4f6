import type { Line } from './lines.ts'
import type { Borders } from './read-bundle.ts'

/** What an arc of the borders separates; `edge` is the outline of the country. */
export type BorderKind = 'edge' | 'sido' | 'sgg' | 'dong'
export type Border = {
  kind: BorderKind
  line: Line /** Full names of the 시군구 on both sides. */
  districts: string[]
}

/** Every arc with its kind: that of the widest area it borders. */
export function classify({ arcs, objects }: Borders): Border[] {
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
