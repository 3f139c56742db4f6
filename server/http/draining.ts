import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './http-error.ts'

/**
 * Number of turns of the event loop without a new connection after which none is waiting: each turn accepts at least
 * one.
 */
const QUIET_TURNS = 3

/** Longest wait for those turns, in milliseconds. */
const QUIET_MS = 1000

/** Time for a new connection to send its request, in milliseconds. */
const FIRST_REQUEST_MS = 500

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Stops without interrupting requests. For `noticeMs` milliseconds everything is answered as usual, except that
     * `/readyz` answers 503 and each response closes its connection. Then the port closes, the last new requests get
     * 503, and requests in flight have `deadlineMs` milliseconds to finish.
     */
    drain: (noticeMs: number, deadlineMs: number) => Promise<void>
    /** From the call of `drain` on. */
    isDraining: boolean
  }
}

/** Adds `drain()`. Register it before any route. */
export function registerDraining(app: FastifyInstance): void {
  const inFlight = new Set<ServerResponse>()
  let portClosed: Promise<void> | null = null
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
    // The client then opens its next connection to another process.
    if (app.isDraining) response.shouldKeepAlive = false
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!portClosed) return done()
    // Answered at once, the client might reconnect before the port is closed, and be reset.
    portClosed.then(() => done(new HttpError(503, 'UNAVAILABLE')), done)
  })
  app.decorate('isDraining', false)
  app.decorate('drain', async (noticeMs, deadlineMs) => {
    app.isDraining = true
    for (const response of inFlight) response.shouldKeepAlive = false
    await wait(noticeMs)
    const isClosed = Promise.withResolvers<void>()
    portClosed = isClosed.promise
    await acceptWaiting(app)
    const allAnswered = new Promise<void>((resolve) => app.server.close(() => resolve()))
    isClosed.resolve()
    // Browsers open spare connections and may never send a request on them.
    const isSilent = wait(FIRST_REQUEST_MS).then(async () => {
      while (inFlight.size > 0) await wait(10)
    })
    await Promise.race([allAnswered, isSilent, wait(deadlineMs)])
    app.server.closeAllConnections()
    await app.close()
  })
}

/** Resolves when every connection that the system has made is accepted; closing the port resets those in its queue. */
async function acceptWaiting({ server }: FastifyInstance): Promise<void> {
  let quietTurns = 0
  const onConnection = () => {
    quietTurns = -1
  }
  server.on('connection', onConnection)
  for (const deadline = Date.now() + QUIET_MS; quietTurns < QUIET_TURNS && Date.now() < deadline; quietTurns++) {
    await nextTurn()
  }
  server.off('connection', onConnection)
}
