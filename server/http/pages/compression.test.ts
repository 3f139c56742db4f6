import { expect, test } from 'vitest'
import { CompressibleBody } from './compression.ts'

const body = new CompressibleBody(Buffer.from('맛있는 국수 '.repeat(500)))

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=0', null],
  [undefined, null],
  // Each part of it takes time, and all of it is remembered.
  [`gzip, ${'x, '.repeat(100)}`, null],
])('after Accept-Encoding: %s the coding is %s', (header, encoding) => {
  expect(body.encodingFor(header)).toBe(encoding)
})
