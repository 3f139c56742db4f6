import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairGate, type GateOptions } from './fair-gate.ts'

function gateOf(options: GateOptions) {
  const gate = new FairGate(options)
  const begun: string[] = []
  const outcomes: Promise<string>[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string) => {
    const task = gate.run(name.split(' ').slice(0, -1), () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
    const outcome = task.then(
      () => `${name} done`,
      ({ code, retryAfter }: { code: string; retryAfter: number }) => `${name} ${code} ${retryAfter}`,
    )
    outcomes.push(outcome)
    return outcome
  }
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn()
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  const endAll = async () => {
    for (let next = 0; next < begun.length; next++) await end(begun[next] as string)
    return Promise.all(outcomes)
  }
  return { gate, begun, ask, settle, end, endAll }
}

const within = (ms: number) => (turn: Promise<void>) =>
  Promise.race([turn, wait(ms).then(() => Promise.reject(new Error('late')))])

test('networks take turns, and within a network the first comes first', async () => {
  const { ask, settle, endAll, begun } = gateOf({ atOnce: 1, maxWaiting: 10 })
  for (const name of ['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1']) ask(name)
  await settle()
  await endAll()
  expect(begun).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3'])
})

test('one network never holds all places, and the others wait for their own turn only', async () => {
  const { gate, begun, ask, settle, end, endAll } = gateOf({ atOnce: 3, ofGroup: 2, maxWaiting: 100 })
  for (const number of [1, 2, 3, 4, 5]) ask(`a ${number}`)
  await settle()
  expect(begun).toEqual(['a 1', 'a 2'])
  for (const name of ['b 1', 'b 2', 'c 1']) ask(name)
  await settle()
  expect(begun).toEqual(['a 1', 'a 2', 'b 1'])
  for (const name of ['a 1', 'a 2', 'b 1']) await end(name)
  expect(begun.slice(3)).toEqual(['a 3', 'c 1', 'b 2'])
  await endAll()
  expect(begun).toHaveLength(8)
  expect(gate.isIdle).toBe(true)
})

test('when the queue is full, the network that waits with most gives way, not whoever comes', async () => {
  const { gate, ask, settle, endAll, begun } = gateOf({ atOnce: 1, maxWaiting: 4, retryAfter: 5 })
  ask('held 1')
  await settle()
  for (const name of ['a 1', 'a 2', 'a 3', 'b 1']) ask(name)
  expect(() => gate.requireRoom(['a'])).toThrow('일시적으로')
  expect(await ask('a 4')).toBe('a 4 UNAVAILABLE 5')
  expect(() => gate.requireRoom(['c'])).not.toThrow()
  ask('c 1')
  // a has two waiting tasks; b would displace one only by having as many.
  expect(await ask('b 2')).toBe('b 2 UNAVAILABLE 5')
  const outcomes = await endAll()
  expect(outcomes.filter((outcome) => outcome.includes('UNAVAILABLE'))).toEqual(
    ['a 3', 'a 4', 'b 2'].map((name) => `${name} UNAVAILABLE 5`),
  )
  expect(begun).toEqual(['held 1', 'a 1', 'b 1', 'c 1', 'a 2'])
  expect(() => gate.requireRoom(['a'])).not.toThrow()
})

test('groups within groups: known browsers get every other turn, and strangers of many networks give way to them', async () => {
  const { ask, settle, endAll, begun } = gateOf({ atOnce: 1, maxWaiting: 6 })
  ask('held 1')
  await settle()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ask(`strangers ${name} 1`)
  expect(await ask('strangers g 1')).toBe('strangers g 1 UNAVAILABLE 2')
  for (const name of ['a me 1', 'a other 1', 'a other 2']) ask(`known ${name}`)
  await endAll()
  expect(begun.slice(1)).toEqual([
    'strangers a 1',
    'known a me 1',
    'strangers b 1',
    'known a other 1',
    'strangers c 1',
    'known a other 2',
  ])
})

test('tasks that wait for nothing begin one in each turn of the event loop, and another network waits for one of them', async () => {
  const gate = new FairGate({ atOnce: 10, maxWaiting: 1000 })
  const seen: string[] = []
  const run = (network: string) => gate.run([network], async () => void seen.push(network))
  const many = Promise.all(Array.from({ length: 900 }, () => run('many')))
  let isOver = false
  many.finally(() => (isOver = true))
  const countTurns = async () => {
    for (; !isOver; await nextTurn()) seen.push('turn')
  }
  const counted = countTurns()
  await nextTurn()
  // The late task comes when hundreds of others wait.
  await run('late')
  expect(seen.filter((what) => what === 'many').length).toBeLessThanOrEqual(4)
  await Promise.all([many, counted])
  expect(seen.filter((what, at) => what === 'many' && seen[at - 1] === 'many')).toEqual([])
})

test('a task that comes when a place is free begins in a turn of its own', async () => {
  const gate = new FairGate({ atOnce: 10, maxWaiting: 1000 })
  const seen: string[] = []
  setImmediate(() => seen.push('everything else'))
  await gate.run(['a'], async () => void seen.push('task'))
  expect(seen).toEqual(['everything else', 'task'])
})

test('between two tasks the event loop may be left to everything else for longer', async () => {
  const gate = new FairGate({ atOnce: 10, maxWaiting: 1000, pause: () => wait(5) })
  const seen: string[] = []
  const tasks = Promise.all(['a', 'b'].map((name) => gate.run([name], async () => void seen.push(name))))
  for (; !seen.includes('b'); await nextTurn()) seen.push('turn')
  await tasks
  expect(seen.indexOf('b') - seen.indexOf('a')).toBeGreaterThan(3)
})

test('while tasks that wait for nothing run, the deadline of the others fires', async () => {
  const gate = new FairGate({ atOnce: 1, maxWaiting: 100, deadline: within(50) })
  const busy = () => {
    for (const until = performance.now() + 20; performance.now() < until; );
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => gate.run(['a'], async () => busy())))
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
  expect(gate.isIdle).toBe(true)
})

