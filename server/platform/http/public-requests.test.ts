import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { isPublicAddress, publicLookup } from './public-requests.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fc00::1',
  '2002:a00:1::',
  '2001:db8::1',
  '64:ff9b::a00:1',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '142.250.66.42', '172.32.0.1', '2404:6800:4004:80a::200a'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([{ all: true }, { all: false }])('a name that leads inside is refused (%j)', async (options) => {
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) =>
    publicLookup('localhost', options, (error: NodeJS.ErrnoException | null, _found: string | LookupAddress[]) =>
      resolve(error),
    ),
  )
  expect(failure?.message).toContain('not public')
})
