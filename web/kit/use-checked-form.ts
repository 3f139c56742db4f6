import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { errorMessages, type FieldError } from '#rules/errors.ts'
import type { Checked } from '#rules/validate.ts'
import { sentenceOf } from '../failures.ts'
import { ApiError } from '../graphql.ts'

export type CheckedForm<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output>

/**
 * A form whose fields are judged by `check`, the rule that the server applies too: at the first submit, then as they
 * change. The first field in error gets the focus. What is given no default keeps what was typed before the script ran.
 */
export function useCheckedForm<Values extends FieldValues, Output>(
  check: (values: Values) => Checked<Output>,
  defaultValues?: DefaultValues<Values>,
): CheckedForm<Values, Output> {
  return useForm<Values, unknown, Output>({
    ...(defaultValues && { defaultValues }),
    resolver: (values) => {
      const checked = check(values)
      if (checked.ok) return { values: checked.value, errors: {} }
      const errors = checked.fields.map(({ field, message }) => [field, { type: 'rule', message }])
      return { values: {}, errors: Object.fromEntries(errors) }
    },
  })
}

/** Puts the server's sentences beside their fields and returns the sentence for the whole form. */
export function showServerError<Values extends FieldValues, Output>(
  form: CheckedForm<Values, Output>,
  error: unknown,
): string {
  if (!(error instanceof ApiError) || error.code === 'INTERNAL') return sentenceOf(error, errorMessages.INTERNAL)
  const known = form.getValues()
  for (const { field, message } of fieldsOf(error)) {
    if (field in known) form.setError(field as Path<Values>, { type: 'server', message })
  }
  return error.message
}

function fieldsOf({ code, fields, message }: ApiError): FieldError[] {
  return code === 'CONFLICT' && fields.length === 0 ? [{ field: 'email', message }] : fields
}
