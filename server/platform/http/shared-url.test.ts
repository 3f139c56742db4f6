import { expect, test } from 'vitest'
import { paths } from '#rules/paths.ts'
import { sharedUrl } from './shared-url.ts'

test.each([
  ['/nope1', '/not_found'],
  ['/nope2?page=3', '/not_found'],
  ['/post/1/more', '/not_found'],
  ['/account/nope', '/not_found'],
  ['/legal/nope', '/not_found'],
  ['/%E0%A4%A', '/not_found'],
  ['/account/login', '/account/login'],
  ['/account/login?page=1', '/account/login'],
  ['/Account/%6Cogin?next=/x1', '/account/login?next=/'],
  ['/account/login?next=', '/account/login?next=/'],
  ['/account/login?next=/x1&next=%2Fedit%2F7', '/account/login?next=/edit'],
  ['/account/login?next=//evil.example', '/account/login?next=/'],
  ['/account/sign_up?next=/add_post?x=1', '/account/sign_up?next=/add_post'],
  ['/account/forgot_password?next=/account/my_list', '/account/forgot_password?next=/account/my_list'],
  ['/error?status=404&page=2', '/error?status=404'],
  ['/error?status=200', '/error'],
  ['/error?status=%3Csvg%3E', '/error'],
])('%s is answered by the page of %s', (url, shared) => {
  expect(sharedUrl(url)).toBe(shared)
})

test.each([
  ...Object.values(paths).map((path) =>
    path.replace('$id', '12').replace('$name', 'terms').replace(/\/\$$/, '/서울/마포구'),
  ),
  '/area',
  '/area/',
  '/post/1/',
  '//post//1',
  '/POST/1',
  '/%70ost/1',
  '/post/a%2Fb',
  '/place/%EB%A7%9B',
  '/place/%E0%A4%A',
  '/search?keyword=%EA%B5%AD&page=2',
  '/account/profile?next=/x1',
  '/edit/1?next=/x',
])('%s keeps its own page', (url) => {
  expect(sharedUrl(url)).toBe(url)
})
