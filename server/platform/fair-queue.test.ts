import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function queueOf(...names: string[]) {
  const queue = new FairQueue<ReturnType<typeof item>>()
  for (const name of names) queue.add(whoOf(name), item(name))
  return queue
}

const item = (name: string) => ({ name })
const whoOf = (name: string) => name.split(' ').slice(0, 2)

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

test('a new item waits for one turn of each other network, not for all waiting items', () => {
  const queue = queueOf('a x 1', 'a x 2', 'b x 1', 'b x 2')
  expect([queue.take()?.name, queue.take()?.name]).toEqual(['a x 1', 'b x 1'])
  queue.add(['late', 'x'], item('late x 1'))
  expect(takeAll(queue)).toEqual(['a x 2', 'b x 2', 'late x 1'])
})

test('a network that may have no turn now is passed over and keeps its place', () => {
  const queue = queueOf('a x 1', 'b x 1', 'b x 2')
  expect(queue.take((network) => network !== 'a')?.name).toBe('b x 1')
  expect(queue.take((network) => network === 'c')).toBeUndefined()
  expect(takeAll(queue)).toEqual(['a x 1', 'b x 2'])
})

test('a removed item gets no turn, and takes none from the others', () => {
  const queue = queueOf('a x 1', 'b x 1')
  const given = item('a x 2')
  queue.add(['a', 'x'], given)
  expect(queue.remove(['a', 'x'], given)).toBe(true)
  expect(queue.remove(['a', 'x'], given)).toBe(false)
  expect(queue.size).toBe(2)
  expect(queue.remove(['a', 'x'], item('a x 1'))).toBe(false)
  expect(queue.remove(['c', 'x'], given)).toBe(false)
  expect(takeAll(queue)).toEqual(['a x 1', 'b x 1'])
})

test.each([
  ['c new', ['a x 1', 'a x 2', 'a y 1', 'b x 1'], 'a x 2'],
  ['b x', ['a x 1', 'a x 2', 'a x 3', 'b x 1'], 'a x 3'],
  ['b x', ['a x 1', 'a x 2', 'b x 1'], undefined],
  ['a y', ['a x 1', 'a x 2', 'a x 3', 'b x 1'], 'a x 3'],
  ['a x', ['a x 1', 'a x 2', 'a x 3', 'b x 1'], undefined],
  ['b x', ['a x 1', 'c x 1'], undefined],
])('one more of "%s" beside %j makes %s give way', (name, waiting, rival) => {
  expect(queueOf(...waiting).itemToDisplace(whoOf(name))?.name).toBe(rival)
})
