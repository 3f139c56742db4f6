import type { LinkProps } from '@tanstack/react-router'
import { keystrokesOf } from '#rules/hangul.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql, type ResultOf } from '../../graphql.ts'
import { History, MapPin, MapPinned, Search, Utensils } from '../../kit/icons.gen.ts'
import { landmarkLabel, nearLandmarkParams } from '../../places/landmarks.ts'
import { fetchSeenPosts } from '../../posts/queries/seen-query.ts'
import { forgetSearches, forgetSeenPlaces } from '../../storage/remembered.ts'
import { getSeenPlaces } from '../../storage/seen-places.ts'
import { Highlight, matchRanges } from './highlight.tsx'

/** A keyword to search for (`near`: for something at a place), a place, or a page that was opened lately. */
export type Suggestion =
  | { text: string; kind: 'recent' | 'correction' | 'near' | 'dish' | 'title' | 'place' }
  | SuggestedPlace
  | SeenPage

/** The page of a post or of a place. */
export type SeenPage = { text: string; kind: 'seen'; link: LinkProps }

/** An area, whose `link` leads to its page, or a landmark, whose `link` leads to the posts around it. */
export type SuggestedPlace = { text: string; position: Position; link: LinkProps } & (
  | { kind: 'area'; precision: FoundSuggestions['areas'][number]['precision'] }
  | { kind: 'landmark'; label: string }
)

/** Maximum number of rows, and of recent searches among them while there is text. */
const MAX_SUGGESTIONS = 6
const MAX_RECENT = 2

/** Maximum number of recent searches, and of seen places, while there are both and no text. */
const MAX_OF_EACH = 4

/** Maximum number of areas, and of landmarks, if there are both. */
const MAX_OF_BOTH = 2

const nothingFound: FoundSuggestions = {
  keyword: '',
  posts: [],
  correction: null,
  otherWords: null,
  dishes: [],
  areas: [],
  landmarks: [],
  seen: [],
}

/**
 * Suggestions in their order: recent searches, seen pages while there is no text, then corrections, areas, landmarks, food,
 * titles and places of posts; each once.
 */
export function suggestionsFor(typed: string, recent: readonly string[], found = nothingFound): Suggestion[] {
  const text = typed.trim()
  const words = text.split(/\s+/u).filter(Boolean)
  const isMeant = hasWords(words)
  const seen = words.length > 0 ? [] : found.seen.slice(0, MAX_OF_EACH)
  const most = words.length > 0 ? MAX_RECENT : seen.length > 0 ? MAX_OF_EACH : MAX_SUGGESTIONS
  const earlier = recent.filter((one) => isMeant(one)).slice(0, most)
  const all: Suggestion[] = [...earlier.map((one) => ({ text: one, kind: 'recent' as const })), ...seen]
  if (words.length > 0) {
    const some = suggested(found)
    // `found` may belong to an earlier text, and its posts may match by their contents only.
    const fitting = some.filter((one) => isMeant(one.text) || (text === found.keyword && isOfKeyword(one)))
    const isOnlyOfContents = text === found.keyword && fitting.length === 0
    all.push(...(isOnlyOfContents ? some : fitting))
  }
  // A recent search may read like the name of a seen place or a landmark: both are shown.
  const nameOf = (one: Suggestion) =>
    one.kind === 'landmark' || one.kind === 'seen' ? `${one.text} ${labelOf(one)}` : one.text
  return all
    .filter((one) => one.text !== text || one.kind === 'area' || one.kind === 'landmark')
    .filter((one, index, list) => list.findIndex((other) => nameOf(other) === nameOf(one)) === index)
    .slice(0, seen.length > 0 ? 2 * MAX_OF_EACH : MAX_SUGGESTIONS)
}

/** Whether a suggestion is a meaning of the keyword, not the title or place of a post. */
function isOfKeyword({ kind }: Suggestion): boolean {
  return kind !== 'title' && kind !== 'place'
}

function hasWords(words: readonly string[]): (text: string) => boolean {
  const keys = words.map((word) => keystrokesOf(word.toLowerCase()))
  return (text) => {
    const own = keystrokesOf(text.toLowerCase().replaceAll(' ', ''))
    return words.every((word, index) => own.includes(keys[index] ?? '') || matchRanges(text, word).length > 0)
  }
}

