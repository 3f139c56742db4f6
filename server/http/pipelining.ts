import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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
