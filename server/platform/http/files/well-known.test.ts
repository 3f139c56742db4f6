import { expect, onTestFinished, test } from 'vitest'
import { paths } from '#rules/paths.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { startSite } from '#tests/site.ts'

async function siteWith(env: Record<string, string>) {
  const site = await startSite({ env, web: fakeWeb(async () => new Response('a page', { status: 200 })) })
  onTestFinished(() => site.close())
  return { ...site, get: (path: string) => site.api.fresh().send('GET', path) }
}

test('a password manager finds the screen where the password is changed, as a visitor and as a member', async () => {
  const { get, api } = await siteWith({})
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await api.fresh().send(method, '/.well-known/change-password')
    expect([status, headers.location]).toEqual([302, paths.changePassword])
  }
  expect((await get('/.well-known/change-password?from=manager')).headers.location).toBe(paths.changePassword)
})

test.each([
  'resource-that-should-not-exist-whose-status-code-should-not-be-200',
  'assetlinks.json',
  'apple-app-site-association',
  'openid-configuration',
  'passkey-endpoints',
  'traffic-advice',
  'acme-challenge/abc',
  'change-password/',
  'security.txt',
  '',
])('/.well-known/%s is not there, also where every other path is a page', async (name) => {
  const { get } = await siteWith({})
  const { status, text } = await get(`/.well-known/${name}`)
  expect(status).toBe(404)
  expect(text).not.toContain('a page')
})

test.each([
  ['help@example.kr', 'mailto:help@example.kr'],
  ['https://example.kr/help', 'https://example.kr/help'],
])('whom to tell of a weakness is %s', async (contact, uri) => {
  const { get, config } = await siteWith({ CONTACT: contact })
  const { status, headers, text } = await get('/.well-known/security.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = new Map(text.split('\n').map((line) => line.split(/: (.*)/) as [string, string]))
  expect(fields.get('Contact')).toBe(uri)
  expect(fields.get('Canonical')).toBe(`${config.publicOrigin}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(200)
  expect(days).toBeLessThan(365)
})
