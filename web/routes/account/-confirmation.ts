import { accountMessages, passwordForm } from '#rules/account.ts'

/** What is wrong with the repeated password, or null. Only forms ask for it. */
export function confirmationFault(password: string, confirmation: string): string | null {
  if (confirmation === '') return accountMessages.confirmationEmpty
  return passwordForm(confirmation) === passwordForm(password) ? null : accountMessages.mismatch
}
