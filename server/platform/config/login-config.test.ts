import { expect, test } from 'vitest'
import { readConfig, secretNamesInEnvFile } from '../config.ts'

const read = (env: Record<string, string>) => {
  const { config, faults } = readConfig({ NODE_ENV: 'test', ...env })
  return { logins: config.logins, faults }
}

test('a provider is on with both of its keys, and without keys there is none', () => {
  expect(read({})).toEqual({ logins: {}, faults: [] })
  expect(read({ KAKAO_LOGIN_CLIENT_ID: 'a', KAKAO_LOGIN_CLIENT_SECRET: 'b' })).toEqual({
    logins: { kakao: { clientId: 'a', clientSecret: 'b', adminKey: null, url: null } },
    faults: [],
  })
  expect(Object.keys(read({ NAVER_LOGIN_CLIENT_ID: 'a', NAVER_LOGIN_CLIENT_SECRET: 'b' }).logins)).toEqual(['naver'])
})

test.each([
  ['KAKAO_LOGIN_CLIENT_ID', 'KAKAO'],
  ['KAKAO_LOGIN_CLIENT_SECRET', 'KAKAO'],
  ['KAKAO_LOGIN_ADMIN_KEY', 'KAKAO'],
  ['NAVER_LOGIN_CLIENT_ID', 'NAVER'],
  ['NAVER_LOGIN_CLIENT_SECRET', 'NAVER'],
])('%s alone is a fault', (name, provider) => {
  const fault = `${provider}_LOGIN_CLIENT_ID and ${provider}_LOGIN_CLIENT_SECRET belong together: set both or none.`
  expect(read({ [name]: 'a' })).toEqual({ logins: {}, faults: [fault] })
})

test.each([
  ['http://provider.example', 1],
  ['nothing', 1],
  ['https://provider.example', 0],
  ['http://127.0.0.1:4000', 0],
])('secrets are sent to %s or not', (url, faults) => {
  expect(read({ KAKAO_LOGIN_URL: url }).faults).toHaveLength(faults)
})

test('secrets of providers in .env are known as such', () => {
  const secrets = { KAKAO_LOGIN_CLIENT_SECRET: 'a', KAKAO_LOGIN_ADMIN_KEY: 'b', NAVER_LOGIN_CLIENT_SECRET: 'c' }
  expect(secretNamesInEnvFile({ ...secrets, KAKAO_LOGIN_CLIENT_ID: 'd' })).toEqual(Object.keys(secrets))
})
