import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { apiPaths } from '#rules/paths.ts'
import { HttpError } from './http-error.ts'

const POLL_MS = 10

/** How long a connection that was just made may take to send its request, in milliseconds. */
const FIRST_REQUEST_MS = 500

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Stops answering without cutting anybody off: for `noticeMs` milliseconds everything is answered as ever, except that
     * `/readyz` says 503 and each answer ends its connection; then what is new gets 503 until the requests in flight are
     * answered, `deadlineMs` milliseconds after that at the latest; only then the port closes.
     */
    drain: (noticeMs: number, deadlineMs: number) => Promise<void>
    /** From the moment that `drain` is called. */
    isDraining: boolean
  }
}

/** Adds `drain()`. Register it before any route. */
export function registerDraining(app: FastifyInstance): void {
  const inFlight = new Set<ServerResponse>()
  let isRefusing = false
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
    // Its client opens the next connection to a process that stays.
    if (app.isDraining) response.shouldKeepAlive = false
  })
  app.addHook('onRequest', async ({ url }) => {
    if (isRefusing && url !== apiPaths.healthz) throw new HttpError(503, 'UNAVAILABLE')
  })
  app.decorate('isDraining', false)
  app.decorate('drain', async (noticeMs, deadlineMs) => {
    app.isDraining = true
    for (const response of inFlight) response.shouldKeepAlive = false
    await wait(noticeMs)
    isRefusing = true
    for (const deadline = Date.now() + deadlineMs; inFlight.size > 0 && Date.now() < deadline; ) await wait(POLL_MS)
    await closePort(app)
  })
}

/**
 * Closes the port at a moment when every connection that the system has made is accepted: one in its queue would be reset.
 * What sends nothing after that, as browsers' spare connections, is let go.
 */
async function closePort(app: FastifyInstance): Promise<void> {
  // After the events of this turn, new connections among them.
  await new Promise<void>((resolve) => setImmediate(resolve))
  const closing = app.close()
  await Promise.race([closing, wait(FIRST_REQUEST_MS)])
  app.server.closeAllConnections()
  await closing
}
