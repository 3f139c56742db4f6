import { BY_DISTANCE, formatNear, parseNear } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import { type ListedPost, listQuery, postCardFragment } from './list-query.ts'

const getNearPlaces = graphql(/* GraphQL */ `
  query getNearPlaces($filter: String!, $lat: Float!, $lng: Float!, $radius: Int!, $open: Boolean!, $cursor: String) @kept {
    getPosts(filter: $filter, lat: $lat, lng: $lng, radius: $radius, open: $open, cursor: $cursor) {
      data { ...PostCard place_id }
      nextCursor
      startCursor
    }
  }
${postCardFragment}`)

type Near = { near: Position; radius: number; open?: boolean }

/** Query for posts by their distance, with the ids of their places for `onePerPlace`. */
export function nearPlacesQuery(execute: ExecuteGraphql, { near, radius, open = false }: Near) {
  const asked = { filter: BY_DISTANCE, ...(parseNear(formatNear(near)) ?? near), radius, open }
  return listQuery(['posts', BY_DISTANCE, 'places', ...Object.values(asked).map(String)], (cursor, signal) =>
    getNearPlaces(execute, { ...asked, cursor }, { signal }),
  )
}

/** The first post about each place, and all posts without a place. */
export function onePerPlace(posts: readonly (ListedPost & { place_id?: string | null })[]): ListedPost[] {
  const shown = new Set<string>()
  return posts.filter(({ place_id }) => !place_id || (!shown.has(place_id) && shown.add(place_id)))
}
