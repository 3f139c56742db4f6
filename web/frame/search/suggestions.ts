import { type DataOf, type ExecuteGraphql, graphql, request } from '../../graphql.ts'
import { matchRanges } from '../../kit/match-ranges.ts'

export type Suggestion = { text: string; kind: 'recent' | 'title' | 'place' }

/** The most rows, and the most rows with recent searches while there is text. */
const MAX_SUGGESTIONS = 6
const MAX_RECENT = 2

/**
 * Suggestions for the text typed so far: recent searches, then titles and places of found posts. Each contains every
 * word of the text and appears once. Without text only recent searches.
 */
export function suggestionsFor(
  typed: string,
  recent: readonly string[],
  posts: readonly SuggestedPost[],
): Suggestion[] {
  const words = typed.trim().split(/\s+/u).filter(Boolean)
  const isMeant = (text: string) => words.every((word) => matchRanges(text, word).length > 0)
  const earlier = recent.filter((text) => isMeant(text)).slice(0, words.length > 0 ? MAX_RECENT : MAX_SUGGESTIONS)
  const all: Suggestion[] = earlier.map((text) => ({ text, kind: 'recent' }))
  if (words.length > 0) {
    for (const { title, place_name } of posts) {
      all.push({ text: title, kind: 'title' })
      if (place_name) all.push({ text: place_name, kind: 'place' })
    }
  }
  const meant = all.filter(({ text }) => isMeant(text) && text !== typed.trim())
  return meant
    .filter(({ text }, index) => meant.findIndex((one) => one.text === text) === index)
    .slice(0, MAX_SUGGESTIONS)
}

const suggestionsDocument = graphql(/* GraphQL */ `
  query getSuggestions($keyword: String!) {
    getSearchPosts(keyword: $keyword, filter: "popular") { data { title place_name } }
  }
`)

type SuggestedPost = DataOf<typeof suggestionsDocument>['getSearchPosts']['data'][number]

/** Titles and places of the most liked posts that match the keyword. */
export async function fetchSuggestions(execute: ExecuteGraphql, keyword: string, signal: AbortSignal) {
  return (await request(execute, suggestionsDocument, { keyword }, { signal })).getSearchPosts.data
}
