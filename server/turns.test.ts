import { expect, test } from 'vitest'
import { inTurn, Turns } from './turns.ts'

test('each name has its number of simultaneous turns, others wait in order, and other names do not wait for them', async () => {
  const turns = new Turns({ two: 2 })
  const taken: string[] = []
  const take = async (name: string, who: string) => {
    const end = await turns.take(name)
    taken.push(who)
    return end
  }
  const [first, second] = await Promise.all([take('two', 'a'), take('two', 'b')])
  const waiting = [take('two', 'c'), take('two', 'd')]
  await take('other', 'e')
  expect(taken).toEqual(['a', 'b', 'e'])
  first()
  // A turn that ended already does not end another one's.
  first()
  await waiting[0]
  expect(taken).toEqual(['a', 'b', 'e', 'c'])
  second()
  await waiting[1]
  expect(taken).toEqual(['a', 'b', 'e', 'c', 'd'])
})

test('a turn ends with its work, also when that fails, and a name without turns is forgotten', async () => {
  const turns = new Turns({})
  await expect(inTurn(turns.take, 'one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(turns.size).toBe(0)
  await expect(inTurn(turns.take, 'one', async () => 1)).resolves.toBe(1)
  expect(turns.size).toBe(0)
})
