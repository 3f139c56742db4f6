import { queryOptions } from '@tanstack/react-query'
import { metresBetween, type Position } from '#rules/position.ts'
import type { ExecuteGraphql } from '../../graphql.ts'
import { factArguments } from '../../posts/lists/list-search.ts'
import { mapPostsQuery } from './map-posts.ts'
import { type MapSearch, roundedView, type UrlView } from './map-url.ts'
import { STREET_ZOOM } from './named-places.ts'

export type NearestMatch = { metres: number; view: UrlView }

/** Distances in metres that are searched one after the other, each with the zoom for which the server clusters the posts. */
const RINGS = [
  [3000, 14],
  [10_000, 12],
  [30_000, 11],
  [100_000, 9],
  [1_000_000, 6],
] as const

const METRES_PER_DEGREE = 111_195

/** The post nearest to a position that a map search finds in all of Korea; null if it finds none. */
export function nearestMatchQuery(execute: ExecuteGraphql, { keyword, open, ...facts }: MapSearch, from: Position) {
  const filters = { keyword: keyword ?? null, open: open === '1', ...factArguments(facts) }
  return queryOptions({
    queryKey: ['map_nearest', filters, from.lat, from.lng],
    queryFn: async ({ client }): Promise<NearestMatch | null> => {
      const within = async ([metres, zoom]: (typeof RINGS)[number]) => {
        const view = { ...boundsAround(from, metres), zoom, filter: 'latest', ...filters }
        const { clusters } = await client.fetchQuery(mapPostsQuery(execute, view))
        return nearestOf(clusters, from)
      }
      const [farthest, ...nearer] = RINGS.toReversed()
      if (!farthest || !(await within(farthest))) return null
      for (const ring of [...nearer.toReversed(), farthest]) {
        const found = await within(ring)
        // The searched bounds are a square: a post in its corner may be farther away than one just outside of a side.
        if (found && (found.metres <= ring[0] || ring === farthest)) return found
      }
      return null
    },
    staleTime: 60_000,
  })
}

function nearestOf(clusters: readonly Position[], from: Position): NearestMatch | null {
  const found = clusters.map(({ lat, lng }) => ({
    metres: metresBetween(from, { lat, lng }),
    view: roundedView({ lat, lng, zoom: STREET_ZOOM }),
  }))
  return found.toSorted((one, other) => one.metres - other.metres)[0] ?? null
}

function boundsAround({ lat, lng }: Position, metres: number) {
  const [tall, wide] = [metres / METRES_PER_DEGREE, metres / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180)]
  return {
    south: Math.max(-85, lat - tall),
    north: Math.min(85, lat + tall),
    west: Math.max(-180, lng - wide),
    east: Math.min(180, lng + wide),
  }
}
