import { queryOptions, useQuery } from '@tanstack/react-query'
import type { GetMapShopsQuery } from '#contract/operations.gen.ts'
import { factLine } from '#rules/fact-line.ts'
import { foodKinds } from '#rules/food-kinds.ts'
import { distanceLabel, shortAddress } from '#rules/location-text.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql, type VariablesOf } from '../graphql.ts'
import { type PostPage, postCardFragment } from '../posts/queries/list-query.ts'
import type { Meaning } from '../posts/queries/search-query.ts'
import { refOf } from '../store/store.ts'
import type { Place } from './place-query.ts'

export const shopFragment = /* GraphQL */ `
  fragment ShopFields on Shop { id name kind category address lat lng }
`

const getMapShops = graphql(/* GraphQL */ `
  query getMapShops($south: Float!, $west: Float!, $north: Float!, $east: Float!, $zoom: Float!, $kind: [FoodKind!]) {
    getMapShops(south: $south, west: $west, north: $north, east: $east, zoom: $zoom, kind: $kind) { ...ShopFields area }
  }
${shopFragment}`)

const getNearShops = graphql(/* GraphQL */ `
  query getNearShops($lat: Float!, $lng: Float!) { getNearShops(lat: $lat, lng: $lng) { ...ShopFields } }
${shopFragment}`)

const getPostsAround = graphql(/* GraphQL */ `
  query getPostsAround($lat: Float!, $lng: Float!, $radius: Int!) {
    getPosts(filter: "near", lat: $lat, lng: $lng, radius: $radius) { data { ...PostCard } }
  }
${postCardFragment}`)

/** Reports that a shop is gone or has moved; `told: false` takes the report back. */
export const tellShop = graphql(/* GraphQL */ `
  mutation tellShop($id: ID!, $word: ShopWord!, $told: Boolean!) { tellShop(id: $id, word: $word, told: $told) { count } }
`)

type MapShop = GetMapShopsQuery['getMapShops'][number]

/** A place to eat from public data, without a post. On the map it has its `area`. */
export type Shop = Omit<MapShop, 'area'> & Partial<Pick<MapShop, 'area'>>

export function mapShopsQuery(execute: ExecuteGraphql, view: VariablesOf<typeof getMapShops>) {
  return queryOptions({
    queryKey: ['map_shops', view],
    queryFn: ({ signal }) => getMapShops(execute, view, { signal }),
    gcTime: 180_000,
  })
}

/** Milliseconds after which a site without a shop is asked again: it loads them in the first minutes after its first start. */
const RELOAD_MS = 3000

/** Query for the shops nearest to a position, the nearest first; a failed request shows none. */
export function nearShopsQuery(execute: ExecuteGraphql, { lat, lng }: Position) {
  return queryOptions({
    queryKey: ['near_shops', lat, lng],
    queryFn: ({ signal }) => getNearShops(execute, { lat, lng }, { signal }),
    throwOnError: false,
    refetchInterval: ({ state }) => state.data?.length === 0 && RELOAD_MS,
  })
}

/** The areas that a keyword names; those without posts only while no other has any. */
export function namedAreasToShow<Area extends Meaning['areas'][number]>(areas: readonly Area[]): Area[] {
  const named = areas.filter(({ named }) => named)
  const withPosts = named.filter(({ count }) => count > 0)
  return withPosts.length > 0 ? withPosts : named
}

/** Metres within which posts are near a shop. */
const AROUND_METRES = 3000

export function postsAroundQuery(execute: ExecuteGraphql, { lat, lng }: Pick<Place, 'lat' | 'lng'>) {
  return queryOptions({
    queryKey: ['posts_around', lat, lng],
    queryFn: async ({ signal }) => {
      if (lat === null || lng === null) return []
      return (await getPostsAround(execute, { lat, lng, radius: AROUND_METRES }, { signal })).data.map(refOf)
    },
  })
}

/** '한식 · 300m · 망원동' of a shop in a row. */
export function shopFacts(shop: Shop, from?: Position | null): string {
  return factLine([
    kindLabel(shop),
    from && distanceLabel(metresBetween(from, shop)),
    shop.address && shortAddress(shop.address),
  ])
}

