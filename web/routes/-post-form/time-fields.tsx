import { type FocusEvent, useId, useRef, useState } from 'react'
import { type UseControllerReturn, useController } from 'react-hook-form'
import { OPEN_ALL_DAY_TEXT } from '#rules/hours.ts'
import { HOUR_CHOICES, MINUTE_CHOICES } from '#rules/time-of-day.ts'
import { FieldError, FieldLabel } from '../../kit/field.tsx'
import type { CheckedPostForm, PostValues } from './post-values.ts'

type TimeControl = UseControllerReturn<PostValues, 'start_time' | 'end_time'>

const MIDNIGHT = '00:00'

/** Fields for opening and closing time: selects for hour (0 to 23) and minute (steps of five), or a check box for 24 hours. */
export function TimeFields({ form }: { form: CheckedPostForm }) {
  const id = useId()
  const { start, end, isAllDay, toggleAllDay, onChange, onBlur } = useTimes(form)
  const error = start.fieldState.error?.message ?? end.fieldState.error?.message
  const description = error ? `${id}-error ${id}-hint` : `${id}-hint`
  return (
    <fieldset className="field" onBlur={onBlur}>
      <legend className="field-label">
        <FieldLabel label="영업시간" optional />
      </legend>
      <label className="check">
        <input type="checkbox" checked={isAllDay} onChange={toggleAllDay} />
        {OPEN_ALL_DAY_TEXT}
      </label>
      <div className="times">
        <TimeField label="시작" control={start} describedBy={description} disabled={isAllDay} onChange={onChange} />
        <TimeField label="마감" control={end} describedBy={description} disabled={isAllDay} onChange={onChange} />
      </div>
      <p className="hint" id={`${id}-hint`}>
        마감이 시작보다 빠르면 다음 날까지, 같으면 {OPEN_ALL_DAY_TEXT}이에요.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** State of the fields. Equal times count as 24 hours only after the focus has left, because the person may still change one. */
function useTimes(form: CheckedPostForm) {
  const start = useController({ control: form.control, name: 'start_time' })
  const end = useController({ control: form.control, name: 'end_time' })
  const before = useRef({ start: '', end: '' })
  const [isChoosing, setChoosing] = useState(false)
  const isAllDay = start.field.value !== '' && start.field.value === end.field.value && !isChoosing

  const set = (next: { start: string; end: string }) => {
    start.field.onChange(next.start)
    end.field.onChange(next.end)
  }
  const toggleAllDay = () => {
    setChoosing(false)
    if (isAllDay) return set(before.current)
    const times = { start: start.field.value, end: end.field.value }
    before.current = times.start === times.end ? { start: '', end: '' } : times
    set({ start: MIDNIGHT, end: MIDNIGHT })
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setChoosing(false)
  }
  return { start, end, isAllDay, toggleAllDay, onChange: () => setChoosing(true), onBlur }
}

type TimeFieldProps = {
  label: string
  control: TimeControl
  describedBy: string
  disabled: boolean
  onChange: () => void
}

function TimeField({ label, control: { field, fieldState }, describedBy, disabled, onChange }: TimeFieldProps) {
  const [hour = '', minute = ''] = disabled || field.value === '' ? [] : field.value.split(':')
  const change = (time: string) => {
    onChange()
    field.onChange(time)
  }
  const common = {
    className: 'input choice',
    'aria-invalid': fieldState.invalid || undefined,
    'aria-describedby': describedBy,
    onBlur: field.onBlur,
  } as const
  return (
    <div className="time">
      <span className="time-label" aria-hidden="true">
        {label}
      </span>
      <select
        {...common}
        ref={field.ref}
        aria-label={`${label} 시`}
        disabled={disabled}
        value={hour}
        onChange={({ target }) => change(target.value && `${target.value}:${minute || '00'}`)}
      >
        <option value="">--</option>
        <Choices values={HOUR_CHOICES} unit="시" />
      </select>
      <select
        {...common}
        aria-label={`${label} 분`}
        disabled={disabled || hour === ''}
        value={minute}
        onChange={({ target }) => change(`${hour}:${target.value}`)}
      >
        {minute === '' && <option value="">--</option>}
        <Choices values={MINUTE_CHOICES} unit="분" />
      </select>
    </div>
  )
}

function Choices({ values, unit }: { values: readonly string[]; unit: string }) {
  return values.map((value) => (
    <option key={value} value={value}>
      {value}
      {unit}
    </option>
  ))
}
