import { type DataOf, type ExecuteGraphql, graphql, request } from '../../graphql.ts'
import { matchRanges } from '../../kit/highlight.tsx'
import { landmarkLabel, nearLandmark } from '../../places/landmarks.ts'
import type { ListSearch } from '../../posts/lists/list-search.ts'

/** A keyword to search for, an area with its page, or a landmark with its kind and area and the list of posts near it. */
export type Suggestion =
  | { text: string; kind: 'recent' | 'title' | 'place' }
  | { text: string; kind: 'area'; path: string }
  | { text: string; kind: 'landmark'; label: string; search: ListSearch }

/** The most rows, and the most rows with recent searches while there is text. */
const MAX_SUGGESTIONS = 6
const MAX_RECENT = 2

/** The most areas and the most landmarks if there are both. */
const MAX_OF_BOTH = 2

/**
 * Suggestions for the text typed so far: recent searches, areas, landmarks, then titles and places of found posts. Each
 * contains every word of the text, or is a landmark that the text names ('홍대'), and appears once. Without text only recent
 * searches.
 */
export function suggestionsFor(typed: string, recent: readonly string[], found: Found): Suggestion[] {
  const words = typed.trim().split(/\s+/u).filter(Boolean)
  const isMeant = (text: string) => words.every((word) => matchRanges(text, word).length > 0)
  const earlier = recent.filter((text) => isMeant(text)).slice(0, words.length > 0 ? MAX_RECENT : MAX_SUGGESTIONS)
  const all: Suggestion[] = earlier.map((text) => ({ text, kind: 'recent' }))
  if (words.length > 0) {
    all.push(...placesOf(found, isMeant, typed.trim()))
    for (const { title, place_name } of found.posts) {
      all.push({ text: title, kind: 'title' })
      if (place_name) all.push({ text: place_name, kind: 'place' })
    }
  }
  const meant = all.filter(({ text, kind }) => isPlace(kind) || (isMeant(text) && text !== typed.trim()))
  const nameOf = (one: Suggestion) => (one.kind === 'landmark' ? `${one.text} ${one.label}` : one.text)
  return meant
    .filter((one, index) => meant.findIndex((other) => nameOf(other) === nameOf(one)) === index)
    .slice(0, MAX_SUGGESTIONS)
}

function isPlace(kind: Suggestion['kind']): boolean {
  return kind === 'area' || kind === 'landmark'
}

/** An answer for an earlier text may still be shown, so what it names is not what the text names. */
function placesOf(found: Found, isMeant: (text: string) => boolean, typed: string): Suggestion[] {
  const areas = found.areas
    .map(({ path }) => ({ text: path.replaceAll('/', ' '), kind: 'area' as const, path }))
    .filter(({ text }) => isMeant(text))
  const landmarks = found.landmarks
    .filter(({ name, named }) => isMeant(name) || (named && typed === found.keyword))
    .map((one) => ({
      text: one.name,
      kind: 'landmark' as const,
      label: landmarkLabel(one),
      search: nearLandmark(one),
    }))
  if (areas.length === 0 || landmarks.length === 0) return [...areas, ...landmarks]
  return [...areas.slice(0, MAX_OF_BOTH), ...landmarks.slice(0, MAX_OF_BOTH)]
}

const suggestionsDocument = graphql(/* GraphQL */ `
  query getSuggestions($keyword: String!) {
    getSearchPosts(keyword: $keyword, filter: "popular") { data { title place_name } }
    suggestAreas(keyword: $keyword) { path }
    suggestLandmarks(keyword: $keyword) { name kind area position { lat lng } named }
  }
`)

/** What the server finds for a keyword. */
export type Found = {
  keyword: string
  posts: readonly DataOf<typeof suggestionsDocument>['getSearchPosts']['data'][number][]
  areas: readonly DataOf<typeof suggestionsDocument>['suggestAreas'][number][]
  landmarks: readonly DataOf<typeof suggestionsDocument>['suggestLandmarks'][number][]
}

/** Titles and places of the most liked posts that match the keyword, and areas and landmarks of that name. */
export async function fetchSuggestions(execute: ExecuteGraphql, keyword: string, signal: AbortSignal): Promise<Found> {
  const found = await request(execute, suggestionsDocument, { keyword }, { signal })
  return { keyword, posts: found.getSearchPosts.data, areas: found.suggestAreas, landmarks: found.suggestLandmarks }
}
