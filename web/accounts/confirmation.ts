import * as v from 'valibot'
import { accountMessages, confirmation, passwordForm } from '#rules/account.ts'

/** What is wrong with the repeated password, or null. Only forms ask for it. */
export function confirmationFault(password: string, repeated: string): string | null {
  const checked = v.safeParse(confirmation, repeated)
  if (!checked.success) return checked.issues[0].message
  return checked.output === passwordForm(password) ? null : accountMessages.mismatch
}
