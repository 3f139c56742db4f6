import { NEAR, parseNear, writeNear } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import { type ListedPost, listQuery, postCard } from './list-query.ts'

const getNearPlaces = graphql(/* GraphQL */ `
  query getNearPlaces($filter: String!, $lat: Float!, $lng: Float!, $radius: Int!, $open: Boolean!, $cursor: String) @kept {
    getPosts(filter: $filter, lat: $lat, lng: $lng, radius: $radius, open: $open, cursor: $cursor) {
      data { ...PostCard place_id }
      nextCursor
      startCursor
    }
  }
${postCard}`)

type Near = { near: Position; radius: number; open?: boolean }

/** Posts by their distance, with their places, of which `onePerPlace` shows each once. */
export function nearPlacesQuery(execute: ExecuteGraphql, { near, radius, open = false }: Near) {
  const asked = { filter: NEAR, ...(parseNear(writeNear(near)) ?? near), radius, open }
  return listQuery(['posts', NEAR, 'places', ...Object.values(asked).map(String)], (cursor, signal) =>
    getNearPlaces(execute, { ...asked, cursor }, { signal }),
  )
}

/** The first post about each place, and those without one. */
export function onePerPlace(posts: readonly (ListedPost & { place_id?: string | null })[]): ListedPost[] {
  const shown = new Set<string>()
  return posts.filter(({ place_id }) => !place_id || (!shown.has(place_id) && shown.add(place_id)))
}
