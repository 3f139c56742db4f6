import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isWithin, networksOf, plainAddress } from '../limits/networks.ts'

const REQUEST_ID = 'x-request-id'

/** What a proxy may send; anything else could forge lines of the log. */
const FOREIGN_ID = /^[\w.-]{8,64}$/

/** Makes the id of a request, by which its response and its lines in the log are found. A trusted proxy's own is kept. */
export function requestIds(config: Pick<Config, 'trustedProxies'>): (request: IncomingMessage) => string {
  const isTrusted = trustedNeighbours(config)
  const process = randomBytes(5).toString('hex')
  let count = 0
  return (request) => {
    const { [REQUEST_ID]: given } = request.headers
    if (typeof given === 'string' && FOREIGN_ID.test(given) && isTrusted(request)) return given
    count += 1
    return `${process}-${count.toString(36)}`
  }
}

export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}

/** Whether a request comes from one of the operator's proxies, whose word counts. */
export function trustedNeighbours({ trustedProxies }: Pick<Config, 'trustedProxies'>) {
  const trusted = networksOf(trustedProxies)
  return ({ socket }: IncomingMessage): boolean => isWithin(trusted, plainAddress(socket.remoteAddress ?? ''))
}
