import { expect, test } from 'vitest'
import { withoutUnknownParameters } from './page-parameters.ts'

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/?utm_source=a&fbclid=b', '/'],
  ['/search?keyword=%EA%B5%AD+%EC%88%98&utm_source=a', '/search?keyword=%EA%B5%AD+%EC%88%98'],
  ['/search?fbclid=b&keyword=a%26open%3D1&page=2', '/search?keyword=a%26open%3D1&page=2'],
  ['/search?keyword=a?b=c&keyword=d', '/search?keyword=a?b=c&keyword=d'],
  ['/?Filter=order&filter', '/?filter'],
  // The same name, written otherwise.
  ['/search?%6Beyword=a&constructor=b&=c&&%', '/search?%6Beyword=a'],
])('of %s pages read %s', (url, read) => {
  expect(withoutUnknownParameters(url)).toBe(read)
})
