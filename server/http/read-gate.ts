import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairGate } from '../concurrency/fair-gate.ts'
import type { Config } from '../config.ts'
import { WaitLimit, waitWithinLimit } from '../db/wait-limit.ts'
import { networkOf } from '../limits/networks.ts'

/** Of all networks. Beyond it the network with most waiting gives way. */
const MAX_WAITING = 2000

// While connections arrive, the gate pauses for a millisecond between two responses. Each turn of the event loop
// accepts one connection, so a visitor would wait for as many responses as connections came before.
const ARRIVING_MS = 20
const PAUSE_MS = 1

declare module 'fastify' {
  interface FastifyInstance {
    /** Computes a response that no cache has, when the network of the request has a turn. */
    inReadTurn: <T>(request: FastifyRequest, compute: () => Promise<T>) => Promise<T>
  }
}

/** Networks take turns; more reads at once than connections of the database would only wait for each other. */
export function registerReadGate(app: FastifyInstance, { databasePool }: Pick<Config, 'databasePool'>): void {
  app.addHook('onRequest', (_request, _reply, done) => new WaitLimit().run(done))
  let lastArrival = Number.NEGATIVE_INFINITY
  app.server.on('connection', () => {
    lastArrival = performance.now()
  })
  const gate = new FairGate({
    atOnce: databasePool,
    ofGroup: Math.ceil((databasePool * 2) / 3),
    maxWaiting: MAX_WAITING,
    deadline: waitWithinLimit,
    pause: () => (performance.now() - lastArrival < ARRIVING_MS ? PAUSE_MS : 0),
  })
  app.decorate('inReadTurn', (request, compute) => gate.run([networkOf(request.ip)], compute))
}
