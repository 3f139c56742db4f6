import { expect, test } from 'vitest'
import { isPassword } from '#rules/account.ts'
import { makeTemporaryPassword, maskTemporaryPassword } from './recovery-tickets.ts'

test('a temporary password has 15 characters, the first eleven of which are a password already', () => {
  const made = Array.from({ length: 2000 }, makeTemporaryPassword)
  for (const password of made) {
    expect(password).toMatch(/^[a-zA-Z2-9!@#$%^+=-]{15}$/)
    expect(isPassword(password.slice(0, 11))).toBe(true)
    expect(isPassword(password)).toBe(true)
  }
  // Of 16.7 million endings two may be the same once in a while, many never.
  expect(new Set(made.map((password) => password.slice(11))).size).toBeGreaterThan(1990)
})

test('it is shown with four asterisks in place of the last four characters', () => {
  expect(maskTemporaryPassword('abcdefgh12!WXYZ')).toBe('abcdefgh12!****')
})
