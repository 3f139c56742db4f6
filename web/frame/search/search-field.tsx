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
import { isComposing } from '../../kit/is-composing.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { useSearch, type useSearchField } from './use-search.ts'

/**
 * The search icon, its field, and the suggestions. Without a script the field is always open (frame.css); pressed
 * before hydration, the icon submits the empty form, which leads to a page with the field open.
 */
export function SearchField(field: ReturnType<typeof useSearchField>) {
  const { open, text, setText, toggle, isAsked } = field
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { suggestions, search, choose } = useSearch(input, field)
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
    if (isComposing(event)) return
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
          <PageIcon name="search" />
          <Combobox
            inputRef={input}
            listId={list.length > 0 ? id : undefined}
            activeId={active >= 0 ? optionId(active) : undefined}
            text={text}
            onText={setText}
            onUse={suggestions.show}
          />
          <button type="button" className="icon-btn icon-btn-quiet" aria-label="검색창 닫기" onClick={toggleAndFocus}>
            <PageIcon name="x" />
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
          <SuggestionCount list={list} />
        </form>
      </search>
      <Opener buttonRef={opener} open={open} formId={`${id}form`} onPress={toggleAndFocus} />
    </>
  )
}

/** Pause before the number of suggestions is announced, in milliseconds, so that it does not interrupt the typing. */
const ANNOUNCEMENT_DELAY_MS = 600

/** Announces to screen readers how many suggestions there are, and again when they are others. */
function SuggestionCount({ list }: { list: readonly { text: string }[] }) {
  const [said, setSaid] = useState('')
  const texts = list.map(({ text }) => text).join()
  const sentence = list.length > 0 ? `추천 ${list.length}개` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: other suggestions of the same number are announced too
  useEffect(() => {
    // Only a changed text is announced, so the same sentence gets a space that nobody sees.
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

type OpenerProps = {
  buttonRef: RefObject<HTMLButtonElement | null>
  open: boolean
  formId: string
  onPress: () => void
}

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
      <PageIcon name="search" className="icon icon-l" />
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

/** The input of the search field, in the combobox pattern (use-search.ts). */
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
