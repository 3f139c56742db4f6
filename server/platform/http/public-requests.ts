import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '../config/address-config.ts'

const REPLY_MS = 5000

/** Addresses of this machine, of private networks, and others that no public server has (RFC 6890). */
const internalAddresses = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  internalAddresses.addSubnet(network, prefix, 'ipv4')
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  internalAddresses.addSubnet(network, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !internalAddresses.check(address, 'ipv4')
  return isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !internalAddresses.check(address, 'ipv6')
}

/** Resolves a name and refuses internal addresses; the connection uses the checked address. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const refused = addresses?.find(({ address }) => !isPublicAddress(address))
    if (error || refused || !addresses[0]) {
      const reason = `${hostname} leads to ${refused?.address ?? 'nothing'}, which is not public`
      callback(error ?? Object.assign(new Error(reason), { code: 'NOT_PUBLIC' }), '', 0)
    } else if (options.all) callback(null, addresses)
    else callback(null, addresses[0].address, addresses[0].family)
  })
}

/**
 * Sends a POST request and returns the status. The address has to be public, or a loopback one, which the caller must
 * refuse where it is not allowed. Redirects are not followed, and no body is read.
 */
export function sendPostRequest(
  url: URL,
  headers: http.OutgoingHttpHeaders,
  body: Buffer | string | null,
): Promise<number> {
  const { request } = url.protocol === 'http:' ? http : https
  const signal = AbortSignal.timeout(REPLY_MS)
  const lookup = isLoopback(url.hostname) ? {} : { lookup: publicLookup }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers, agent: false, signal, ...lookup }, (reply) => {
      reply.destroy()
      resolve(reply.statusCode ?? 0)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
