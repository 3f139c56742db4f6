import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { commentLimits } from '#rules/comment.ts'
import { cleanText, countCharacters } from '#rules/text.ts'
import { FieldError } from '../kit/field.tsx'
import { isComposing } from '../kit/is-composing.ts'
import type { Mentionable } from './mention-list.tsx'

type CommentFieldProps = ComponentProps<'textarea'> & {
  id: string
  label: string
  text: string
  error?: string | undefined
  /** Members that the text may name; suggested after an '@'. */
  people: readonly Mentionable[]
  onText: (text: string) => void
}

/**
 * Text field of a comment. After an '@' it suggests nicknames in a list with the keys of the ARIA combobox pattern. A textarea may
 * not have the role `combobox`, so a live region says how many suggestions there are.
 */
export function CommentField({ id, label, text, error, people, onText, ...area }: CommentFieldProps) {
  const used = countCharacters(cleanText(text))
  const isOver = used > commentLimits.text
  const mentions = useMentions(id, people, onText)
  const { list, active, List } = mentions
  const isOpen = List !== undefined && list.length > 0
  const listId = `${id}-people`
  return (
    <>
      <textarea
        {...area}
        id={id}
        rows={1}
        aria-label={label}
        aria-invalid={error || isOver ? true : undefined}
        aria-describedby={`${id}-count${error ? ` ${id}-error` : ''}`}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onInput={mentions.look}
        onSelect={mentions.look}
        onKeyDown={mentions.onKey}
        onBlur={(event) => {
          mentions.hide()
          area.onBlur?.(event)
        }}
      />
      <span id={`${id}-count`} className={isOver ? 'field-count field-count-over' : 'field-count'} hidden={used === 0}>
        {used}/{commentLimits.text}
      </span>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <span className="sr-only" role="status">
        {isOpen && `언급할 이웃 ${list.length}명`}
      </span>
      {List && isOpen && <List id={listId} list={list} active={active} onChoose={mentions.choose} />}
    </>
  )
}

const loadCode = () => import('./mention-list.tsx')

/** Suggestions for the nickname that is being typed before the caret. */
function useMentions(id: string, people: readonly Mentionable[], onText: (text: string) => void) {
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadCode>>>()
  const [typed, setTyped] = useState<{ text: string; caret: number } | null>(null)
  const [active, setActive] = useState(0)
  const hidden = useRef('')
  const found = typed && code?.suggestMentions(typed.text.slice(0, typed.caret), people)
  const list = found?.list ?? []
  const look = () => {
    const area = areaOf(id)
    if (!area) return
    const { value: text, selectionStart: caret } = area
    const before = text.slice(0, caret)
    if (before === hidden.current || !before.includes('@')) return setTyped(null)
    hidden.current = ''
    if (typed?.text !== text) setActive(0)
    setTyped({ text, caret })
    if (!code) void loadCode().then(setCode, () => {})
  }
  const hide = () => {
    const area = areaOf(id)
    hidden.current = area?.value.slice(0, area.selectionStart) ?? ''
    setTyped(null)
  }
  const choose = (person: Mentionable) => {
    const area = areaOf(id)
    if (!area || !found) return
    const start = `${area.value.slice(0, found.from)}${person.username} `
    const rest = area.value.slice(area.selectionStart)
    // A controlled field loses the caret when its value is set.
    flushSync(() => onText(start + rest.replace(/^ /, '')))
    area.setSelectionRange(start.length, start.length)
    hide()
  }
  const onKey = (event: KeyboardEvent) => {
    const chosen = list[active]
    if (!chosen || isComposing(event)) return
    const move = (by: number) => setActive((active + by + list.length) % list.length)
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') hide()
    else if (event.key === 'Enter') choose(chosen)
    else return
    event.preventDefault()
  }
  return { List: code?.MentionList, list, active, look, hide, choose, onKey }
}

const areaOf = (id: string) => document.getElementById(id) as HTMLTextAreaElement | null
