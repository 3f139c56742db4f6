import type { BlockList } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isInNetworks, parseNetworks, plainAddress } from '../limits/networks.ts'
import { HourlyMentions } from './request-log.ts'

/** Most addresses that are logged in an hour: a local network may have a million. */
const MAX_NEIGHBOURS = 20

// Private networks, where operators' proxies are. Other peers may be visitors, whose address is not logged.
const LOCAL = parseNetworks([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

/** Warns of a proxy whose headers are not trusted, because all its visitors then count as one network. */
export function registerProxyWarnings(app: FastifyInstance, config: Pick<Config, 'trustedProxies'>): void {
  const warnings = new ProxyWarnings(config.trustedProxies, app.log)
  app.addHook('onRequest', (request, _reply, done) => {
    warnings.notice(request)
    done()
  })
}

export class ProxyWarnings {
  readonly #trusted: BlockList
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #once: HourlyMentions

  constructor(trusted: readonly string[], log: Pick<FastifyBaseLogger, 'warn'>, now?: () => number) {
    this.#trusted = parseNetworks(trusted)
    this.#log = log
    this.#once = new HourlyMentions(MAX_NEIGHBOURS, now)
  }

  notice({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): void {
    const hasAddresses = headers['x-forwarded-for'] !== undefined
    if (!hasAddresses && headers.forwarded === undefined) return
    const neighbour = plainAddress(socket.remoteAddress ?? '')
    const isTrusted = isInNetworks(this.#trusted, neighbour)
    if (isTrusted && hasAddresses) return
    const name = isInNetworks(LOCAL, neighbour) ? neighbour : 'a public address'
    if (this.#once.isNew(name)) this.#log.warn(isTrusted ? onlyForwarded(name) : notTrusted(name))
  }
}

const EFFECT = 'so everybody behind it counts as one visitor, and all are turned away when one uses up a limit'

function notTrusted(neighbour: string): string {
  return `Forwarding headers come from ${neighbour}, which TRUST_PROXY does not list, ${EFFECT}. If that is your proxy, add its address to TRUST_PROXY.`
}

function onlyForwarded(neighbour: string): string {
  return `The proxy ${neighbour} sends Forwarded without X-Forwarded-For, which is the only one that is read, ${EFFECT}. Let it send X-Forwarded-For.`
}
