import { expect, test } from 'vitest'
import { isPassword } from '#rules/account.ts'
import { makeTemporaryPassword, maskTemporaryPassword } from './recovery-tickets.ts'

test('a temporary password has 15 characters, the first eleven of which already make a valid password', () => {
  const made = Array.from({ length: 2000 }, makeTemporaryPassword)
  for (const password of made) {
    expect(password).toMatch(/^[a-zA-Z2-9!@#$%^+=-]{15}$/)
    expect(isPassword(password.slice(0, 11))).toBe(true)
    expect(isPassword(password)).toBe(true)
  }
  // Of 16.7 million endings a few may repeat, but not many.
  expect(new Set(made.map((password) => password.slice(11))).size).toBeGreaterThan(1990)
})

test('it is shown with four asterisks instead of the last four characters', () => {
  expect(maskTemporaryPassword('abcdefgh12!WXYZ')).toBe('abcdefgh12!****')
})
