import { BlockList, isIPv6 } from 'node:net'

/** Addresses and networks in CIDR notation, as TRUST_PROXY lists them. */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', width] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (width === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(width), family)
  }
  return list
}

/** Whether the list has that address. */
export function isWithin(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
