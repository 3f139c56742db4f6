import { type ComponentProps, type ReactNode, useId } from 'react'
import { CircleAlert } from './icons.gen.ts'
import './forms.css'

export type FieldParts = {
  label: ReactNode
  optional?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  count?: { used: number; limit: number } | undefined
}

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

export function Field({
  label,
  optional,
  hint,
  error,
  count,
  children,
}: FieldParts & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, count && `${id}-count`].filter(Boolean).join(' ')
  return (
    <div className="field">
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
    <Field {...{ label, optional, hint, error, count }}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  )
}

export function TextArea({ label, optional, hint, error, count, ...area }: FieldParts & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, optional, hint, error, count }}>
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
    <Field {...{ label, optional, hint, error }}>
      {(control) => <select {...select} {...control} className="input choice" />}
    </Field>
  )
}
