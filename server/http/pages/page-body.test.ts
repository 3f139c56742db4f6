import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { viewer } from '#tests/viewer.ts'
import { PageBody } from './page-body.ts'

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
  isOwnPage: false,
})
const written = (username: string) => before + JSON.stringify(block(username)).replaceAll('<', '\\u003c') + after

test.each(['하나', '</script><script>', 'a'.repeat(200_000), ''])(
  'the page of a reader is one valid gzip file: %.20s',
  (name) => {
    const { bytes, encoding } = page().withBlock(block(name), 'gzip, deflate, br, zstd')
    expect(encoding).toBe('gzip')
    expect(gunzipSync(bytes).toString()).toBe(written(name))
  },
)

test('a reader who accepts no gzip gets the same page uncompressed', () => {
  for (const accepted of ['br', 'identity', 'gzip;q=0', undefined]) {
    const { bytes, encoding } = page().withBlock(block('하나'), accepted)
    expect([encoding, bytes.toString()]).toEqual([null, written('하나')])
  }
})

test('what is shared is compressed once for all readers', () => {
  const body = page()
  const [one, other] = ['하나', '두리'].map((name) => body.withBlock(block(name), 'gzip').bytes)
  const end = (bytes: Buffer | undefined) => bytes?.subarray(-300, -8).toString('hex')
  expect(end(one)).toBe(end(other))
  expect(body.shared().bytes(null).toString()).toBe(before + after)
})

test('only a page that several visitors ask for is compressed harder', () => {
  const body = page()
  const [first, second, third] = [body.shared(), body.shared(), body.shared()].map((shared) => shared.bytes('gzip'))
  expect(gunzipSync(first ?? '')).toEqual(gunzipSync(second ?? ''))
  expect(second?.length).toBeLessThan(first?.length ?? 0)
  expect(third).toBe(second)
})

test('a page without a gap, such as a redirect, has no block', () => {
  const { bytes } = new PageBody('<p>맛나눔').withBlock(block('하나'), 'gzip')
  expect(gunzipSync(bytes).toString()).toBe('<p>맛나눔')
})
