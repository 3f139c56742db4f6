import { expect, test } from 'vitest'
import { QueueBySource } from './queue-by-source.ts'

/** Tasks named 'network account number'. */
function queueOf(...names: string[]) {
  const queue = new QueueBySource<ReturnType<typeof task>>()
  for (const name of names) queue.add(task(name))
  return queue
}

function task(name: string) {
  const [network = '', account = ''] = name.split(' ')
  return { name, source: { network, account } }
}

function takeAll(queue: ReturnType<typeof queueOf>): string[] {
  const names: string[] = []
  for (let next = queue.take(); next; next = queue.take()) names.push(next.name)
  return names
}

test('networks take turns, whatever they bring', () => {
  const queue = queueOf('a x 1', 'a x 2', 'a x 3', 'b x 1', 'c x 1', 'c x 2')
  expect(takeAll(queue)).toEqual(['a x 1', 'b x 1', 'c x 1', 'a x 2', 'c x 2', 'a x 3'])
  expect(queue.size).toBe(0)
})

test('the accounts of a network share its turns', () => {
  const queue = queueOf('a bad 1', 'a bad 2', 'a bad 3', 'a good 1', 'b one 1', 'b one 2', 'b one 3')
  expect(takeAll(queue)).toEqual(['a bad 1', 'b one 1', 'a good 1', 'b one 2', 'a bad 2', 'b one 3', 'a bad 3'])
})

test('a new task waits for one turn of each other network, not for all waiting tasks', () => {
  const queue = queueOf('a x 1', 'a x 2', 'b x 1', 'b x 2')
  expect([queue.take()?.name, queue.take()?.name]).toEqual(['a x 1', 'b x 1'])
  queue.add(task('late x 1'))
  expect(takeAll(queue)).toEqual(['a x 2', 'b x 2', 'late x 1'])
})

test('a removed task gets no turn, and takes none from the others', () => {
  const queue = queueOf('a x 1', 'b x 1')
  const given = task('a x 2')
  queue.add(given)
  expect(queue.remove(given)).toBe(true)
  expect(queue.remove(given)).toBe(false)
  expect(queue.size).toBe(2)
  expect(takeAll(queue)).toEqual(['a x 1', 'b x 1'])
  expect(queue.remove(task('a x 1'))).toBe(false)
})
