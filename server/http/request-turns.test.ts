import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { registerRequestTurns } from './request-turns.ts'

const MANY = 40

afterEach(() => vi.restoreAllMocks())

/** An app that notes the networks of its requests, in the order in which they begin; each takes all the time of a turn. */
async function appThatNotes() {
  const app = Fastify()
  onTestFinished(() => app.close())
  registerRequestTurns(app)
  const begun: string[] = []
  let now = 0
  app.get('/', (request, reply) => {
    begun.push(request.ip)
    now += 1
    reply.send('')
  })
  await app.ready()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const ask = (remoteAddress: string) => app.inject({ method: 'GET', url: '/', remoteAddress })
  return { begun, ask }
}

test('of many requests that arrive together one begins in each turn of the event loop if each takes long', async () => {
  const { begun, ask } = await appThatNotes()
  const all = Array.from({ length: MANY }, () => ask('127.0.2.1'))
  let most = 0
  while (begun.length < MANY) {
    const before = begun.length
    await nextTurn()
    most = Math.max(most, begun.length - before)
  }
  // Two turns may lie between two of the test.
  expect(most).toBeLessThanOrEqual(2)
  await Promise.all(all)
})

test('a request of another network begins before those of one that has many waiting', async () => {
  const { begun, ask } = await appThatNotes()
  const many = Array.from({ length: MANY }, () => ask('127.0.2.1'))
  await Promise.all([...many, ask('127.0.2.2')])
  expect(begun).toHaveLength(MANY + 1)
  expect(begun.slice(0, 4)).toContain('127.0.2.2')
})

test('every request is answered, also after a pause', async () => {
  const { begun, ask } = await appThatNotes()
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: MANY }, () => ask('127.0.2.1')))
    await nextTurn()
    await nextTurn()
  }
  expect(begun).toHaveLength(3 * MANY)
})