function suggested({ correction, otherWords, areas, landmarks, dishes, posts }: FoundSuggestions): Suggestion[] {
  const offered: Suggestion[] = areas
    .filter(({ count, named }) => named || count > 0)
    .map(({ path, position, precision }) => ({
      text: path.replaceAll('/', ' '),
      kind: 'area' as const,
      link: { to: paths.area, params: { _splat: path } },
      position,
      precision,
    }))
  const near: Suggestion[] = landmarks.map((one) => ({
    text: one.name,
    kind: 'landmark' as const,
    label: landmarkLabel(one),
    position: one.position,
    link: { to: paths.home, search: nearLandmarkParams(one) },
  }))
  const most = offered.length > 0 && near.length > 0 ? MAX_OF_BOTH : MAX_SUGGESTIONS
  const places = [...offered.slice(0, most), ...near.slice(0, most)]
  const isPlace = places.some(({ text }) => text.split(' ').at(-1) === correction)
  return [
    ...(correction && !isPlace ? [{ text: correction, kind: 'correction' as const }] : []),
    // The place alone would lose the food of '강남에서 파스타'.
    ...places.map((place) => (otherWords ? { text: `${place.text} ${otherWords}`, kind: 'near' as const } : place)),
    ...dishes.map((dish) => ({ text: dish, kind: 'dish' as const })),
    ...posts.flatMap(({ title, place_name }): Suggestion[] => [
      { text: title, kind: 'title' },
      ...(place_name ? [{ text: place_name, kind: 'place' as const }] : []),
    ]),
  ]
}

const getSuggestions = graphql(/* GraphQL */ `
  query getSuggestions($keyword: String!) {
    getSearchPosts(keyword: $keyword) {
      data { title place_name }
      instead { name }
      meaning {
        correction otherWords dishes
        areas { path count named position { lat lng } precision }
        landmarks { name kind area position { lat lng } named }
      }
    }
  }
`)

export type FoundSuggestions = {
  keyword: string
  posts: readonly Answer['data'][number][]
  seen: readonly SeenPage[]
} & Pick<NonNullable<Answer['meaning']>, 'correction' | 'otherWords' | 'dishes' | 'areas' | 'landmarks'>

type Answer = ResultOf<typeof getSuggestions>

/** The meanings of a keyword, and titles and places of the posts that match it best; for '' the places seen lately. */
export async function fetchSuggestions(
  execute: ExecuteGraphql,
  keyword: string,
  signal: AbortSignal,
): Promise<FoundSuggestions> {
  if (keyword === '') return { ...nothingFound, seen: await fetchSeen(execute, signal) }
  const { data, instead, meaning } = await getSuggestions(execute, { keyword }, { signal })
  return { ...nothingFound, ...meaning, keyword, posts: instead ? [] : data }
}

async function fetchSeen(execute: ExecuteGraphql, signal: AbortSignal): Promise<SeenPage[]> {
  const seen = getSeenPlaces()
  const posts = await fetchSeenPosts(execute, seen, signal)
  return seen.flatMap(({ post: id, shop }): SeenPage[] => {
    if (shop) return [{ text: shop.name, kind: 'seen', link: { to: paths.place, params: { id: shop.id } } }]
    const post = posts.find((one) => one.id === id)
    return post ? [{ text: post.title, kind: 'seen', link: { to: paths.post, params: { id: post.id } } }] : []
  })
}

const kinds = {
  recent: { label: '최근', Icon: History },
  correction: { label: '제안', Icon: Search },
  near: { label: '근처', Icon: MapPin },
  dish: { label: '메뉴', Icon: Search },
  area: { label: '지역', Icon: MapPin },
  landmark: { label: '', Icon: MapPinned },
  seen: { label: '본 곳', Icon: Utensils },
  title: { label: '글', Icon: Search },
  place: { label: '장소', Icon: Search },
} as const

type SuggestionListProps = {
  id: string
  optionId: (index: number) => string
  list: readonly Suggestion[]
  active: number
  text: string
  onActive: (index: number) => void
  onChoose: (suggestion: Suggestion) => void
}

export function SuggestionList({ id, optionId, list, active, text, onActive, onChoose }: SuggestionListProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press would take the focus from the field and close the list
    <div className="suggest" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label="검색어 제안">
        {list.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the keyboard and names the active row
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={`${suggestion.text} ${labelOf(suggestion)}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            className="suggest-row"
            onPointerMove={() => index === active || onActive(index)}
            onClick={() => onChoose(suggestion)}
          >
            <Row suggestion={suggestion} typed={text} />
          </div>
        ))}
      </div>
      <Forget list={list} />
    </div>
  )
}

function Forget({ list }: Pick<SuggestionListProps, 'list'>) {
  const hasSeen = list.some(({ kind }) => kind === 'seen')
  if (!hasSeen && !list.some(({ kind }) => kind === 'recent')) return null
  const forget = () => {
    forgetSearches()
    if (hasSeen) forgetSeenPlaces()
  }
  return (
    <button type="button" className="suggest-forget" onClick={forget}>
      {hasSeen ? '최근 기록 지우기' : '최근 검색어 지우기'}
    </button>
  )
}

function labelOf(suggestion: Suggestion): string {
  return suggestion.kind === 'landmark' ? suggestion.label : kinds[suggestion.kind].label
}

function Row({ suggestion, typed }: { suggestion: Suggestion; typed: string }) {
  const { kind, text } = suggestion
  const { Icon } = kinds[kind]
  return (
    <>
      <Icon className="icon" />
      <span className="suggest-text">
        <Highlight text={text} keyword={typed} />
      </span>
      <small>{labelOf(suggestion)}</small>
    </>
  )
}
