import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql, type VariablesOf } from '../graphql.ts'
import type { PostPage } from '../posts/queries/list-query.ts'
import type { Meaning } from '../posts/queries/posts-query.ts'
import { shopFields, shownAreas } from './shops.ts'

const getSearchShops = graphql(/* GraphQL */ `
  query getSearchShops($keyword: String!, $lat: Float, $lng: Float, $around: Boolean) {
    getSearchShops(keyword: $keyword, lat: $lat, lng: $lng, around: $around) {
      ...ShopFields
      around { place food lat lng }
    }
  }
${shopFields}`)

/** A shop that a keyword names, or one around the place that it names. */
export type FoundShop = ResultOf<typeof getSearchShops>[number]

export function searchShopsQuery(execute: ExecuteGraphql, asked: VariablesOf<typeof getSearchShops>) {
  return queryOptions({
    queryKey: ['search_shops', asked],
    queryFn: ({ signal }) => getSearchShops(execute, asked, { signal }),
    staleTime: 60_000,
  })
}

/** With so many posts a search needs no shops around its place. */
const ENOUGH_POSTS = 10

type Found = Pick<PostPage, 'meaning' | 'instead'> & { data: readonly unknown[] }

/** Whether a search found posts, not only those nearest to its place. */
export const hasFound = ({ data, instead }: Found) => data.length > 0 && !instead

const hasFew = ({ data, instead }: Found) => data.length < ENOUGH_POSTS || Boolean(instead)

type Limits = {
  near: Position | null | undefined
  /** Public data do not tell what posts are filtered by. */
  isFiltered: boolean
}

/**
 * What to ask about the shops of a keyword; null if it may neither name one nor ask for food at a place. A dish alone asks
 * for those around a position.
 */
export function askedShops(
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
  const asked = askedShops(keyword, page, limits)
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
  const [area] = shownAreas(areas)
  if (landmark && (page.meaning.kind === 'landmark' || !area)) return landmark
  return area ? { name: area.path.split('/').at(-1) ?? area.name, position: area.position } : null
}
