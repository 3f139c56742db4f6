import type { FastifyInstance } from 'fastify'
import { FairQueue } from '../concurrency/fair-queue.ts'
import { networkOf } from '../limits/networks.ts'

/** How many requests begin in one turn of the event loop. */
export const EACH_TURN = 4

/**
 * When many requests arrive together, a few begin in each turn of the event loop, and networks take turns. Otherwise a
 * new connection, and every answer of the database, would wait until all of them are answered.
 */
export function registerRequestTurns(app: FastifyInstance): void {
  const waiting = new FairQueue<{ begin: () => void }>()
  let begun = 0
  let hasTurn = false
  const beginTurn = () => {
    begun = 0
    for (let next = waiting.take(); next; next = begun < EACH_TURN ? waiting.take() : undefined) {
      begun++
      next.begin()
    }
    hasTurn = begun > 0
    if (hasTurn) setImmediate(beginTurn)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasTurn) setImmediate(beginTurn)
    hasTurn = true
    if (begun < EACH_TURN) {
      begun++
      return done()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.add([networkOf(request.ip)], { begin: resolve })
    promise.then(() => done(), done)
  })
}
