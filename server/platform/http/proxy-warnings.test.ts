import { expect, test } from 'vitest'
import { sitePaths } from '#rules/paths.ts'
import { openSite } from '#tests/site.ts'
import { ProxyWarnings } from './proxy-warnings.ts'

const site = await openSite({ env: { TRUST_PROXY: '127.0.0.9,127.1.0.0/16' } })

const ask = (from: string, headers: Record<string, string>) =>
  site.api.fresh(from).send('GET', sitePaths.healthz, null, headers)
const warnings = () => site.logged().match(/"msg":"[^"]*(?:TRUST_PROXY|X-Forwarded-For)[^"]*"/g) ?? []

test('an untrusted neighbour that sends forwarding headers is named in the log, once', async () => {
  for (let i = 0; i < 5; i++) {
    await ask('127.0.0.2', { 'x-forwarded-for': `203.0.113.${i}` })
    await ask('127.0.0.3', { forwarded: 'for=203.0.113.7;proto=https' })
    await ask('127.0.0.4', {})
    await ask('127.0.0.9', { 'x-forwarded-for': '203.0.113.8' })
    await ask('127.1.2.3', { 'x-forwarded-for': '203.0.113.9' })
  }
  expect(warnings()).toEqual([
    expect.stringMatching(/from 127\.0\.0\.2, which TRUST_PROXY does not list/),
    expect.stringMatching(/from 127\.0\.0\.3, which TRUST_PROXY does not list/),
  ])
  expect(site.logged()).not.toContain('203.0.113.')
})

test('a trusted proxy that sends only Forwarded gets a warning about what is missing', async () => {
  await ask('127.1.0.1', { forwarded: 'for=203.0.113.7' })
  expect(warnings().at(-1)).toMatch(/proxy 127\.1\.0\.1 sends Forwarded without X-Forwarded-For/)
})

/** Log about neighbours, whose requests come `hoursApart`. */
function logOf(neighbours: readonly string[], hoursApart = 0): string[] {
  const lines: string[] = []
  let now = 1000
  const warnings = new ProxyWarnings(
    ['10.0.0.1'],
    { warn: (line: string) => void lines.push(line) } as never,
    () => now,
  )
  for (const remoteAddress of neighbours) {
    warnings.notice({ headers: { 'x-forwarded-for': '203.0.113.1' }, socket: { remoteAddress } as never })
    now += hoursApart * 3_600_001
  }
  return lines
}

test('the address of a neighbour with a public address is not logged', () => {
  const lines = logOf(['198.51.100.7', '198.51.100.8', '2001:db8::1', '::ffff:198.51.100.9'])
  expect(lines).toEqual([expect.stringMatching(/from a public address, which TRUST_PROXY does not list/)])
  expect(lines.join()).not.toMatch(/198\.51|2001/)
})

test('addresses of private networks are logged, in any form', () => {
  const own = ['172.18.0.5', '::1', 'fd00::5', '::ffff:192.168.1.4']
  expect(logOf([...own, '::ffff:10.0.0.1']).map((line) => /from (\S+),/.exec(line)?.[1])).toEqual([
    '172.18.0.5',
    '::1',
    'fd00::5',
    '192.168.1.4',
  ])
})

test('a neighbour is logged again after an hour, and a thousand neighbours in an hour are twenty lines', () => {
  expect(logOf(Array(5).fill('10.0.0.2'), 1)).toHaveLength(5)
  expect(logOf(Array.from({ length: 1000 }, (_, i) => `10.1.${i >> 8}.${i & 255}`))).toHaveLength(20)
})
