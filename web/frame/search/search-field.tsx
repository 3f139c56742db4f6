import Search from 'virtual:icon/search'
import X from 'virtual:icon/x'
import { useLocation, useNavigate } from '@tanstack/react-router'
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { paths } from '#rules/paths.ts'
import { searchLimits } from '#rules/search-limits.ts'
import { useOverlay } from '../../kit/overlays.ts'
import { useShowHead } from '../../posts/feed-title.ts'
import { rememberSearch } from '../../storage/recent-searches.ts'
import type { Suggestion } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Whether the field is open, and its text. Both are reset whenever the keyword in the address changes. */
export function useSearchField() {
  // The search page without a keyword also shows the field open.
  const keyword = useLocation({
    select: ({ pathname, search }) =>
      (search as { keyword?: string }).keyword ?? (pathname === paths.search ? '' : undefined),
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
  // Opened by a press, not by the address: Back closes it.
  useOverlay(open && keyword === undefined, toggle)
  return { open, text, setText, toggle, isAsked: keyword === '' }
}

/**
 * The search icon, the field it opens, and the suggestions. Without a script the field is always open (see frame.css).
 * Pressed before hydration, the icon submits the empty form, which leads to a page with the field open.
 */
export function SearchField({ open, text, setText, toggle, isAsked }: ReturnType<typeof useSearchField>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { suggestions, search, choose } = useSearch(input, text, setText)
  // Text typed before hydration is in the input but not in the state.
  useLayoutEffect(() => {
    if (input.current?.value) setText(input.current.value)
  }, [setText])
  useEffect(() => {
    if (isAsked) input.current?.focus()
  }, [isAsked])
  const { active, List } = suggestions
  // The search page lists recent searches itself.
  const list = isAsked && text.trim() === '' ? [] : suggestions.list
  const optionId = (index: number) => `${id}-${index}`
  const toggleAndFocus = () => {
    flushSync(toggle)
    suggestions.hide()
    if (open) opener.current?.focus()
    else input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Not `text`: text typed before hydration is only in the input.
    search(input.current?.value ?? '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOfList = list.length > 0 && suggestions.onKey(event)
    if (!isOfList && event.key === 'Escape') toggleAndFocus()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) suggestions.hide()
  }
  return (
    <>
      <search className={open ? 'search' : 'search search-closed'}>
        <form id={`${id}form`} action={paths.search} onSubmit={submit} onKeyDown={onKeyDown} onBlur={onBlur}>
          <Search className="icon" />
          <Combobox
            inputRef={input}
            listId={list.length > 0 ? id : undefined}
            activeId={active >= 0 ? optionId(active) : undefined}
            text={text}
            onText={setText}
            onUse={suggestions.show}
          />
          <input type="hidden" name="filter" value="latest" />
          <button type="button" className="icon-btn icon-btn-quiet" aria-label="검색창 닫기" onClick={toggleAndFocus}>
            <X className="icon" />
          </button>
          {List && list.length > 0 && (
            <List
              id={id}
              optionId={optionId}
              list={list}
              active={active}
              text={text}
              onActive={suggestions.setActive}
              onChoose={choose}
            />
          )}
        </form>
      </search>
      <Opener buttonRef={opener} open={open} formId={`${id}form`} onPress={toggleAndFocus} />
    </>
  )
}

/** Suggestions for the text, and what leads to results: a typed keyword, or a chosen suggestion. */
function useSearch(input: RefObject<HTMLInputElement | null>, text: string, setText: (text: string) => void) {
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
    if (suggestion.kind !== 'area') return search(suggestion.text)
    suggestions.hide()
    setText('')
    void navigate({ to: paths.area, params: { _splat: suggestion.path } })
  }
  const suggestions = useSuggestions(text, choose)
  return { suggestions, search, choose }
}

type OpenerProps = {
  buttonRef: RefObject<HTMLButtonElement | null>
  open: boolean
  formId: string
  onPress: () => void
}

/** The search icon. */
function Opener({ buttonRef, open, formId, onPress }: OpenerProps) {
  return (
    <button
      ref={buttonRef}
      type="submit"
      // Not part of the open form: Enter would press it.
      form={open ? undefined : formId}
      className="icon-btn search-opener"
      aria-label="검색창 열기"
      aria-expanded={open}
      hidden={open}
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      <Search className="icon icon-l" />
    </button>
  )
}

type ComboboxProps = {
  inputRef: RefObject<HTMLInputElement | null>
  /** Ids of the shown list and of its active row. */
  listId: string | undefined
  activeId: string | undefined
  text: string
  onText: (text: string) => void
  /** Called on focus, click and typing. */
  onUse: () => void
}

/** The input of the search field, in the combobox pattern (use-suggestions.ts). */
function Combobox({ inputRef, listId, activeId, text, onText, onUse }: ComboboxProps) {
  return (
    <input
      ref={inputRef}
      type="text"
      name="keyword"
      role="combobox"
      aria-label="검색어"
      aria-autocomplete="list"
      aria-expanded={listId !== undefined}
      aria-controls={listId}
      aria-activedescendant={activeId}
      placeholder="가게, 메뉴, 동네 검색"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={searchLimits.keyword}
      value={text}
      onChange={(event) => {
        onText(event.target.value)
        onUse()
      }}
      onFocus={onUse}
      onClick={onUse}
    />
  )
}

/** Leads to the results of a keyword without resetting the scroll position (P35). */
function useGoToResults(): (keyword: string) => void {
  const navigate = useNavigate()
  const showHead = useShowHead()
  return (keyword) => {
    showHead()
    void navigate({ to: paths.search, search: { keyword, filter: 'latest' }, resetScroll: false })
  }
}