test('a task that waits in vain until its deadline is refused and forgotten', async () => {
  const { gate, ask, settle, endAll } = gateOf({ atOnce: 1, maxWaiting: 4, deadline: within(20) })
  ask('a 1')
  await settle()
  expect(await ask('b 1')).toBe('b 1 UNAVAILABLE 2')
  expect(await endAll()).toEqual(['a 1 done', 'b 1 UNAVAILABLE 2'])
  expect(gate.isIdle).toBe(true)
})

test('an aborted task leaves the queue, and one that runs goes on', async () => {
  const gate = new FairGate({ atOnce: 1, maxWaiting: 1 })
  const gone = new AbortController()
  const held = Promise.withResolvers<string>()
  const running = gate.run(['a'], () => held.promise, gone.signal)
  await nextTurn()
  const waiting = gate.run(['a'], async () => 'never', gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(gate.run(['a'], async () => 'never', gone.signal)).rejects.toThrow('gone')
  held.resolve('done')
  expect(await running).toBe('done')
})

test('a failed task gives its place to the next', async () => {
  const gate = new FairGate({ atOnce: 2, maxWaiting: 50 })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      gate.run([`network ${i % 3}`], async () => (i % 2 ? i : Promise.reject(new Error('broken')))),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('all that wait can be refused at once', async () => {
  const { gate, ask, settle, endAll } = gateOf({ atOnce: 1, maxWaiting: 10 })
  ask('a 1')
  await settle()
  for (const name of ['a 2', 'b 1']) ask(name)
  gate.refuseWaiting()
  expect(await endAll()).toEqual(['a 1 done', 'a 2 UNAVAILABLE 2', 'b 1 UNAVAILABLE 2'])
})
