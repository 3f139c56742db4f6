import { expect, test } from 'vitest'
import { WaitBudget } from '../db/wait-budget.ts'
import { AppError } from '../errors.ts'
import { TurnsByNetwork } from './turns-by-network.ts'

/** Tasks that run until they are ended, named by their network's address and a number. */
function tasksOf(atOnce: number) {
  const turns = new TurnsByNetwork(atOnce)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (address: string, number: number) =>
    turns.run(address, () => {
      const name = `${address} ${number}`
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    // The next one begins in the microtasks after its end.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { turns, begun, add, end }
}

test('one network never holds all places, and the others wait for their own turn only', async () => {
  const { turns, begun, add, end } = tasksOf(3)
  const all = [1, 2, 3, 4, 5].map((number) => add('10.0.0.1', number))
  expect(begun).toEqual(['10.0.0.1 1', '10.0.0.1 2'])
  all.push(add('10.0.0.2', 1), add('10.0.0.2', 2), add('10.0.0.3', 1))
  expect(begun).toEqual(['10.0.0.1 1', '10.0.0.1 2', '10.0.0.2 1'])

  await end('10.0.0.1 1')
  await end('10.0.0.1 2')
  await end('10.0.0.2 1')
  expect(begun.slice(3)).toEqual(['10.0.0.1 3', '10.0.0.2 2', '10.0.0.3 1'])
  for (const name of ['10.0.0.1 3', '10.0.0.2 2', '10.0.0.3 1', '10.0.0.1 4', '10.0.0.1 5']) await end(name)
  await Promise.all(all)
  expect(turns.size).toBe(0)
})

test('addresses of one IPv6 network are one network', () => {
  const { begun, add } = tasksOf(3)
  for (const number of [1, 2, 3]) void add(`2001:db8::${number}`, number)
  expect(begun).toHaveLength(2)
})

test('a thousand tasks of a network wait, further ones are refused, and others still begin', async () => {
  const { begun, add } = tasksOf(3)
  for (let number = 0; number < 1002; number++) void add('10.0.0.1', number)
  await expect(add('10.0.0.1', 1002)).rejects.toThrow(AppError)
  void add('10.0.0.2', 1)
  expect(begun).toContain('10.0.0.2 1')
})

test('a network whose tasks wait in vain is forgotten', async () => {
  const { turns, add, end } = tasksOf(1)
  const running = add('10.0.0.1', 1)
  const late = new WaitBudget().run(() => add('10.0.0.2', 1))
  expect(turns.size).toBe(2)
  await expect(late).rejects.toThrow(AppError)
  expect(turns.size).toBe(1)
  await end('10.0.0.1 1')
  await running
  expect(turns.size).toBe(0)
})

test('a task that fails gives its place away', async () => {
  const turns = new TurnsByNetwork(1)
  await expect(turns.run('10.0.0.1', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await turns.run('10.0.0.2', async () => 'done')).toBe('done')
})
