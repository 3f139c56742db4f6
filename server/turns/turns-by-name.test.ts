import { expect, test } from 'vitest'
import { inTurn, TurnsByName } from './turns-by-name.ts'

test('each name has its number of simultaneous turns, others wait in order, and other names do not wait for them', async () => {
  const turns = new TurnsByName({ two: 2 })
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
  const turns = new TurnsByName({})
  await expect(inTurn(turns.take, 'one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(turns.size).toBe(0)
  await expect(inTurn(turns.take, 'one', async () => 1)).resolves.toBe(1)
  expect(turns.size).toBe(0)
})

test('as many wait for one name as allowed, the next one is refused, and other names are not', async () => {
  const turns = new TurnsByName({}, 2)
  const gate = Promise.withResolvers<void>()
  const done: number[] = []
  const run = (id: number) => inTurn(turns.take, 'full', () => gate.promise.then(() => void done.push(id)))
  const started = [run(0), run(1), run(2)]
  await expect(run(3)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
  await expect(inTurn(turns.take, 'free', async () => 'done')).resolves.toBe('done')
  gate.resolve()
  await Promise.all(started)
  expect(done).toEqual([0, 1, 2])
  expect(turns.size).toBe(0)
  await expect(inTurn(turns.take, 'full', async () => 'done')).resolves.toBe('done')
})

test('a failure gives the turn to the next', async () => {
  const turns = new TurnsByName({ two: 2 }, 50)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      inTurn(turns.take, 'two', async () => (i % 2 ? i : Promise.reject(new Error('broken')))),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})
