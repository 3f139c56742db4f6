import { Clock } from 'lucide-react'
import { useId } from 'react'
import type { FieldError as BrokenRule } from '#rules/errors.ts'
import { TIME_STEP_SECONDS } from '#rules/hours.ts'
import { type PostInput, postMessages } from '#rules/post.ts'
import { FieldError, FieldLabel } from '../components/field.tsx'
import type { CheckedForm } from '../components/use-checked-form.ts'
import type { PostValues } from './-post-form.tsx'

const ends = [
  { name: 'start_time', label: '시작 시간' },
  { name: 'end_time', label: '마감 시간' },
] as const

/** Opening and closing time, with the device's own clock. */
export function TimeFields({ form }: { form: CheckedForm<PostValues, PostInput> }) {
  const id = useId()
  const { errors } = form.formState
  const error = errors.start_time?.message ?? errors.end_time?.message
  return (
    <fieldset className="field">
      <legend className="field-label">
        <FieldLabel label="영업시간" optional />
      </legend>
      <div className="times">
        {ends.map(({ name, label }) => (
          <span key={name} className="time" data-empty={form.watch(name) === '' || undefined}>
            <input
              type="time"
              step={TIME_STEP_SECONDS}
              className="input"
              aria-label={label}
              aria-invalid={errors[name] ? true : undefined}
              aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
              {...form.register(name)}
            />
            <span className="time-word" aria-hidden="true">
              {label}
            </span>
            <Clock className="icon" aria-hidden="true" />
          </span>
        ))}
        <span className="times-dash" aria-hidden="true">
          –
        </span>
      </div>
      <p className="hint" id={`${id}-hint`}>
        5분 단위로 고를 수 있어요. 마감이 시작보다 이르면 다음 날로 봅니다.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** Times of which only a part was typed: a browser says that they are empty. */
export function unfinishedTimes(form: HTMLFormElement | null): BrokenRule[] {
  return ends.flatMap(({ name }) => {
    const input = form?.elements.namedItem(name)
    const isUnfinished = input instanceof HTMLInputElement && input.validity.badInput
    return isUnfinished ? [{ field: name, message: postMessages.time }] : []
  })
}
