import { queryOptions } from '@tanstack/react-query'
import { MOST_AREAS, namedBy } from '#rules/named-places.ts'
import { cleanLine } from '#rules/text.ts'
import { type ExecuteGraphql, retryOnce } from '../../graphql.ts'
import { searchPlaces, suggestPlaces } from '../../map/place-queries.ts'
import { fetchArea } from '../../places/area-query.ts'
import type { RouterContext } from '../../router-context.ts'

const TEN_MINUTES = 600_000

type Landmark = { name: string; position: { lat: number; lng: number } }

/** What to offer for a keyword without posts. */
export type SearchHints = {
  /** Areas of that name, those with most posts first. `name` is the whole name: '서울 마포구 망원동'. */
  areas: { name: string; path: string; count: number }[]
  /** A station, market or sight of that name. */
  place: Landmark | null
  /** Other keywords that are spelt nearly the same, if the keyword names no place. */
  suggestions: string[]
}

/** The hints for a keyword; used only after its search found nothing. */
export function hintsQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['search_hints', keyword],
    queryFn: ({ signal }) => findHints(execute, cleanLine(keyword), signal),
    staleTime: TEN_MINUTES,
    retry: retryOnce,
  })
}

/** Loads the hints for the page; after a failure the page is shown without them. */
export async function loadHints({ queryClient, graphql }: RouterContext, keyword: string): Promise<SearchHints | null> {
  return queryClient.ensureQueryData(hintsQuery(graphql, keyword)).catch(() => null)
}

async function findHints(execute: ExecuteGraphql, keyword: string, signal: AbortSignal): Promise<SearchHints> {
  for (const name of possibleNames(keyword)) {
    const { areas, place } = namedBy(name, await searchPlaces(execute, { keyword: name }))
    if (areas.length === 0 && !place) continue
    const found = await Promise.all(areas.slice(0, MOST_AREAS).map((path) => knownArea(execute, path, signal)))
    const known = [...new Map(found.flat().map((area) => [area.path, area])).values()]
    const filled = known.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
    // An area without posts is offered only if there is nothing else.
    const offered = filled.length > 0 || place ? filled : known
    if (offered.length > 0 || place) return { areas: offered, place, suggestions: [] }
  }
  const names = await suggestPlaces(execute, keyword)
  return { areas: [], place: null, suggestions: names.filter((name) => name !== keyword) }
}

/** The keyword, and the keyword without its last word: '망원동 파스타' begins with the name of an area. */
function possibleNames(keyword: string): string[] {
  const end = keyword.lastIndexOf(' ')
  return end === -1 ? [keyword] : [keyword, keyword.slice(0, end)]
}

/** The area with its page's name and count; empty if it has no page. */
async function knownArea(execute: ExecuteGraphql, path: string, signal: AbortSignal): Promise<SearchHints['areas']> {
  const area = await fetchArea(execute, path, signal).catch(() => null)
  if (!area) return []
  return [{ name: [...area.around, area].map(({ name }) => name).join(' '), path: area.path, count: area.count }]
}
