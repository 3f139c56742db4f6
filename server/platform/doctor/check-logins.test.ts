import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { checkLoginProviders } from './check-logins.ts'

const KEYS = {
  KAKAO_LOGIN_CLIENT_ID: 'canary-id',
  KAKAO_LOGIN_CLIENT_SECRET: 'canary-secret',
  KAKAO_LOGIN_ADMIN_KEY: 'canary-admin',
}
const PUBLIC = { PUBLIC_ORIGIN: 'https://your.site', TRUST_PROXY: '127.0.0.1' }

function told(env: Record<string, string>): string[] {
  const { config, faults } = readConfig({ NODE_ENV: 'test', ...env })
  return [
    ...faults.map((sentence) => `✗ ${sentence}`),
    ...checkLoginProviders(config).map((one) => `${one.mark} ${one.sentence}`),
  ]
}

test('a provider with its keys is told with the address to register, and no key is', () => {
  expect(told(PUBLIC)).toEqual([])
  const found = told({ ...PUBLIC, ...KEYS, NAVER_LOGIN_CLIENT_ID: 'canary-2', NAVER_LOGIN_CLIENT_SECRET: 'canary-3' })
  expect(found).toEqual([
    '✓ Members can sign in at kakao, where https://your.site/login/kakao has to be registered to send them back to.',
    '✓ Members can sign in at naver, where https://your.site/login/naver has to be registered to send them back to.',
  ])
  expect(found.join()).not.toContain('canary')
})

test.each([
  ['an empty secret', { KAKAO_LOGIN_CLIENT_SECRET: ' ' }, /^✗ KAKAO_LOGIN_CLIENT_ID and .+_SECRET belong together/],
  ['an empty client id', { KAKAO_LOGIN_CLIENT_ID: '' }, /^✗ KAKAO_LOGIN_CLIENT_ID and .+_SECRET belong together/],
  [
    'a site on this machine',
    { PUBLIC_ORIGIN: 'http://localhost:3000' },
    /^! http:\/\/localhost:3000\/login\/kakao is on this/,
  ],
  [
    'another provider',
    { KAKAO_LOGIN_URL: 'https://me:canary@trial.example' },
    /^! KAKAO_LOGIN_URL .+ to trial\.example in/,
  ],
  ['no admin key', { KAKAO_LOGIN_ADMIN_KEY: '' }, /^! KAKAO_LOGIN_ADMIN_KEY is missing/],
])('%s is told, without its value', (_, changed, sentence) => {
  const found = told({ ...PUBLIC, ...KEYS, ...changed })
  expect(found).toContainEqual(expect.stringMatching(sentence))
  expect(found.join()).not.toContain('canary')
})
