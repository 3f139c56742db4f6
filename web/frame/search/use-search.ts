import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { useOverlay } from '../../kit/overlays.ts'
import { useScrollToListHead } from '../../posts/lists/list-head.ts'
import { useStored } from '../../storage/browser-storage.ts'
import { SEEN_PLACES_KEY, useRecentSearches } from '../../storage/remembered.ts'
import type { Suggestion } from './suggestions.tsx'

/** State of the search field in the top bar. It is reset whenever the keyword in the URL changes. */
export function useSearchField() {
  // The search page without a keyword also shows the field open. The map and 내 맛집 have fields of their own.
  const keyword = useLocation({
    select: ({ pathname, search }) => {
      if (pathname === paths.map || pathname === paths.me) return undefined
      return (search as { keyword?: string }).keyword ?? (pathname === paths.search ? '' : undefined)
    },
  })
  const [seen, setSeen] = useState(keyword)
  const [open, setOpen] = useState(keyword !== undefined)
  const [text, setText] = useState(keyword ?? '')
  if (seen !== keyword) {
    setSeen(keyword)
    setOpen(keyword !== undefined)
    setText(keyword ?? '')
  }
  const toggle = () => {
    setOpen(!open)
    setText('')
  }
  useOverlay(open && keyword === undefined, toggle)
  return { open, text, setText, toggle, isAsked: keyword === '' }
}

export function useGoToResults(): (keyword: string) => void {
  const navigate = useNavigate()
  const showHead = useScrollToListHead()
  return (keyword) => {
    showHead()
    void navigate({ to: paths.search, search: { keyword }, resetScroll: false })
  }
}

/** Pause in typing before the server is asked, in milliseconds. */
const DEBOUNCE_MS = 200

const loadCode = () => import('./suggestions.tsx')

/** Suggestions for the text of a field, by the combobox pattern (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
export function useSuggestions(text: string, onChoose: (suggestion: Suggestion) => void, offersSeenPlaces = false) {
  const [isWanted, setWanted] = useState(false)
  const [active, setActive] = useState(-1)
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadCode>>>()
  const execute = useGraphql()
  const rested = useDebounced(text.trim())
  const keyword = isWanted ? rested : ''
  const stored = useStored(SEEN_PLACES_KEY)
  const seen = (offersSeenPlaces && keyword === '' && stored) || null
  const { data } = useQuery({
    queryKey: ['suggestions', keyword, seen],
    queryFn: async ({ signal }) => (await loadCode()).fetchSuggestions(execute, keyword, signal),
    enabled: keyword !== '' || (isWanted && seen !== null),
    // Optional help: late or failed suggestions are not worth a retry.
    retry: false,
    gcTime: 60_000,
    // While there is no text, an earlier response could show places that another person saw on this device.
    placeholderData: keyword === '' ? undefined : keepPreviousData,
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
  const onKey = (event: KeyboardEvent): boolean => {
    const chosen = list[active]
    if (list.length === 0) return false
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

function useDebounced(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
