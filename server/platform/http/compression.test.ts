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
  // A long header would take time and memory.
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
    const body = page()
    expect(body.withBlock(block(name)).toString()).toBe(written(name))
    expect(gunzipSync(body.gzippedWithBlock(block(name))).toString()).toBe(written(name))
    expect(gunzipSync(body.gzippedWithBlock(block('둘'))).toString()).toBe(written('둘'))
  },
)

test('what is shared has no block, and is compressed once for everybody', () => {
  const body = page()
  body.gzippedWithBlock(block('하나'))
  expect(body.shared.bytes(null).toString()).toBe(before + after)
  for (const [encoding, unpack] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const) {
    expect(unpack(body.shared.bytes(encoding)).toString()).toBe(before + after)
    expect(body.shared.bytes(encoding)).toBe(body.shared.bytes(encoding))
  }
})

test('a redirect has no gap for a block', () => {
  expect(new PageBody('<p>맛나눔').hasGap).toBe(false)
  expect(page().hasGap).toBe(true)
})

test('a packed body is the same in every coding and takes a fraction of the memory', () => {
  const [plain, packed] = [page(), page()]
  packed.pack()
  expect(packed.size).toBeLessThan(plain.size / 10)
  expect(packed.shared.bytes(null)).toEqual(plain.shared.bytes(null))
  expect(packed.shared.etag('br')).toBe(plain.shared.etag('br'))
  expect(packed.withBlock(block('하나')).toString()).toBe(written('하나'))
  const { size } = packed
  for (const encoding of ['zstd', 'br', 'gzip'] as const) {
    const { length, buffer } = plain.shared.bytes(encoding)
    expect(buffer.byteLength).toBe(length)
  }
  expect(gunzipSync(packed.gzippedWithBlock(block('하나'))).toString()).toBe(written('하나'))
  packed.shared.bytes('gzip')
  expect(packed.size).toBeGreaterThan(size)
})

test('a body too short to compress stays as it is', () => {
  const short = new CompressibleBody(Buffer.from('{"data":null}'))
  short.pack()
  expect([short.size, short.bytes(null).toString()]).toEqual([13, '{"data":null}'])
})
