import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { EACH_TURN, registerRequestTurns } from './request-turns.ts'

/** An app that notes the networks of its requests, in the order in which they begin. */
function appThatNotes() {
  const app = Fastify()
  onTestFinished(() => app.close())
  registerRequestTurns(app)
  const begun: string[] = []
  app.get('/', async (request) => void begun.push(request.ip))
  const ask = (remoteAddress: string) => app.inject({ method: 'GET', url: '/', remoteAddress })
  return { app, begun, ask }
}

test('of many requests that arrive together a few begin in each turn of the event loop', async () => {
  const { app, begun, ask } = appThatNotes()
  await app.ready()
  const all = Array.from({ length: 10 * EACH_TURN }, () => ask('127.0.2.1'))
  const each: number[] = []
  while (begun.length < all.length) {
    const before = begun.length
    await nextTurn()
    each.push(begun.length - before)
  }
  expect(Math.max(...each)).toBeLessThanOrEqual(EACH_TURN)
  await Promise.all(all)
})

test('a request of another network begins before those of one that has many waiting', async () => {
  const { app, begun, ask } = appThatNotes()
  await app.ready()
  const many = Array.from({ length: 10 * EACH_TURN }, () => ask('127.0.2.1'))
  await Promise.all([ask('127.0.2.2'), ...many])
  expect(begun.indexOf('127.0.2.2')).toBeLessThan(3 * EACH_TURN)
})

test('every request is answered, also after a pause', async () => {
  const { app, begun, ask } = appThatNotes()
  await app.ready()
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 3 * EACH_TURN }, () => ask('127.0.2.1')))
    await nextTurn()
    await nextTurn()
  }
  expect(begun).toHaveLength(9 * EACH_TURN)
})
