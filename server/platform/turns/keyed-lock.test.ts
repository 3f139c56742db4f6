import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KeyedLock } from './fair-gate.ts'

test('tasks of one key run one after the other, and those of other keys do not wait for them', async () => {
  const lock = new KeyedLock(10)
  const held = Promise.withResolvers<void>()
  const begun: string[] = []
  const run = (key: string, who: string, until = Promise.resolve()) =>
    lock.run(key, [who], async () => {
      begun.push(`${key} of ${who}`)
      await until
    })
  const tasks = [run('one', 'a', held.promise), run('one', 'a'), run('one', 'a'), run('one', 'b')]
  await run('other', 'c')
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  expect(begun).toEqual(['one of a', 'other of c'])
  held.resolve()
  await Promise.all(tasks)
  // Networks take turns for one key too.
  expect(begun.slice(2)).toEqual(['one of b', 'one of a', 'one of a'])
})

test('the lock is released when its task fails, and a key that nobody holds is forgotten', async () => {
  const lock = new KeyedLock(10)
  await expect(lock.run('one', [], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(lock.size).toBe(0)
  await expect(lock.run('one', [], async () => 1)).resolves.toBe(1)
  expect(lock.size).toBe(0)
})

test('as many wait for one key as allowed, the next one is refused, and other keys are not', async () => {
  const lock = new KeyedLock(2)
  const held = Promise.withResolvers<void>()
  const done: number[] = []
  const run = (id: number) => lock.run('full', ['a'], () => held.promise.then(() => void done.push(id)))
  const started = [run(0), run(1), run(2)]
  await expect(run(3)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
  await expect(lock.run('free', ['a'], async () => 'done')).resolves.toBe('done')
  held.resolve()
  await Promise.all(started)
  expect(done).toEqual([0, 1, 2])
  expect(lock.size).toBe(0)
})
