import { BlockList, isIPv6, SocketAddress } from 'node:net'

const MAPPED = /^::ffff:(?=[\d.]+$)/i

/**
 * Writes an IPv4 address in its usual form: a dual-stack socket shows it as '::ffff:192.0.2.1', and people may write it
 * as '::ffff:c000:201'.
 */
export function plainAddress(address: string): string {
  const plain = address.replace(MAPPED, '')
  if (!/ffff/i.test(plain) || !isIPv6(plain) || plain.includes('%')) return plain
  return new SocketAddress({ address: plain, family: 'ipv6' }).address.replace(MAPPED, '')
}

/** Network of a client, which limits count as one: an IPv4 address, or the /64 of an IPv6 household. */
export function networkOf(clientAddress: string): string {
  const address = plainAddress(clientAddress)
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

export function parseNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', width] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (width === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(width), family)
  }
  return list
}

export function isInNetworks(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
