import { type DataOf, type ExecuteGraphql, graphql, request } from '../../graphql.ts'
import { matchRanges } from '../../kit/highlight.tsx'

/** A keyword to search for, or an area with its page. */
export type Suggestion =
  | { text: string; kind: 'recent' | 'title' | 'place' }
  | { text: string; kind: 'area'; path: string }

/** The most rows, and the most rows with recent searches while there is text. */
const MAX_SUGGESTIONS = 6
const MAX_RECENT = 2

/**
 * Suggestions for the text typed so far: recent searches, areas, then titles and places of found posts. Each contains
 * every word of the text and appears once. Without text only recent searches.
 */
export function suggestionsFor(typed: string, recent: readonly string[], { posts, areas }: Found): Suggestion[] {
  const words = typed.trim().split(/\s+/u).filter(Boolean)
  const isMeant = (text: string) => words.every((word) => matchRanges(text, word).length > 0)
  const earlier = recent.filter((text) => isMeant(text)).slice(0, words.length > 0 ? MAX_RECENT : MAX_SUGGESTIONS)
  const all: Suggestion[] = earlier.map((text) => ({ text, kind: 'recent' }))
  if (words.length > 0) {
    for (const { path } of areas) all.push({ text: path.replaceAll('/', ' '), kind: 'area', path })
    for (const { title, place_name } of posts) {
      all.push({ text: title, kind: 'title' })
      if (place_name) all.push({ text: place_name, kind: 'place' })
    }
  }
  const meant = all.filter(({ text, kind }) => isMeant(text) && (kind === 'area' || text !== typed.trim()))
  return meant
    .filter(({ text }, index) => meant.findIndex((one) => one.text === text) === index)
    .slice(0, MAX_SUGGESTIONS)
}

const suggestionsDocument = graphql(/* GraphQL */ `
  query getSuggestions($keyword: String!) {
    getSearchPosts(keyword: $keyword, filter: "popular") { data { title place_name } }
    suggestAreas(keyword: $keyword) { path }
  }
`)

/** What the server finds for a keyword. */
export type Found = {
  posts: readonly DataOf<typeof suggestionsDocument>['getSearchPosts']['data'][number][]
  areas: readonly DataOf<typeof suggestionsDocument>['suggestAreas'][number][]
}

/** Titles and places of the most liked posts that match the keyword, and areas of that name. */
export async function fetchSuggestions(execute: ExecuteGraphql, keyword: string, signal: AbortSignal): Promise<Found> {
  const { getSearchPosts, suggestAreas } = await request(execute, suggestionsDocument, { keyword }, { signal })
  return { posts: getSearchPosts.data, areas: suggestAreas }
}
