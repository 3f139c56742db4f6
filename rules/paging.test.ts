import { expect, test } from 'vitest'
import { formatNear, MAX_PAGE, parseNear, toPageAfterFirst } from './paging.ts'

test('a position is read from and written to a URL, to about 100 metres', () => {
  expect(parseNear('37.566,126.978')).toEqual({ lat: 37.566, lng: 126.978 })
  expect(formatNear({ lat: 37.56612345, lng: -126.9 })).toBe('37.566,-126.900')
})

test.each(['', '37', 'a,b', '91,0', '0,181', '37,127,1', undefined, null, 'NaN,NaN', ' 1,2'])(
  '%o is not a position',
  (text) => {
    expect(parseNear(text)).toBeUndefined()
  },
)

test('a URL names a later page by its number; anything else is the first page', () => {
  expect(toPageAfterFirst('2')).toBe(2)
  expect(toPageAfterFirst(String(MAX_PAGE))).toBe(MAX_PAGE)
  for (const none of ['1', '0', '-2', '2.5', '', 'zwei', undefined, null, String(MAX_PAGE + 1)]) {
    expect(toPageAfterFirst(none)).toBeUndefined()
  }
})
