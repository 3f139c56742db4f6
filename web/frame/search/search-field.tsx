import { useNavigate } from '@tanstack/react-router'
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
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
import { isComposing } from '../../kit/is-composing.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { rememberSearch } from '../../storage/remembered.ts'
import type { SeenPage, SuggestedPlace, Suggestion } from './suggestions.tsx'
import { useGoToResults, type useSearchField, useSuggestions } from './use-search.ts'

/**
 * The search icon, its field, and the suggestions. Without a script the field is always open (frame.css); pressed
 * before hydration, the icon submits the empty form, which leads to a page with the field open.
 */
export function SearchField({ open, text, setText, toggle, isAsked }: ReturnType<typeof useSearchField>) {
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const goToResults = useGoToResults()
  const navigate = useNavigate()
  useEffect(() => {
    if (isAsked) input.current?.focus()
  }, [isAsked])
  const toggleAndFocus = () => {
    flushSync(toggle)
    if (open) opener.current?.focus()
    else input.current?.focus()
  }
  return (
    <>
      <search className={open ? 'search' : 'search search-closed'}>
        <SuggestingForm
          id={formId}
          action={paths.search}
          inputRef={input}
          label="검색어"
          placeholder="가게, 메뉴, 동네 검색"
          text={text}
          onText={setText}
          // The search page lists recent searches itself.
          needsText={isAsked}
          onSearch={(keyword) => keyword && goToResults(keyword)}
          onPlace={(place) => {
            // Another page would close the field too, but the chosen place may be the page that is shown.
            if (open) toggle()
            void navigate(place.link)
          }}
          hasSeen
          onEscape={toggleAndFocus}
        >
          <button type="button" className="icon-btn icon-btn-quiet" aria-label="검색창 닫기" onClick={toggleAndFocus}>
            <PageIcon name="x" />
          </button>
        </SuggestingForm>
      </search>
      <button
        ref={opener}
        type="submit"
        // Outside the open form, where Enter would press it.
        form={open ? undefined : formId}
        className="icon-btn search-opener"
        aria-label="검색창 열기"
        aria-expanded={open}
        hidden={open}
        onClick={(event) => {
          event.preventDefault()
          toggleAndFocus()
        }}
      >
        <PageIcon name="search" className="icon icon-l" />
      </button>
    </>
  )
}

type SuggestingFormProps = {
  id?: string
  action: string
  inputRef: RefObject<HTMLInputElement | null>
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  /** Without text it suggests nothing, not even recent searches. */
  needsText?: boolean
  onSearch: (keyword: string) => void
  onPlace: (place: SuggestedPlace | SeenPage) => void
  /** Whether places seen lately are suggested while there is no text. */
  hasSeen?: boolean
  onEscape?: () => void
  children: ReactNode
}

/** A search form whose field suggests keywords and places, in the combobox pattern (use-search.ts). */
export function SuggestingForm(props: SuggestingFormProps) {
  const { id: formId, action, inputRef, label, placeholder, text, onText, needsText = false, children } = props
  const id = useId()
  const hideKeyboard = () => {
    // A phone's keyboard would cover the results.
    if (matchMedia('(pointer: coarse)').matches) inputRef.current?.blur()
  }
  const search = (typed: string) => {
    const keyword = typed.trim()
    suggestions.hide()
    if (keyword) rememberSearch(keyword)
    onText(keyword)
    hideKeyboard()
    props.onSearch(keyword)
  }
  const choose = (suggestion: Suggestion) => {
    if (!('link' in suggestion)) return search(suggestion.text)
    suggestions.hide()
    hideKeyboard()
    props.onPlace(suggestion)
  }
  const suggestions = useSuggestions(text, choose, props.hasSeen)
  useLayoutEffect(() => {
    if (inputRef.current?.value) onText(inputRef.current.value)
  }, [inputRef, onText])
  const { active, List } = suggestions
  const list = needsText && text.trim() === '' ? [] : suggestions.list
  const isOpen = list.length > 0
  const optionId = (index: number) => `${id}-${index}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Not `text`: text typed before hydration is only in the input.
    search(inputRef.current?.value ?? '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const isOfList = isOpen && suggestions.onKey(event)
    if (!isOfList && event.key === 'Escape') props.onEscape?.()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) suggestions.hide()
  }
  return (
    <form id={formId} action={action} onSubmit={submit} onKeyDown={onKeyDown} onBlur={onBlur}>
      <PageIcon name="search" />
      <input
        ref={inputRef}
        type="text"
        name="keyword"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={searchLimits.keyword}
        value={text}
        onChange={({ target }) => {
          onText(target.value)
          suggestions.show()
        }}
        onFocus={suggestions.show}
        onClick={suggestions.show}
      />
      {children}
      {List && isOpen && (
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
      <SuggestionCount list={list} />
    </form>
  )
}

const ANNOUNCEMENT_DELAY_MS = 600

/** Announces to screen readers how many suggestions there are, and again when they are others. */
function SuggestionCount({ list }: { list: readonly { text: string }[] }) {
  const [said, setSaid] = useState('')
  const texts = list.map(({ text }) => text).join()
  const sentence = list.length > 0 ? `추천 ${list.length}개` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: other suggestions of the same number are announced too
  useEffect(() => {
    // Screen readers announce only changed text, so a repeated sentence gets an invisible space.
    const timer = setTimeout(setSaid, ANNOUNCEMENT_DELAY_MS, (before: string) =>
      before === sentence && sentence !== '' ? `${sentence}\u00A0` : sentence,
    )
    return () => clearTimeout(timer)
  }, [texts, sentence])
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  )
}
