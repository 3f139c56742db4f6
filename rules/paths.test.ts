import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailFragment, emailOfFragment, loginCausePath, paths, postPath, safeReturnPath } from './paths.ts'

const pieces = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '%2e',
  '%2E%2E',
  '%2f',
  '%5c',
  '@',
  ':',
  '?',
  '#',
  '&',
  ' ',
  '\t',
  '\n',
  '\r',
  '\0',
]
const words = [
  'evil.example',
  'http:',
  'https:',
  'javascript:',
  'data:',
  'edit',
  '12',
  'add_post',
  'user:pw@evil.example',
  '한글',
]
const nearPaths = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 8 }).map((parts) => `/${parts.join('')}`)

test('whatever `next` says, the way back stays on this site', () => {
  fc.assert(
    fc.property(fc.oneof(nearPaths, fc.string(), fc.anything()), (next) => {
      const own = safeReturnPath(next)
      expect(own.startsWith('/')).toBe(true)
      for (const origin of ['https://matnanum.example', 'http://127.0.0.1:3000']) {
        expect(new URL(own, origin).origin).toBe(origin)
      }
      expect(safeReturnPath(own)).toBe(own)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/a/../..//evil.example',
  'https://evil.example',
  '\t//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '',
  null,
  undefined,
  1,
  ['/edit/1'],
])('%j leads to home', (next) => {
  expect(safeReturnPath(next)).toBe(paths.home)
})

test.each(['/', '/add_post', '/edit/12', '/search?keyword=%EA%B5%AD%EB%B0%A5&filter=latest', '/post/1#like'])(
  '%s is kept as the way back',
  (next) => {
    expect(safeReturnPath(next)).toBe(next)
  },
)

test('the page of a post is a local path for any id', () => {
  expect(postPath('12')).toBe('/post/12')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (id) => {
      expect(postPath(id)).toMatch(/^\/post\/[^/?#]*$/)
    }),
  )
})

test.each(['hana@naver.com', 'a&b=c#d@x.kr', '한글+점@예.kr'])('the fragment of %s passes it on whole', (email) => {
  expect(emailFragment(email)).not.toMatch(/[@#+]/)
  expect(emailOfFragment(emailFragment(email))).toBe(email)
  expect(emailOfFragment(`#${emailFragment(email)}`)).toBe(email)
})

test('any other fragment passes on nothing', () => {
  expect(emailOfFragment('content')).toBe('')
})

test.each([
  [undefined, null],
  ['/account/my_list?page=2', '/account/my_list'],
  ['/account/profile', '/account'],
  ['/edit/7', '/edit'],
  ['/add_post', '/add_post'],
  ['/me?list=been', '/me'],
  ['/post/7', '/'],
  ['//evil.example/edit', '/'],
  ['', '/'],
])('for the way back to %j the login says what it says for %j', (next, cause) => {
  expect(loginCausePath(next)).toBe(cause)
  expect(loginCausePath(cause ?? undefined)).toBe(cause)
})
