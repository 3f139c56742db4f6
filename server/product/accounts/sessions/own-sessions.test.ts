import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostSite } from '#tests/post-site.ts'
import { deviceName } from './own-sessions.ts'
import { openSession } from './sessions.ts'

const site = await openPostSite()

test('a session that has expired is not listed, before the nightly purge too', async () => {
  const { accountId, client } = await site.person()
  const ages = ['25 hours', '23 hours', '8 days']
  for (const age of ages) {
    await openSession(site.db, { accountId, persistent: false, userAgent: age })
    await sql`update sessions set last_used_at = now() - ${age}::interval, created_at = now() - ${age}::interval
      where account_id = ${accountId} and user_agent = ${age}`.execute(site.db)
  }
  await sql`update sessions set last_used_at = now() where account_id = ${accountId} and user_agent = '8 days'`.execute(
    site.db,
  )
  expect(await site.api.as({ client }).getSessions({})).toHaveLength(2)
})

test('a session tells how its person signed in, and one of before tells nothing', async () => {
  const { accountId, client } = await site.person()
  const ways = [{}, { byPasskey: true }, { byProvider: 'kakao' }, { byProvider: 'naver' }, { way: null }] as const
  for (const way of ways) await openSession(site.db, { accountId, persistent: false, userAgent: null, ...way })
  const api = site.api.as({ client })
  const told = (await api.getSessions({})).toSorted((one, other) => Number(one.id) - Number(other.id))
  expect(told.map(({ way }) => way)).toEqual(['password', 'password', 'passkey', 'kakao', 'naver', null])
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S931N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    '삼성 인터넷 · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 25.4.1',
    '카카오톡 · iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Whale/4.33 Safari/537.36',
    '웨일 · Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox · macOS'],
  ['curl/8.9', '알 수 없는 기기'],
  [null, '알 수 없는 기기'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
