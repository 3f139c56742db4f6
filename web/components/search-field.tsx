import { useLocation, useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '#rules/paths.ts'

/** Open or closed, and its text; both follow the keyword of the address whenever that changes. */
export function useSearchField() {
  const keyword = useLocation({ select: ({ search }) => (search as { keyword?: string }).keyword })
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
  return { open, text, setText, toggle }
}

/**
 * The search icon and the field it opens. The form works without script too, where it always stands open (see frame.css).
 */
export function SearchField({ open, text, setText, toggle }: ReturnType<typeof useSearchField>) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const toggleAndFocus = () => {
    flushSync(toggle)
    if (open) opener.current?.focus()
    else input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const keyword = text.trim()
    if (!keyword) return
    // A phone's keyboard would cover what was found.
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur()
    void navigate({ to: paths.search, search: { keyword, filter: 'latest' }, resetScroll: false })
  }
  return (
    <>
      <search className={open ? 'search' : 'search search-closed'}>
        <form action={paths.search} onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && toggleAndFocus()}>
          <Search className="icon" />
          <input
            ref={input}
            type="text"
            name="keyword"
            aria-label="검색어"
            placeholder="가게, 메뉴, 동네 검색"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <input type="hidden" name="filter" value="latest" />
          <button type="button" className="icon-btn icon-btn-quiet" aria-label="검색창 닫기" onClick={toggleAndFocus}>
            <X className="icon" />
          </button>
        </form>
      </search>
      <button
        ref={opener}
        type="button"
        className="icon-btn search-opener"
        aria-label="검색창 열기"
        aria-expanded={open}
        hidden={open}
        onClick={toggleAndFocus}
      >
        <Search className="icon icon-l" />
      </button>
    </>
  )
}
