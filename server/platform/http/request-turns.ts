import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { runForNetwork } from '../database/connection-turns.ts'
import { WaitLimit, waitWithinLimit } from '../database/wait-limit.ts'
import { FairQueue } from '../fair-queue.ts'
import { networkOf } from '../limits/networks.ts'
import { FairGate } from '../turns/fair-gate.ts'

/** Milliseconds in which requests begin per turn of the event loop; at least one begins. */
const TURN_MS = 0.5
/** Most requests that begin in a turn, because most work of a request comes after its beginning. */
const MOST_IN_TURN = 4

/**
 * Begins a few requests in each turn of the event loop, in turns of their networks. Otherwise new connections and
 * answers of the database would wait for all requests that arrive together.
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
    waiting.add([networkOf(request.ip)], { begin: AsyncResource.bind(() => done()) })
  })
}

/**
 * Pipelined requests that may wait on one connection, and on all: each may have 16 kB of headers. Browsers do not
 * pipeline.
 */
const MAX_ON_CONNECTION = 100
const MAX_ON_CONNECTIONS = 1000

/** Handles pipelined requests one after the other; Node would start a thousand of them in one turn. */
export function handlePipelinedInOrder({ server }: FastifyInstance): void {
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

/** Most reads, and most writes, that wait; beyond it the network with most waiting loses one. */
const MAX_WAITING = 2000

/** While connections arrive, accepting them gets this many times as long as starting tasks. */
const ARRIVING_SHARE = 3
const MOST_ARRIVING_MS = 300
const ENDING_MS = 100

/** Milliseconds without a new connection after which no more are expected. */
const QUIET_MS = 20

/**
 * Accepts waiting connections before tasks start: each turn of the event loop accepts only one, so a visitor behind
 * eight hundred others would wait for the tasks of as many turns.
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
    await nextTurn()
  }
  const untilAccepted = async (isBusy: () => boolean) => {
    const since = performance.now()
    // Running tasks take many turns, each of which accepts only one connection.
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

/**
 * Milliseconds that a write waits for its turn. Longer than the wait of a read, because writes of one person wait for
 * each other, and losing them hurts.
 */
const WRITE_WAIT_MS = 10_000

function waitToWrite(turn: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no turn to write')), WRITE_WAIT_MS)
  return Promise.race([turn, late.promise]).finally(() => clearTimeout(timer))
}

declare module 'fastify' {
  interface FastifyInstance {
    inReadTurn: <T>(request: FastifyRequest, compute: () => Promise<T>) => Promise<T>
    inWriteTurn: <T>(request: FastifyRequest, accountId: number, write: () => Promise<T>) => Promise<T>
    inPasswordTurn: <T>(request: FastifyRequest, task: () => Promise<T>) => Promise<T>
  }
}

/**
 * How many more tasks may wait for the gate of passwords than fit the queue of `Passwords`: that queue then fills first, and
 * when it is full `Passwords` chooses the task that gives way.
 */
const WAITING_BESIDE_PASSWORDS = 20

/**
 * Gates in which networks take turns. More parallel reads than connections would only wait. Writes may hold half of the
 * connections, because they also wait for each other's rows.
 */
export function registerGates(
  app: FastifyInstance,
  { databasePool, passwordQueue }: Pick<Config, 'databasePool' | 'passwordQueue'>,
): void {
  app.addHook('onRequest', ({ ip }, _reply, done) => runForNetwork(networkOf(ip), () => new WaitLimit().run(done)))
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
  const passwords = gateOf(passwordQueue + WAITING_BESIDE_PASSWORDS, waitToWrite)
  app.decorate('inReadTurn', (request, compute) => reads.run([networkOf(request.ip)], compute))
  app.decorate('inWriteTurn', (request, accountId, write) =>
    writes.run([networkOf(request.ip), String(accountId)], write),
  )
  app.decorate('inPasswordTurn', (request, task) => passwords.run([networkOf(request.ip)], task))
}
