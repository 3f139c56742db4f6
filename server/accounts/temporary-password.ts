import { randomInt } from 'node:crypto'
import { isPassword } from '#rules/account.ts'

/** Number of characters that are shown to the caller (P7). */
export const VISIBLE_LENGTH = 11
const HIDDEN_LENGTH = 4
/** No characters that are easily confused, and no asterisk, which stands for a hidden one. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@#$%^+=-'

/** 15 characters, the first 11 of which already satisfy the password rule. */
export function makeTemporaryPassword(): string {
  for (;;) {
    const password = Array.from(
      { length: VISIBLE_LENGTH + HIDDEN_LENGTH },
      () => LETTERS[randomInt(LETTERS.length)],
    ).join('')
    if (isPassword(password.slice(0, VISIBLE_LENGTH))) return password
  }
}

/** The visible form: the last four characters as asterisks (P7). */
export function maskTemporaryPassword(password: string): string {
  return password.slice(0, VISIBLE_LENGTH) + '*'.repeat(HIDDEN_LENGTH)
}
