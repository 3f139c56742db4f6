import { randomInt } from 'node:crypto'
import { isPassword } from '#rules/account.ts'

export const VISIBLE_LENGTH = 11
const HIDDEN_LENGTH = 4
/** No characters that are easily confused, and no asterisk, which stands for a hidden one. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@#$%^+=-'

/** The visible part already satisfies the password rule. */
export function makeTemporaryPassword(): string {
  for (;;) {
    const password = Array.from(
      { length: VISIBLE_LENGTH + HIDDEN_LENGTH },
      () => LETTERS[randomInt(LETTERS.length)],
    ).join('')
    if (isPassword(password.slice(0, VISIBLE_LENGTH))) return password
  }
}

export function maskTemporaryPassword(password: string): string {
  return password.slice(0, VISIBLE_LENGTH) + '*'.repeat(HIDDEN_LENGTH)
}
