import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type ResolverOptions,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { errorMessages, type FieldError } from '#rules/errors.ts'
import type { Checked } from '#rules/validate.ts'
import { sentenceOf } from '../failures.ts'
import { ApiError } from '../graphql.ts'

export type CheckedForm<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output>

export function useCheckedForm<Values extends FieldValues, Output>(
  check: (values: Values) => Checked<Output>,
  defaultValues?: DefaultValues<Values>,
): CheckedForm<Values, Output> {
  return useForm<Values, unknown, Output>({
    ...(defaultValues && { defaultValues }),
    resolver: (values, _context, options) => {
      const checked = check(withFilled(values, options))
      if (checked.ok) return { values: checked.value, errors: {} }
      const errors = checked.fields
        .toReversed()
        .map(({ field, message }) => [wholeField(field), { type: 'rule', message }])
      return { values: {}, errors: Object.fromEntries(errors) }
    },
  })
}

/** The form's values, including those that password managers and scripts filled in without an event. */
function withFilled<Values extends FieldValues>(
  values: Values,
  { names = [], fields }: ResolverOptions<Values>,
): Values {
  const filled = structuredClone(values)
  for (const name of names) {
    const field: Partial<Registered> | undefined = get(fields, name)
    const [box] = field?.refs ?? []
    const value: unknown = get(values, name)
    if (typeof value === 'boolean' && box) set(filled, name, box.checked)
    if (typeof value === 'string' && isTextControl(field?.ref)) set(filled, name, field.ref.value)
  }
  return filled
}

type Registered = { ref: unknown; refs: HTMLInputElement[] }

function isTextControl(ref: unknown): ref is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some((kind) => ref instanceof kind)
}

/** Shows the server's messages beside their fields and returns the message for the whole form. */
export function showServerError<Values extends FieldValues, Output>(
  form: CheckedForm<Values, Output>,
  error: unknown,
): string {
  if (!(error instanceof ApiError) || error.code === 'INTERNAL') return sentenceOf(error, errorMessages.INTERNAL)
  const known = form.getValues()
  for (const { field, message } of fieldsOf(error)) {
    const name = wholeField(field)
    if (name in known) form.setError(name as Path<Values>, { type: 'server', message })
  }
  return error.message
}

/** 'dishes' of 'dishes.0.name': a message about a part is shown at the whole. */
function wholeField(field: string): string {
  return field.split('.')[0] ?? field
}

function fieldsOf({ code, fields, message }: ApiError): FieldError[] {
  return code === 'CONFLICT' && fields.length === 0 ? [{ field: 'email', message }] : fields
}
