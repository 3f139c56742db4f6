import { expect, test } from 'vitest'
import { acceptsGzip } from './compression.ts'

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br', false],
  ['gzip;q=0', false],
  [undefined, false],
  // Each part of it takes time, and all of it is remembered.
  [`gzip, ${'x, '.repeat(100)}`, false],
])('after Accept-Encoding: %s gzip is accepted: %s', (header, isAccepted) => {
  expect(acceptsGzip(header)).toBe(isAccepted)
})
