import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { FairQueue } from '../concurrency/fair-queue.ts'
import { networkOf } from '../limits/networks.ts'

/** For so long requests begin in one turn of the event loop; at least one does. */
const TURN_MS = 0.5

/**
 * When many requests arrive together, a few begin in each turn of the event loop, and networks take turns. Otherwise a
 * new connection, and every answer of the database, would wait until all of them are answered.
 */
export function registerRequestTurns(app: FastifyInstance): void {
  const waiting = new FairQueue<{ begin: () => void }>()
  let since = 0
  let hasTurn = false
  const isOver = () => performance.now() - since >= TURN_MS
  const beginTurn = () => {
    since = performance.now()
    let next = waiting.take()
    hasTurn = next !== undefined
    if (hasTurn) setImmediate(beginTurn)
    for (; next; next = isOver() ? undefined : waiting.take()) next.begin()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasTurn) {
      hasTurn = true
      since = performance.now()
      setImmediate(beginTurn)
      return done()
    }
    if (waiting.size === 0 && !isOver()) return done()
    // A request begins in its own asynchronous context.
    waiting.add([networkOf(request.ip)], { begin: AsyncResource.bind(() => done()) })
  })
}

/** Browsers send no request before the last response; this many may wait. */
const MAX_WAITING = 100

/** Node would handle all requests of a packet, a thousand perhaps, in one turn. Here one follows the other. */
export function handleInOrder({ server }: FastifyInstance): void {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  const handle = server.listeners('request')[0] as RequestListener

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => setImmediate(beginNext, request.socket))
    handle(request, response)
  }
  const beginNext = (socket: Socket) => {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift()
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
    } else if (earlier.push(() => begin(request, response)) > MAX_WAITING) socket.destroy()
  })
}
