import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { viewer } from '#tests/viewer.ts'
import { CompressibleBody, PageBody } from './compression.ts'

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

const [before, after] = [
  '<!doctype html><script id="reader" type="application/json">',
  `</script>${'맛있는 국수 '.repeat(9000)}`,
]
const page = () => new PageBody(before + after)
const block = (username: string) => ({
  viewer: { ...viewer, username },
  unread: 0,
  posts: { 7: { liked: true } as const },
  authors: {},
  isPrivate: false,
})
const written = (username: string) => before + JSON.stringify(block(username)).replaceAll('<', '\\u003c') + after

test.each(['하나', '</script><script>', 'a'.repeat(200_000), ''])(
  'the page of a reader has their block in its gap: %.20s',
  (name) => {
    const body = page().withBlock(block(name))
    expect(body.bytes(null).toString()).toBe(written(name))
    expect(gunzipSync(body.bytes('gzip')).toString()).toBe(written(name))
    expect(brotliDecompressSync(body.bytes('br')).toString()).toBe(written(name))
    expect(zstdDecompressSync(body.bytes('zstd')).toString()).toBe(written(name))
  },
)

test('what is shared has no block, and is compressed once for everybody', () => {
  const body = page()
  body.withBlock(block('하나'))
  expect(body.shared.bytes(null).toString()).toBe(before + after)
  expect(body.shared.bytes('gzip')).toBe(body.shared.bytes('gzip'))
})

test('a page without a gap, such as a redirect, has no block', () => {
  expect(new PageBody('<p>맛나눔').withBlock(block('하나')).bytes(null).toString()).toBe('<p>맛나눔')
})
