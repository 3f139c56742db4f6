import { queryOptions } from '@tanstack/react-query'
import type { SearchPlacesQuery } from '#contract/operations.gen.ts'
import { initialOf, isInitial } from '#rules/hangul.ts'
import { cleanLine } from '#rules/text.ts'
import { type ExecuteGraphql, retryOnce } from '../../graphql.ts'
import { searchPlaces, suggestPlaces } from '../../map/place-queries.ts'
import { fetchArea } from '../../posts/get-area.ts'
import type { RouterContext } from '../../router-context.ts'

/** Most areas of one name: '중구' is in six cities. */
export const MOST_AREAS = 6

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

type Place = Pick<SearchPlacesQuery['searchPlaces'][number], 'place_name' | 'address_name' | 'precision' | 'position'>

/** Endings of areas that people leave out: '마포' is 마포구. */
const AREA_ENDING = /(특별자치시|특별자치도|특별시|광역시|[시도군구읍면동])$/

/** Shortest name without its ending: with one syllable, nearly every keyword would be a name. */
const SHORTEST = 2

/** Fewest initial consonants that name a place: two fit dozens of stations. */
const FEWEST_INITIALS = 3

type Named<Found> = {
  areas: readonly Found[]
  /** A station, market or sight. */
  place: Found | undefined
}

/** What a keyword names, as paths of areas and as a position. */
export function namedBy(keyword: string, places: readonly Place[]) {
  const { areas, place } = placesNamedBy(keyword, places)
  return {
    areas: areas.map(({ address_name }) => address_name.replaceAll(' ', '/')),
    place: place ? { name: place.place_name, position: place.position } : null,
  }
}

/**
 * Of the places found for a keyword, those that it names: areas whose name is its last word, with or without the ending,
 * and the first other place. An area with exactly that name excludes those that match only without an ending. Initial
 * consonants (초성) name what has them all.
 */
export function placesNamedBy<Found extends Place>(keyword: string, places: readonly Found[]): Named<Found> {
  const word = keyword.slice(keyword.lastIndexOf(' ') + 1)
  if ([...word].every(isInitial)) return namedByInitials(word, places)
  const areas = places.filter(({ precision }) => precision !== null)
  const whole = areas.filter(({ place_name }) => place_name === word)
  const meant = whole.length > 0 ? whole : areas.filter(({ place_name }) => isShortArea(word, place_name))
  // 중구 is no short name of 중구청역.
  const isMeant = (name: string) =>
    [keyword, word, `${word}역`].includes(name) || (!whole[0] && isShortStation(word, name))
  const place = places.find(({ precision, place_name }) => precision === null && isMeant(place_name))
  return { areas: meant, place }
}

/** 'ㅎㄷㅇㄱ' is 홍대입구역, 'ㅁㅇㄷ' is 망원동. */
function namedByInitials<Found extends Place>(word: string, places: readonly Found[]): Named<Found> {
  if (word.length < FEWEST_INITIALS) return { areas: [], place: undefined }
  const named = places.filter(({ place_name, precision }) => {
    const initials = [...place_name].map(initialOf).join('')
    return initials === word || (precision === null && place_name.endsWith('역') && initials === `${word}ㅇ`)
  })
  const areas = named.filter(({ precision }) => precision !== null)
  return { areas, place: named.find(({ precision }) => precision === null) }
}

function isShortArea(word: string, name: string): boolean {
  return word.length >= SHORTEST && name.replace(AREA_ENDING, '') === word
}

/** '홍대' means 홍대입구역. */
function isShortStation(word: string, name: string): boolean {
  return word.length >= SHORTEST && name.startsWith(word) && name.endsWith('역')
}
