import { expect, test } from 'vitest'
import { BoundedQueue, KeyedQueue } from './queues.ts'

test('as many wait as allowed, in order, and the next one is refused', async () => {
  const gate = new BoundedQueue(1, 2)
  const done: number[] = []
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const run = (id: number) => gate.run(() => opened.then(() => void done.push(id)))
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
  const gate = new BoundedQueue(2, 50)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => gate.run(async () => (i % 2 ? i : Promise.reject(new Error('broken'))))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('tasks of one name run one after the other, different names in parallel, and no name is kept', async () => {
  const lanes = new KeyedQueue(3)
  const running = new Map<string, number>()
  let most = 0
  const task = (name: string) => async () => {
    running.set(name, (running.get(name) ?? 0) + 1)
    expect(running.get(name)).toBe(1)
    most = Math.max(most, [...running.values()].filter(Boolean).length)
    await new Promise((done) => setTimeout(done))
    running.set(name, 0)
  }
  const names = ['가', '나', '가', '나', '가', '나', '가', '나']
  await Promise.all(names.map((name) => lanes.run(name, task(name))))
  expect(most).toBe(2)
  expect(lanes.size).toBe(0)
  const five = Array.from({ length: 5 }, () => lanes.run('다', task('다')))
  expect((await Promise.allSettled(five)).map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'fulfilled'),
    'rejected',
  ])
  await expect(lanes.run('라', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(lanes.size).toBe(0)
})
