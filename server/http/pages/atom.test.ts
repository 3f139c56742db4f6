import { expect, test } from 'vitest'
import { atomXml } from './feeds.ts'

const feed = { title: '맛나눔', url: 'https://a.example/', self: 'https://a.example/feed.atom' }

test('characters that XML cannot express are left out, all others stay', () => {
  const text = '가\0\u0007\u001b\ufffe\uffff\ud800나\u2028\t🍜'
  expect(atomXml({ ...feed, title: text, entries: [] })).toContain('<title>가나\u2028\t🍜</title>')
})

test('a feed without posts has changed at some time', () => {
  expect(atomXml({ ...feed, entries: [] })).toContain('<updated>1970-01-01T00:00:00Z</updated>')
})
