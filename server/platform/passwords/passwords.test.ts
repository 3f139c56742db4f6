import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { dummyHash, Passwords } from './passwords.ts'

const ASKER = ['strangers', '192.0.2.1']

test('a password matches its own hash and no other', async () => {
  const passwords = new Passwords(10)
  const hash = await passwords.inTurn(ASKER, (work) => work.hash('abcd123!'))
  expect(await passwords.inTurn(ASKER, (work) => work.verify(hash, 'abcd123!'))).toBe(true)
  expect(await passwords.inTurn(ASKER, (work) => work.verify(hash, 'abcd123?'))).toBe(false)
})

test('without a hash the work is the same and the answer is false', async () => {
  const passwords = new Passwords(10)
  const hash = await passwords.inTurn(ASKER, (work) => work.hash('abcd123!'))
  expect({ ...parseOptions(dummyHash()), saltLen: 0 }).toEqual({ ...parseOptions(hash), saltLen: 0 })
  for (const none of [null, undefined]) {
    expect(await passwords.inTurn(ASKER, (work) => work.verify(none, 'abcd123!'))).toBe(false)
  }
  expect(passwords.counts).toEqual({ hashes: 1, verifications: 2 })
})

test('many simultaneous tasks use only that many cores at a time', async () => {
  const passwords = new Passwords(50, 2)
  let running = 0
  let most = 0
  const watched = Array.from({ length: 12 }, () =>
    passwords.inTurn(ASKER, async (work) => {
      most = Math.max(most, ++running)
      await work.verify(null, 'abcd123!')
      running--
    }),
  )
  await Promise.all(watched)
  expect(most).toBe(5)
  expect(passwords.counts.verifications).toBe(12)
})
