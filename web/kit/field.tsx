import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { CircleAlert } from './icons.gen.ts'
import './forms.css'

export type FieldParts = {
  label: ReactNode
  optional?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  count?: { used: number; limit: number } | undefined
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Value and change handler of a control; empty if a form library reads the control itself. */
export type ControlledValue = { value?: unknown; onChange?: ((event: never) => void) | undefined }

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

export function Field({
  label,
  optional,
  hint,
  error,
  count,
  known = {},
  children,
}: FieldParts & { known?: ControlledValue; children: (control: Control) => ReactNode }) {
  const id = useId()
  const place = useFilledValue(id, known)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, count && `${id}-count`].filter(Boolean).join(' ')
  return (
    <div className="field" ref={place}>
      <div className="field-label">
        <label htmlFor={id}>
          <FieldLabel label={label} optional={optional} />
        </label>
        {count && <FieldCount id={`${id}-count`} {...count} />}
      </div>
      {children({
        id,
        'aria-invalid': error || isOver(count) ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/**
 * Values of a form's controls at its submit event. They are read at once, because rendering one field resets those filled
 * into the others.
 */
const sentValues = new WeakMap<Event, ReadonlyMap<string, string>>()

function valuesOf(event: Event): ReadonlyMap<string, string> {
  const controls = [...(event.currentTarget as HTMLFormElement).elements] as TextControl[]
  const values = sentValues.get(event) ?? new Map(controls.map(({ id, value }) => [id, value]))
  sentValues.set(event, values)
  return values
}

/** Reports values that password managers and scripts filled in without an event, before the form is sent. */
function useFilledValue(id: string, { value, onChange }: ControlledValue) {
  const place = useRef<HTMLDivElement>(null)
  const hear = useEffectEvent((event: Event) => {
    const filled = valuesOf(event).get(id)
    const control = document.getElementById(id) as TextControl | null
    if (typeof value !== 'string' || filled === undefined || filled === value || !control) return
    control.value = filled
    flushSync(() => onChange?.({ target: control, currentTarget: control } as never))
  })
  useEffect(() => {
    const form = place.current?.closest('form')
    const listening = new AbortController()
    // Runs before React's handlers, so that they get the filled values.
    form?.addEventListener('submit', (event) => hear(event), { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])
  return place
}

export function FieldLabel({ label, optional }: Pick<FieldParts, 'label' | 'optional'>) {
  return (
    <span>
      {label}
      {optional && <em> (선택)</em>}
    </span>
  )
}

function isOver(count: FieldParts['count']): boolean {
  return count !== undefined && count.used > count.limit
}

function FieldCount({ id, used, limit }: { id: string; used: number; limit: number }) {
  return (
    <span id={id} className={isOver({ used, limit }) ? 'field-count field-count-over' : 'field-count'}>
      {used}/{limit}
    </span>
  )
}

export function FieldError({ id, live, children }: { id?: string; live?: boolean; children: ReactNode }) {
  return (
    <p className="field-error" id={id} role={live ? 'alert' : undefined}>
      <CircleAlert className="icon icon-s" />
      <span>{children}</span>
    </p>
  )
}

export function TextField({ label, optional, hint, error, count, ...input }: FieldParts & ComponentProps<'input'>) {
  return (
    <Field {...{ label, optional, hint, error, count }} known={input}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  )
}

export function TextArea({ label, optional, hint, error, count, ...area }: FieldParts & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, optional, hint, error, count }} known={area}>
      {(control) => <textarea {...area} {...control} className="input textarea" />}
    </Field>
  )
}

export function SelectField({
  label,
  optional,
  hint,
  error,
  ...select
}: Omit<FieldParts, 'count'> & ComponentProps<'select'>) {
  return (
    <Field {...{ label, optional, hint, error }} known={select}>
      {(control) => <select {...select} {...control} className="input choice" />}
    </Field>
  )
}
