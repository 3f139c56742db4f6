import { expect, test } from 'vitest'
// @ts-expect-error: plain JavaScript without types, for any Node
import { withAddresses } from './install.mjs'

test('a locked package gets its address in the registry, also one below another, in a scope, or under another name', () => {
  const ours = { name: 'matnanum', version: '0.1.0' }
  const packages = {
    '': ours,
    'node_modules/pg': { version: '8.23.1', integrity: 'sha512-1' },
    'node_modules/a/node_modules/@types/pg': { version: '8.20.0' },
    'node_modules/typescript-compiler': { name: 'typescript', version: '7.0.2' },
  }
  expect(withAddresses(packages)).toEqual({
    '': ours,
    'node_modules/pg': {
      version: '8.23.1',
      integrity: 'sha512-1',
      resolved: 'https://registry.npmjs.org/pg/-/pg-8.23.1.tgz',
    },
    'node_modules/a/node_modules/@types/pg': {
      version: '8.20.0',
      resolved: 'https://registry.npmjs.org/@types/pg/-/pg-8.20.0.tgz',
    },
    'node_modules/typescript-compiler': {
      name: 'typescript',
      version: '7.0.2',
      resolved: 'https://registry.npmjs.org/typescript/-/typescript-7.0.2.tgz',
    },
  })
})