/** '한식', or if the kind is unknown the category in the public data: '베트남식 전문'. */
export function kindLabel({ kind, category }: Pick<Shop, 'kind' | 'category'>): string {
  return kind ? foodKinds[kind] : (category ?? '음식점')
}

const getSearchShops = graphql(/* GraphQL */ `
  query getSearchShops($keyword: String!, $lat: Float, $lng: Float, $around: Boolean) {
    getSearchShops(keyword: $keyword, lat: $lat, lng: $lng, around: $around) {
      ...ShopFields
      around { place food lat lng }
    }
  }
${shopFragment}`)

/** A shop that a keyword names, or one around the place that it names. */
export type FoundShop = ResultOf<typeof getSearchShops>[number]

export function searchShopsQuery(execute: ExecuteGraphql, asked: VariablesOf<typeof getSearchShops>) {
  return queryOptions({
    queryKey: ['search_shops', asked],
    queryFn: ({ signal }) => getSearchShops(execute, asked, { signal }),
    staleTime: 60_000,
  })
}

/** Number of posts from which a search shows no shops around its place. */
const ENOUGH_POSTS = 10

type Found = Pick<PostPage, 'meaning' | 'instead'> & { data: readonly unknown[] }

/** Whether a search found posts, not only those nearest to its place. */
export const hasFoundPosts = ({ data, instead }: Found) => data.length > 0 && !instead

const hasFew = ({ data, instead }: Found) => data.length < ENOUGH_POSTS || Boolean(instead)

type Limits = {
  near: Position | null | undefined
  /** Whether the posts are filtered. Shops have none of the data that filters use, so none are shown around a place. */
  isFiltered: boolean
}

/**
 * Arguments of the search for a keyword's shops; null if the keyword may neither name one nor ask for food at a place. A dish
 * alone asks for shops around `near`.
 */
export function shopSearchArguments(
  keyword: string,
  page: Found | undefined,
  { near, isFiltered }: Limits,
): VariablesOf<typeof getSearchShops> | null {
  const { meaning } = page ?? {}
  if (!page || !meaning) return null
  const around = hasFew(page) && !isFiltered
  const hasPlace = namesPlace(meaning)
  if (mayNameShop(meaning)) return { keyword, around }
  if (meaning.kind !== 'dish' || !around || (!hasPlace && !near)) return null
  return hasPlace ? { keyword, around } : { keyword, around, ...near }
}

const none: readonly FoundShop[] = []

export function useSearchShops(keyword: string, page: Found | undefined, limits: Limits): readonly FoundShop[] {
  const asked = shopSearchArguments(keyword, page, limits)
  const { data } = useQuery({ ...searchShopsQuery(useGraphql(), asked ?? { keyword }), enabled: asked !== null })
  return (asked && data) ?? none
}

function namesPlace({ areas, landmarks }: Meaning): boolean {
  return [...areas, ...landmarks].some(({ named }) => named)
}

/** Whether a keyword may be the name of a shop: it is no food, and more than an area or a landmark. */
export function mayNameShop(meaning: Pick<Meaning, 'kind' | 'otherWords'> | null | undefined): boolean {
  if (!meaning || meaning.kind === 'dish' || meaning.kind === 'any') return false
  return meaning.kind === 'text' || meaning.otherWords !== null
}

/** The place that a keyword asks for and nothing else, if it has few posts: its nearest shops are shown. */
export function placeWithFewPosts(page: Found | undefined): { name: string; position: Position } | null {
  if (!page?.meaning || page.meaning.otherWords !== null || !hasFew(page)) return null
  const { areas, landmarks } = page.meaning
  const [landmark] = landmarks.filter(({ named }) => named)
  const [area] = namedAreasToShow(areas)
  if (landmark && (page.meaning.kind === 'landmark' || !area)) return landmark
  return area ? { name: area.path.split('/').at(-1) ?? area.name, position: area.position } : null
}
