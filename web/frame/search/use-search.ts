import { useLocation, useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { useOverlay } from '../../kit/overlays.ts'
import { useShowHead } from '../../posts/lists/list-head.ts'
import { rememberSearch } from '../../storage/recent-searches.ts'
import type { Suggestion } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Whether the field is open, and its text. Both are reset whenever the keyword in the URL changes. */
export function useSearchField() {
  // The search page without a keyword also shows the field open. The map has a field of its own for its keyword.
  const keyword = useLocation({
    select: ({ pathname, search }) => {
      if (pathname === paths.map) return undefined
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
  // Opened by a press, not by the URL: Back closes it.
  useOverlay(open && keyword === undefined, toggle)
  return { open, text, setText, toggle, isAsked: keyword === '' }
}

/** Suggestions for the text, and what leads to results: a typed keyword, or a chosen suggestion. */
export function useSearch(
  input: RefObject<HTMLInputElement | null>,
  { open, text, setText, toggle }: Pick<ReturnType<typeof useSearchField>, 'open' | 'text' | 'setText' | 'toggle'>,
) {
  const goToResults = useGoToResults()
  const navigate = useNavigate()
  const search = (typed: string) => {
    const keyword = typed.trim()
    if (!keyword) return
    suggestions.hide()
    rememberSearch(keyword)
    setText(keyword)
    // A phone's keyboard would cover the results.
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur()
    goToResults(keyword)
  }
  const choose = (suggestion: Suggestion) => {
    if (suggestion.kind !== 'area' && suggestion.kind !== 'landmark') return search(suggestion.text)
    suggestions.hide()
    // Leaving the page would close it too, but the place may be the one that is shown.
    if (open) toggle()
    if (suggestion.kind === 'landmark') void navigate({ to: paths.home, search: suggestion.search })
    else void navigate({ to: paths.area, params: { _splat: suggestion.path } })
  }
  const suggestions = useSuggestions(text, choose)
  return { suggestions, search, choose }
}

/** Leads to the results of a keyword without resetting the scroll position. */
function useGoToResults(): (keyword: string) => void {
  const navigate = useNavigate()
  const showHead = useShowHead()
  return (keyword) => {
    showHead()
    void navigate({ to: paths.search, search: { keyword }, resetScroll: false })
  }
}
