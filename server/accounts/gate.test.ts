import { expect, test } from 'vitest'
import { Gate } from './gate.ts'

test('so many wait as may, in order, and the next is told that there is no room', async () => {
  const gate = new Gate(1, 2)
  const done: number[] = []
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const run = (id: number) => gate.pass(() => opened.then(() => void done.push(id)))
  const started = [run(0), run(1)]
  expect(() => gate.requireRoom()).not.toThrow()
  started.push(run(2))
  expect(() => gate.requireRoom()).toThrow('일시적으로')
  await expect(run(3)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
  open()
  await Promise.all(started)
  expect(done).toEqual([0, 1, 2])
  expect(() => gate.requireRoom()).not.toThrow()
})

test('a failure gives the turn to the next', async () => {
  const gate = new Gate(2, 50)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => gate.pass(async () => (i % 2 ? i : Promise.reject(new Error('broken'))))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})
