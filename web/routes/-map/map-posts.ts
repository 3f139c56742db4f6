import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, type ExecuteGraphql, graphql, useGraphql, type VariablesOf } from '../../graphql.ts'
import { miniPost } from '../../posts/queries/post-fields.ts'
import { postQuery } from '../../posts/queries/post-query.ts'
import type { MapSearch } from './map-url.ts'

const getMapPosts = graphql(/* GraphQL */ `
  query getMapPosts(
    $south: Float!, $west: Float!, $north: Float!, $east: Float!, $zoom: Float!, $filter: String, $keyword: String,
    $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]
  ) {
    getMapPosts(
      south: $south, west: $west, north: $north, east: $east, zoom: $zoom, filter: $filter, keyword: $keyword,
      open: $open, kind: $kind, price: $price, traits: $traits
    ) {
      clusters { lat lng count south west north east id title kind image area }
      count
      estimated
      data { ...MiniPost address lat lng start_time end_time closed_on }
    }
  }
${miniPost}`)

export type MapPosts = AnswerOf<typeof getMapPosts>
export type MapPost = MapPosts['data'][number]

/** The posts of a map's view; the old ones stay until the new ones arrive. */
export function mapPostsQuery(execute: ExecuteGraphql, view: VariablesOf<typeof getMapPosts>) {
  return queryOptions({
    queryKey: ['map_posts', view],
    queryFn: ({ signal }) => getMapPosts(execute, view, { signal }),
    staleTime: 0,
    gcTime: 180_000,
  })
}

type Selection = {
  /** Id of the highlighted post, in the list or on the map. */
  active: string | null
  /** Id of the post whose pin was pressed; it stays in the list while others are highlighted. */
  pressed: string | null
}
const NOTHING_SELECTED: Selection = { active: null, pressed: null }

/** The selection on the map and in its list; a new search clears it. */
export function useSelection(search: MapSearch) {
  const key = JSON.stringify(search)
  const [selection, setSelection] = useState({ ...NOTHING_SELECTED, key })
  const { active, pressed } = selection.key === key ? selection : NOTHING_SELECTED
  // A card that gets the focus back may be highlighted before the last selection is rendered.
  const change = (next: Partial<Selection>) =>
    setSelection((before) => ({ ...(before.key === key ? before : NOTHING_SELECTED), ...next, key }))
  return {
    active,
    pressed,
    highlight: (id: string) => id !== active && change({ active: id }),
    press: (id: string) => change({ active: id, pressed: id }),
    select: ({ active: one, pressed: other }: Selection) => change({ active: one, pressed: other }),
    clear: () => change(NOTHING_SELECTED),
  }
}

export type PressedPost = {
  post: MapPost | null
  status: 'listed' | 'loading' | 'failed' | 'found'
  /** Why it failed. */
  error: Error | null
  retry: () => void
}

/** The post whose pin was pressed, fetched if it is not in the list, which has only the first posts of a crowd. */
export function usePressedPost(found: MapPosts | undefined, id: string | null): PressedPost {
  const isListed = id === null || !found || found.data.some((post) => post.id === id)
  const { data, isError, error, refetch } = useQuery({ ...postQuery(useGraphql(), id ?? ''), enabled: !isListed })
  const retry = () => {
    if (isError) void refetch()
  }
  if (isListed) return { post: null, status: 'listed', error, retry }
  if (data) return { post: data, status: 'found', error, retry }
  return { post: null, status: isError ? 'failed' : 'loading', error, retry }
}
