import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '../config/address-config.ts'
import type { Config } from '../config.ts'

/** Addresses of this machine, of private networks, and others that no push service has (RFC 6890). */
const inside = new BlockList()
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
  inside.addSubnet(network, prefix, 'ipv4')
}

/** Only global unicast addresses are public, and of these not those that lead to IPv4 or are for documents. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/**
 * The URL of a subscription if we may send requests to it: https, at a push service that the operator names, as browsers
 * make it. A service on this machine, for tests, may have http.
 */
export function allowedEndpoint(endpoint: string, { pushHosts }: Pick<Config, 'pushHosts'>): URL | null {
  const url = URL.parse(endpoint)
  const isNamed = pushHosts.some((host) => url?.hostname === host || url?.hostname.endsWith(`.${host}`))
  if (!url || !isNamed || url.username + url.password + url.hash !== '') return null
  if (isLoopback(url.hostname)) return url
  return url.protocol === 'https:' && url.port === '' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? url : null
}

/** Resolves a name, and refuses one that leads inside: checked for the very address that is connected to. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const refused = addresses?.find(({ address }) => !isPublicAddress(address))
    if (error || refused || !addresses[0]) {
      callback(error ?? new Error(`${hostname} leads to ${refused?.address ?? 'nothing'}, which is not public`), '', 0)
    } else if (options.all) callback(null, addresses)
    else callback(null, addresses[0].address, addresses[0].family)
  })
}
