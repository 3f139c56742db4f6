import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

export type FieldParts = {
  label: ReactNode
  /** Says '선택' behind the label. */
  optional?: boolean | undefined
  hint?: ReactNode
  /** The sentence of the rule that is broken. */
  error?: string | undefined
  /** Counter on the label's line, in code points. */
  count?: { used: number; limit: number } | undefined
}

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Label above, control, hint and error below; hands the control what ties them together. */
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
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The words of a label, and whether the field may stay empty. */
export function FieldLabel({ label, optional }: Pick<FieldParts, 'label' | 'optional'>) {
  return (
    <span>
      {label}
      {optional && <em> 선택</em>}
    </span>
  )
}

function FieldCount({ id, used, limit }: { id: string; used: number; limit: number }) {
  return (
    <span id={id} className={used > limit ? 'field-count field-count-over' : 'field-count'}>
      {used}/{limit}
    </span>
  )
}

/** An error sentence in its place. `live` announces it, for what no focused control is described by. */
export function FieldError({ id, live, children }: { id?: string; live?: boolean; children: ReactNode }) {
  return (
    <p className="field-error" id={id} role={live ? 'alert' : undefined}>
      <CircleAlert className="icon icon-s" />
      <span>{children}</span>
    </p>
  )
}

/** One line of text; takes what `register()` of a form returns. */
export function TextField({ label, optional, hint, error, count, ...input }: FieldParts & ComponentProps<'input'>) {
  return (
    <Field {...{ label, optional, hint, error, count }}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({ label, optional, hint, error, count, ...area }: FieldParts & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, optional, hint, error, count }}>
      {(control) => <textarea {...area} {...control} className="input textarea" />}
    </Field>
  )
}

/** A choice among a few, with the device's own list. */
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
