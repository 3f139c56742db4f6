import type { ComponentProps } from 'react'
import { commentLimits } from '#rules/comment.ts'
import { cleanText, countCharacters } from '#rules/text.ts'
import { FieldError } from '../kit/field.tsx'

type CommentTextProps = ComponentProps<'textarea'> & {
  id: string
  /** The accessible name. */
  label: string
  /** What is typed, for the counter. */
  text: string
  error?: string | undefined
}

/** The field of a comment, which grows with its text, with a counter near the end. */
export function CommentText({ id, label, text, error, ...area }: CommentTextProps) {
  const used = countCharacters(cleanText(text))
  const isOver = used > commentLimits.text
  return (
    <>
      <textarea
        {...area}
        id={id}
        rows={1}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-count${error ? ` ${id}-error` : ''}`}
      />
      <span id={`${id}-count`} className={isOver ? 'field-count field-count-over' : 'field-count'} hidden={used === 0}>
        {used}/{commentLimits.text}
      </span>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  )
}
