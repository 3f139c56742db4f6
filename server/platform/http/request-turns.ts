import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairGate } from '../concurrency/fair-gate.ts'
import type { Config } from '../config.ts'
import { forNetwork } from '../db/connection-turns.ts'
import { WaitLimit, waitWithinLimit } from '../db/wait-limit.ts'
import { FairQueue } from '../fair-queue.ts'
import { networkOf } from '../limits/networks.ts'

/** For so long requests begin in one turn of the event loop; at least one does. */
const TURN_MS = 0.5
/** Most of the work of a request comes after its beginning, when its body has been read. */
const MOST_IN_TURN = 4

/**
 * When many requests arrive together, a few begin in each turn of the event loop, and networks take turns. Otherwise a
 * new connection, and every answer of the database, would wait until all of them are answered.
 */
export function registerRequestTurns(app: FastifyInstance): void {
  const waiting = new FairQueue<{ begin: () => void }>()
  let since = 0
  let hasTurn = false
  let begun = 0
  const isOver = () => begun >= MOST_IN_TURN || performance.now() - since >= TURN_MS
  const beginTurn = () => {
    since = performance.now()
    begun = 0
    let next = waiting.take()
    hasTurn = next !== undefined
    if (hasTurn) setImmediate(beginTurn)
    for (; next; next = isOver() ? undefined : waiting.take()) {
      begun++
      next.begin()
    }
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasTurn) {
      hasTurn = true
      since = performance.now()
      begun = 1
      setImmediate(beginTurn)
      return done()
    }
    if (waiting.size === 0 && !isOver()) {
      begun++
      return done()
    }
    // A request begins in its own asynchronous context.
    waiting.add([networkOf(request.ip)], { begin: AsyncResource.bind(() => done()) })
  })
}

/**
 * Browsers send no request before the last response. So many may wait on one connection, and on all together, because each may
 * have 16 kB of headers.
 */
const MAX_ON_CONNECTION = 100
const MAX_ON_CONNECTIONS = 1000

/** Node would handle all requests of a packet, a thousand perhaps, in one turn. Here one follows the other. */
export function handleInOrder({ server }: FastifyInstance): void {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  let inAll = 0
  const handle = server.listeners('request')[0] as RequestListener

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => setImmediate(beginNext, request.socket))
    handle(request, response)
  }
  const beginNext = (socket: Socket) => {
    const own = waiting.get(socket) ?? []
    const next = socket.destroyed ? undefined : own.shift()
    inAll -= next ? 1 : own.length
    if (next) next()
    else waiting.delete(socket)
  }
  server.removeListener('request', handle)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const earlier = waiting.get(socket)
    if (!earlier) {
      waiting.set(socket, [])
      begin(request, response)
    } else {
      inAll++
      if (earlier.push(() => begin(request, response)) > MAX_ON_CONNECTION || inAll > MAX_ON_CONNECTIONS)
        socket.destroy()
    }
  })
}

/** How many reads, and how many writes, of all networks may wait. Beyond it the network with most waiting gives way. */
const MAX_WAITING = 2000

/** While connections arrive, they get so many times the time of what begins at the gates, and not more at once. */
const ARRIVING_SHARE = 3
const MOST_ARRIVING_MS = 300
/** For so long what has begun is waited for. */
const ENDING_MS = 100

/** After so long without a new connection none is arriving. */
const QUIET_MS = 20

/**
 * Each turn of the event loop accepts one connection, so a visitor would wait for what eight hundred turns do if that many
 * came before. So first the connections are accepted that are there.
 */
function pauseForConnections({ server }: FastifyInstance): (isBusy: () => boolean) => Promise<void> | undefined {
  let last = Number.NEGATIVE_INFINITY
  let ended = Number.NEGATIVE_INFINITY
  server.on('connection', () => {
    last = performance.now()
  })
  const isArriving = () => performance.now() - last < QUIET_MS
  const aMoment = async () => {
    await wait(1)
    // The turn of a late timer begins before what has arrived meanwhile.
    await nextTurn()
  }
  const untilAccepted = async (isBusy: () => boolean) => {
    const since = performance.now()
    // What has begun works in many turns, each of which accepts one connection only.
    while (isBusy() && isArriving() && performance.now() - since < ENDING_MS) await aMoment()
    const end = performance.now() + Math.min(MOST_ARRIVING_MS, (performance.now() - ended) * ARRIVING_SHARE)
    for (let seen = 0; seen !== last && performance.now() < end; ) {
      seen = last
      await aMoment()
    }
    ended = performance.now()
  }
  return (isBusy) => (isArriving() ? untilAccepted(isBusy) : undefined)
}

/** Longer than a read may wait: writes of one person wait for each other, and nobody likes to lose what they wrote. */
const WRITE_WAIT_MS = 10_000

function waitToWrite(turn: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no turn to write')), WRITE_WAIT_MS)
  return Promise.race([turn, late.promise]).finally(() => clearTimeout(timer))
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Computes a response that no cache has, when the network of the request has a turn. */
    inReadTurn: <T>(request: FastifyRequest, compute: () => Promise<T>) => Promise<T>
    /** The same for what a member writes, within the member's network. */
    inWriteTurn: <T>(request: FastifyRequest, accountId: number, write: () => Promise<T>) => Promise<T>
    /** The same for what compares or stores a password. */
    inPasswordTurn: <T>(request: FastifyRequest, task: () => Promise<T>) => Promise<T>
  }
}

/** So many more may run than the queue of `Passwords` holds: it has to be full to decide who gives way. */
const BESIDE_PASSWORDS = 20

/**
 * Networks take turns. More reads at once than connections of the database would only wait for each other. Writes may hold half of
 * the connections, because they also wait for each other's rows.
 */
export function registerGates(
  app: FastifyInstance,
  { databasePool, passwordQueue }: Pick<Config, 'databasePool' | 'passwordQueue'>,
): void {
  app.addHook('onRequest', ({ ip }, _reply, done) => forNetwork(networkOf(ip), () => new WaitLimit().run(done)))
  const pause = pauseForConnections(app)
  const gateOf = (atOnce: number, deadline: (turn: Promise<void>) => Promise<void>) =>
    new FairGate({
      atOnce,
      ofGroup: Math.ceil((atOnce * 2) / 3),
      maxWaiting: MAX_WAITING,
      deadline,
      pause,
    })
  const reads = gateOf(databasePool, waitWithinLimit)
  const writes = gateOf(Math.ceil(databasePool / 2), waitToWrite)
  const passwords = gateOf(passwordQueue + BESIDE_PASSWORDS, waitToWrite)
  app.decorate('inReadTurn', (request, compute) => reads.run([networkOf(request.ip)], compute))
  app.decorate('inWriteTurn', (request, accountId, write) =>
    writes.run([networkOf(request.ip), String(accountId)], write),
  )
  app.decorate('inPasswordTurn', (request, task) => passwords.run([networkOf(request.ip)], task))
}
