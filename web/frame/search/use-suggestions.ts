import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useGraphql } from '../../graphql.ts'
import { isComposing } from '../../kit/is-composing.ts'
import { useRecentSearches } from '../../storage/recent-searches.ts'
import type { Found, Suggestion } from './suggestions.ts'

/** Pause in typing before the server is asked, in milliseconds. */
const DEBOUNCE_MS = 200

/** Before the server has answered. */
const NOTHING_FOUND: Found = { keyword: '', posts: [], correction: null, dishes: [], areas: [], landmarks: [] }

const loadCode = () => import('./suggestion-code.ts')

/** By the combobox pattern (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
export function useSuggestions(text: string, onChoose: (suggestion: Suggestion) => void) {
  const [isWanted, setWanted] = useState(false)
  const [active, setActive] = useState(-1)
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadCode>>>()
  const execute = useGraphql()
  const rested = useDebounced(text.trim())
  const keyword = isWanted ? rested : ''
  const { data = NOTHING_FOUND } = useQuery({
    queryKey: ['suggestions', keyword],
    queryFn: async ({ signal }) => (await loadCode()).fetchSuggestions(execute, keyword, signal),
    enabled: keyword !== '',
    // Optional help: late or failed suggestions are not worth a retry.
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const recent = useRecentSearches() ?? []
  const list: Suggestion[] = isWanted && code ? code.suggestionsFor(text, recent, data) : []

  const show = () => {
    setWanted(true)
    setActive(-1)
    void loadCode().then(setCode, () => {})
  }
  const hide = () => {
    setWanted(false)
    setActive(-1)
  }
  const move = (by: number) => {
    // One position more than rows, for the field itself.
    const positions = list.length + 1
    setActive(((active + 1 + by + positions) % positions) - 1)
  }
  /** Handles a key of the list; returns whether it was one. */
  const onKey = (event: KeyboardEvent): boolean => {
    const chosen = list[active]
    if (isComposing(event) || list.length === 0) return false
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') hide()
    else if (event.key === 'Enter' && chosen) onChoose(chosen)
    else return false
    event.preventDefault()
    return true
  }
  return { List: code?.SuggestionList, list, active, setActive, show, hide, onKey }
}

/** The text, updated after each pause in typing. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
