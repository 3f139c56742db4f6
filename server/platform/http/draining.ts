import type { ServerResponse } from 'node:http'
import { Server as NetServer, type Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './http-error.ts'

/** Milliseconds for a client to open its next connection after a response. */
const RECONNECT_MS = 100

/** Milliseconds to wait for such connections in all, because other visitors may come until the port closes. */
const RECONNECTS_MS = 500

/** Turns of the event loop without a connection after which none is waiting: each turn accepts at least one. */
const QUIET_TURNS = 3

// Most turns to wait for those. Turns, because milliseconds might pass while the machine stands still.
const MOST_TURNS = 1000

/** Milliseconds for a new connection to send its request. */
const FIRST_REQUEST_MS = 1000

/** Milliseconds in which a replaced process waits for a last request on idle connections. */
const UNUSED_MS = 10_000

/** Milliseconds in which a replaced process waits for requests in flight, such as uploads. */
const IN_FLIGHT_MS = 130_000

const POLL_MS = 10

declare module 'fastify' {
  interface FastifyInstance {
    /** Closes the port after `noticeMs`, then finishes, once `othersClosed` says that all processes have closed it. */
    drain: (noticeMs: number, deadlineMs: number, othersClosed?: () => Promise<void>) => Promise<void>
    announceStop: () => void
    /** Holds responses until `finish`: their clients might reconnect while the port closes. */
    holdResponses: () => void
    finish: (deadlineMs: number) => Promise<void>
    /** Stops while other processes go on: they get new connections, and every request is answered as usual. */
    retire: () => Promise<void>
    isDraining: boolean
  }
}

export function registerDraining(app: FastifyInstance): void {
  const { server } = app
  const connections = new Set<Socket>()
  const inFlight = new Set<ServerResponse>()
  let keepsConnections = true
  let held: PromiseWithResolvers<void> | null = null
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (_request, response: ServerResponse) => {
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
    // The client opens its next connection to another process.
    if (!keepsConnections) response.shouldKeepAlive = false
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!held) return done()
    held.promise.then(() => done(new HttpError(503, 'UNAVAILABLE')), done)
  })

  const closeConnections = () => {
    keepsConnections = false
    for (const response of inFlight) response.shouldKeepAlive = false
  }
  const areClosed = async (patienceMs: number) => {
    for (const until = performance.now() + patienceMs; connections.size > 0 && performance.now() < until; )
      await wait(POLL_MS)
  }
  app.decorate('isDraining', false)
  app.decorate('announceStop', () => {
    app.isDraining = true
    closeConnections()
  })
  app.decorate('holdResponses', () => {
    held ??= Promise.withResolvers()
    for (const response of inFlight) holdBack(response, held.promise)
  })
  app.decorate('finish', async (deadlineMs) => {
    held ??= Promise.withResolvers()
    held.resolve()
    server.closeIdleConnections()
    // Browsers open spare connections and may never send a request on them.
    const isSilent = wait(FIRST_REQUEST_MS).then(async () => {
      while (inFlight.size > 0) await wait(POLL_MS)
    })
    await Promise.race([areClosed(deadlineMs), isSilent])
    server.closeAllConnections()
    await app.close()
  })
  app.decorate('drain', async (noticeMs, deadlineMs, othersClosed) => {
    app.announceStop()
    await wait(noticeMs)
    app.holdResponses()
    await acceptWaiting(server)
    server.close()
    await othersClosed?.()
    await app.finish(deadlineMs)
  })
  app.decorate('retire', async () => {
    closeConnections()
    // An HTTP server's own close would also close idle connections, on which a request may be under way.
    NetServer.prototype.close.call(server)
    await areClosed(UNUSED_MS)
    server.closeIdleConnections()
    await areClosed(IN_FLIGHT_MS)
    server.closeAllConnections()
    await app.close()
  })
}

function holdBack(response: ServerResponse, until: Promise<void>): void {
  const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse
  response.end = (...rest: unknown[]) => {
    until.then(() => end(...rest))
    return response
  }
}

// Resolves when all clients with a last response have reconnected; a closed port would reset queued connections. Call
// it while responses are held.
async function acceptWaiting(server: Server): Promise<void> {
  const deadline = performance.now() + RECONNECTS_MS
  let latest = performance.now()
  let quietTurns = 0
  const onConnection = () => {
    latest = performance.now()
    quietTurns = -1
  }
  server.on('connection', onConnection)
  while (performance.now() < Math.min(latest + RECONNECT_MS, deadline)) await wait(POLL_MS)
  for (let turns = 0; turns < MOST_TURNS && quietTurns < QUIET_TURNS; turns++, quietTurns++) await nextTurn()
  server.off('connection', onConnection)
}
