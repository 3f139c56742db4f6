import { expect, test } from 'vitest'
import { TurnsByAsker } from './turns-by-asker.ts'

/** Turns of which the only one is taken until `open` is called. */
function heldTurns(maxWaiting: number) {
  const turns = new TurnsByAsker(1, maxWaiting)
  const gate = Promise.withResolvers<void>()
  const started: string[] = []
  const outcomes: Promise<string>[] = []
  const ask = (name: string) => {
    const task = turns.run(askerOf(name), async () => void started.push(name))
    const outcome = task.then(
      () => `${name} done`,
      ({ code, retryAfter }: { code: string; retryAfter: number }) => `${name} ${code} ${retryAfter}`,
    )
    outcomes.push(outcome)
    return outcome
  }
  const held = turns.run(askerOf('held'), () => gate.promise)
  const open = async () => {
    gate.resolve()
    await held
    return Promise.all(outcomes)
  }
  return { turns, ask, open, started }
}

/** Names are 'network number', or 'known network account number'. */
function askerOf(name: string) {
  const isKnown = name.startsWith('known ')
  const [network = '', account = ''] = name.replace('known ', '').split(' ')
  return { network, account: isKnown ? account : network, isKnown }
}

test('networks take turns, and within a network the first comes first', async () => {
  const { ask, open, started } = heldTurns(10)
  for (const name of ['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1']) ask(name)
  await open()
  expect(started).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3'])
})

test('when the queue is full, the network that waits with most makes room, not whoever comes', async () => {
  const { turns, ask, open, started } = heldTurns(4)
  for (const name of ['a 1', 'a 2', 'a 3', 'b 1']) ask(name)
  expect(() => turns.requireRoom(askerOf('a 4'))).toThrow('일시적으로')
  expect(await ask('a 4')).toBe('a 4 UNAVAILABLE 2')
  expect(() => turns.requireRoom(askerOf('c 1'))).not.toThrow()
  ask('c 1')
  // Now a waits with two; to displace one of them b would have to wait with as many.
  expect(await ask('b 2')).toBe('b 2 UNAVAILABLE 2')
  expect(await open()).toEqual([
    'a 1 done',
    'a 2 done',
    'a 3 UNAVAILABLE 2',
    'b 1 done',
    'a 4 UNAVAILABLE 2',
    'c 1 done',
    'b 2 UNAVAILABLE 2',
  ])
  expect(started).toEqual(['a 1', 'b 1', 'c 1', 'a 2'])
  expect(() => turns.requireRoom(askerOf('a 5'))).not.toThrow()
})

test('known browsers have places of their own, and every other turn', async () => {
  const { ask, open, started } = heldTurns(3)
  for (const name of ['a 1', 'b 1', 'c 1']) ask(name)
  expect(await ask('d 1')).toBe('d 1 UNAVAILABLE 2')
  for (const name of ['known a me 1', 'known a other 1', 'known a other 2']) ask(name)
  await open()
  expect(started).toEqual(['known a me 1', 'a 1', 'known a other 1', 'b 1', 'known a other 2', 'c 1'])
})

test('an account that fills the places of known browsers makes room for another of its network', async () => {
  const { ask, open, started } = heldTurns(3)
  for (const name of ['known a bad 1', 'known a bad 2', 'known a bad 3']) ask(name)
  ask('known a good 1')
  const outcomes = await open()
  expect(outcomes).toContain('known a bad 3 UNAVAILABLE 2')
  expect(started).toEqual(['known a bad 1', 'known a good 1', 'known a bad 2'])
})

test('a failed task gives its turn to the next', async () => {
  const turns = new TurnsByAsker(2, 50)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      turns.run(askerOf(`network${i % 3}`), async () => (i % 2 ? i : Promise.reject(new Error('broken')))),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})
