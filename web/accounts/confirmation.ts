import * as v from 'valibot'
import { accountMessages, confirmation, passwordForm } from '#rules/account.ts'

/** The error of the repeated password, or null. Only forms use it, never the server. */
export function confirmationFault(password: string, repeated: string): string | null {
  const checked = v.safeParse(confirmation, repeated)
  if (!checked.success) return checked.issues[0].message
  return checked.output === passwordForm(password) ? null : accountMessages.mismatch
}
