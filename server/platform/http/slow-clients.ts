import type { IncomingMessage } from 'node:http'
import { type BlockList, Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiPaths } from '#rules/paths.ts'
import { IMPORT_PATH } from '#rules/place-imports.ts'
import { type Config, shareOfProcess } from '../config.ts'
import { isInNetworks, networkOf, parseNetworks, plainAddress } from '../limits/networks.ts'

/** How long the site waits for clients, in milliseconds, and how much they may hold meanwhile. */
export type ClientLimits = Readonly<{
  headers: number
  /** Until the end of a body of at most 64 kB. Uploads have limits of their own (`upload-body.ts`). */
  body: number
  /** Until the end of any request; enough for ten megabytes over a slow uplink. */
  request: number
  /** Time without a byte in either direction while a request is answered. */
  silence: number
  check: number
  /** Open connections of one network, most of them idle. Carriers put thousands of people behind one address. */
  connections: number
  connectionsInAll: number
  /** Incomplete bodies of one network. A body takes milliseconds, so this is enough for a school behind one address. */
  bodies: number
  bodiesInAll: number
}>

export const CLIENT_LIMITS: ClientLimits = {
  headers: 20_000,
  body: 30_000,
  request: 130_000,
  silence: 120_000,
  check: 5000,
  connections: 2000,
  connectionsInAll: 20_000,
  bodies: 100,
  bodiesInAll: 1000,
}

/** Limits of one of several processes, which together hold as much as a single one. */
export function clientLimitsOfEach(config: Pick<Config, 'processes'>): ClientLimits {
  const { connections, connectionsInAll, bodies, bodiesInAll } = CLIENT_LIMITS
  return {
    ...CLIENT_LIMITS,
    connections: shareOfProcess(config, connections),
    connectionsInAll: shareOfProcess(config, connectionsInAll),
    bodies: shareOfProcess(config, bodies),
    bodiesInAll: shareOfProcess(config, bodiesInAll),
  }
}

export function serverTimeouts({ headers, request, silence, check }: ClientLimits) {
  return {
    requestTimeout: request,
    connectionTimeout: silence,
    http: { headersTimeout: headers, connectionsCheckingInterval: check },
  }
}

export function registerClientLimits(app: FastifyInstance, config: Config, clientLimits: ClientLimits): void {
  boundConnections(app, parseNetworks(config.trustedProxies), clientLimits)
  boundBodies(app, clientLimits)
}

function boundConnections({ server }: FastifyInstance, trusted: BlockList, clientLimits: ClientLimits): void {
  const connections = new LruByNetwork<Socket>(clientLimits.connections, clientLimits.connectionsInAll)
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (isInNetworks(trusted, address)) return
    connections.add(socket, networkOf(address))?.destroy()
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => connections.touch(socket))
}

function boundBodies(app: FastifyInstance, clientLimits: ClientLimits): void {
  const bodies = new LruByNetwork<IncomingMessage>(clientLimits.bodies, clientLimits.bodiesInAll)
  // Node's code for a slow request, which `answerMalformed` answers with 408.
  const timeout = () => Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const cut = ({ socket }: IncomingMessage) => app.server.emit('clientError', timeout(), socket)
  const watch = ({ raw, ip }: FastifyRequest) => {
    const late = bodies.add(raw, networkOf(ip))
    if (late) cut(late)
    const timer = setTimeout(cut, clientLimits.body, raw)
    raw.once('close', () => {
      bodies.delete(raw)
      clearTimeout(timer)
    })
  }
  let begun: FastifyRequest[] = []
  const watchIncomplete = () => {
    const requests = begun
    begun = []
    // Injected requests of tests have no real socket.
    for (const request of requests) {
      const { complete, destroyed, socket } = request.raw
      if (!complete && !destroyed && socket instanceof Socket) watch(request)
    }
  }
  app.addHook('onRequest', (request, _reply, done) => {
    // Most bodies arrive with their headers, so only those incomplete in the next turn are tracked.
    if (hasBody(request) && begun.push(request) === 1) setImmediate(watchIncomplete)
    done()
  })
}

const longBodies = new Set<string | undefined>([apiPaths.upload, IMPORT_PATH])

function hasBody({ headers, routeOptions }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return (length !== '0' || encoding !== undefined) && !longBodies.has(routeOptions.url)
}

/**
 * Items by network. Above the limit of one network, `add` evicts its least recently used item; above the limit of all,
 * that of the network with most items.
 */
export class LruByNetwork<T> {
  readonly #networkOf = new Map<T, string>()
  readonly #networks = new Map<string, Set<T>>()
  readonly #ofNetwork: number
  readonly #inAll: number

  constructor(ofNetwork: number, inAll: number) {
    this.#ofNetwork = ofNetwork
    this.#inAll = inAll
  }

  add(item: T, network: string): T | undefined {
    this.#networkOf.set(item, network)
    const held = this.#use(item, network)
    if (held.size > this.#ofNetwork) return this.#evictFrom(held)
    return this.#networkOf.size > this.#inAll ? this.#evictFrom(this.#largest()) : undefined
  }

  touch(item: T): void {
    const network = this.#networkOf.get(item)
    if (network !== undefined) this.#use(item, network)
  }

  delete(item: T): void {
    const network = this.#networkOf.get(item)
    if (network === undefined) return
    this.#networkOf.delete(item)
    const held = this.#networks.get(network)
    held?.delete(item)
    if (held?.size === 0) this.#networks.delete(network)
  }

  #use(item: T, network: string): Set<T> {
    const held = this.#networks.get(network) ?? new Set()
    this.#networks.delete(network)
    this.#networks.set(network, held)
    held.delete(item)
    held.add(item)
    return held
  }

  #largest(): Set<T> {
    let largest = new Set<T>()
    for (const held of this.#networks.values()) if (held.size > largest.size) largest = held
    return largest
  }

  #evictFrom(held: Set<T>): T | undefined {
    for (const item of held) {
      this.delete(item)
      return item
    }
    return undefined
  }
}
