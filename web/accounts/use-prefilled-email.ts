import { useHydrated, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'
import { isEmail } from '#rules/account.ts'
import { emailFragment, emailOfFragment } from '#rules/paths.ts'

/**
 * Fills `email` with the address of a mail or another screen; call it after `useDraft`, because it is newer.
 * @returns the fragment that passes on the field's current value
 */
export function usePrefilledEmail<Values extends FieldValues & { email: string }, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): string {
  const name = 'email' as Path<Values>
  const passed = emailOfFragment(useLocation({ select: ({ hash }) => hash }))
  const hydrated = useHydrated()
  const [isFromAnotherScreen] = useState(hydrated)
  const { getValues, setValue } = form
  useEffect(() => {
    if (!isEmail(passed) || (getValues(name) && !isFromAnotherScreen)) return
    setValue(name, passed as PathValue<Values, Path<Values>>)
  }, [passed, isFromAnotherScreen, getValues, setValue, name])
  const typed: unknown = useWatch({ control: form.control, name })
  return typeof typed === 'string' && isEmail(typed.trim()) ? emailFragment(typed.trim()) : ''
}
