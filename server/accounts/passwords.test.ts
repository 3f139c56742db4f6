import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { DUMMY_HASH, Passwords } from './passwords.ts'

test('a password belongs to its own hash and to no other', async () => {
  const passwords = new Passwords(10)
  const hash = await passwords.inTurn((work) => work.hash('abcd123!'))
  expect(await passwords.inTurn((work) => work.verify(hash, 'abcd123!'))).toBe(true)
  expect(await passwords.inTurn((work) => work.verify(hash, 'abcd123?'))).toBe(false)
})

test('without a hash the work is the same and the answer is no', async () => {
  const passwords = new Passwords(10)
  const hash = await passwords.inTurn((work) => work.hash('abcd123!'))
  expect({ ...parseOptions(DUMMY_HASH), saltLen: 0 }).toEqual({ ...parseOptions(hash), saltLen: 0 })
  for (const none of [null, undefined]) {
    expect(await passwords.inTurn((work) => work.verify(none, 'abcd123!'))).toBe(false)
  }
  expect(passwords.counts).toEqual({ hashes: 1, verifications: 2 })
})

test('so many wait as may, in order, and the next is told that there is no room', async () => {
  const passwords = new Passwords(2, 1)
  const done: number[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const run = (id: number) => passwords.inTurn(() => gate.then(() => void done.push(id)))
  const started = [run(0), run(1)]
  expect(() => passwords.requireRoom()).not.toThrow()
  started.push(run(2))
  expect(() => passwords.requireRoom()).toThrow('일시적으로')
  await expect(run(3)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
  open()
  await Promise.all(started)
  expect(done).toEqual([0, 1, 2])
  expect(() => passwords.requireRoom()).not.toThrow()
})

test('a failure gives the turn to the next', async () => {
  const passwords = new Passwords(50)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      passwords.inTurn(async () => (i % 2 ? i : Promise.reject(new Error('broken')))),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})
