import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#rules/dates.ts'
import { dumpDatabase } from '#tests/dump.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { ownPostSite, type Person, type PostSite, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { closeDays } from './close-days.ts'
import { type Visit, VisitorCounter, visitorCounterOf } from './visitor-counter.ts'

const web = fakeWeb(async () => new Response('<html></html>'))
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'

let site: PostSite
let admin: Person

beforeEach(async () => {
  site = await ownPostSite({ env: unlimited, web })
  admin = await site.person()
  await sql`update accounts set role = 'admin' where id = ${admin.accountId}`.execute(site.db)
})

const visits = () => visitorCounterOf(site.db)
const visit = (ip: string, userAgent: string | null = CHROME): Visit => ({ ip, userAgent })
const figures = () => site.api.as(admin).getFigures()
const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(site.db)).rows[0]?.count

/** The first visit of a day waits for the salt, and is not counted. */
async function openDay(): Promise<void> {
  visits().note(visit('198.51.100.200'))
  await expect
    .poll(async () => (await sql`select from site_days where salt is not null`.execute(site.db)).rows.length)
    .toBe(1)
  await expect
    .poll(async () => {
      visits().note(visit('198.51.100.200'))
      await visits().flush()
      return count('visitor_marks')
    })
    .toBe(1)
}

/** Makes today's figures older by days. */
const passDays = (days: number) =>
  sql`with moved as (update visitor_marks set day = day - ${days}::integer)
    update site_days set day = day - ${days}::integer`.execute(site.db)

test('each browser of a network is a visitor once a day, and robots and programs are none', async () => {
  await openDay()
  for (const one of [
    visit('198.51.100.1'),
    visit('198.51.100.1'),
    visit('198.51.100.1', IPHONE),
    visit('2001:db8::1'),
    visit('2001:db8::2'),
    visit('198.51.100.2', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
    visit('198.51.100.3', `${CHROME} HeadlessChrome/140`),
    visit('198.51.100.4', 'curl/8'),
    visit('198.51.100.5', null),
  ])
    visits().note(one)
  expect((await figures()).days[0]).toMatchObject({ visitors: 4, signups: null, posts: null, returns: [] })
  await site.api.fresh().send('GET', '/', null, { 'user-agent': IPHONE })
  expect((await figures()).days[0]?.visitors).toBe(5)
})

test('a browser whose first page came from a cache in front counts by what it asks the API for, once', async () => {
  await openDay()
  const ask = (userAgent: string) => site.api.call('getPopularAreas', {}, { 'user-agent': userAgent })
  // The second answer comes from memory.
  for (const userAgent of [IPHONE, IPHONE, 'curl/8']) await ask(userAgent)
  expect((await figures()).days[0]?.visitors).toBe(2)
  await site.api.fresh().send('GET', '/', null, { 'user-agent': IPHONE })
  expect((await figures()).days[0]?.visitors).toBe(2)
})

test('processes count together, each person once', async () => {
  await openDay()
  const other = new VisitorCounter(site.db)
  other.note(visit('198.51.100.7'))
  await expect
    .poll(async () => {
      other.note(visit('198.51.100.7'))
      visits().note(visit('198.51.100.7'))
      await Promise.all([other.flush(), visits().flush()])
      return count('visitor_marks')
    })
    .toBe(2)
})

test('nothing of a visitor is kept but for the day, and then neither salt nor mark is left', async () => {
  await openDay()
  visits().note(visit('198.51.100.9'))
  await visits().flush()
  expect(await dumpDatabase(site.db)).not.toMatch(/198\.51\.100|Windows NT/)
  await sql`delete from visitor_marks`.execute(site.db)
  await sql`insert into visitor_marks select day, int4send(n) from site_days, generate_series(1, 7) n`.execute(site.db)
  await sql`alter table visitor_marks drop constraint visitor_marks_day_fkey`.execute(site.db)
  await passDays(1)
  await closeDays(site.db)
  await closeDays(site.db)
  const { rows } = await sql`select salt, visitors from site_days`.execute(site.db)
  expect(rows).toEqual([{ salt: null, visitors: 7 }])
  expect(await count('visitor_marks')).toBe(0)
})

test('what three people searched for in vain on a day is told, and nothing of fewer or of a person', async () => {
  await openDay()
  for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    for (const keyword of ['들기름 막국수', '들기름  막국수', '010-1234-5678', 'a@b.kr', '가'.repeat(41)])
      visits().noteMissed(visit(ip), keyword)
    if (ip !== '198.51.100.3') visits().noteMissed(visit(ip), '우리 집 주소')
  }
  await visits().flush()
  expect((await figures()).missed).toEqual([])
  await sql`alter table missed_searches drop constraint missed_searches_day_fkey`.execute(site.db)
  await sql`alter table visitor_marks drop constraint visitor_marks_day_fkey`.execute(site.db)
  await sql`update missed_searches set day = day - 1`.execute(site.db)
  await passDays(1)
  await closeDays(site.db)
  expect((await figures()).missed).toEqual([{ keyword: '들기름막국수', people: 3 }])
  expect(await count('missed_searches')).toBe(0)
})

test.each([
  '０１０-１２３４-５６７８',
  '010.1234.5678',
  '010–1234–5678',
  '010  1234  5678',
  '(010)12345678',
  'ａ＠b.kr',
  '900101·1234567',
])('%s is of a person, so it is not even noted', async (keyword) => {
  await openDay()
  visits().noteMissed(visit('198.51.100.1'), keyword)
  visits().noteMissed(visit('198.51.100.1'), '2024년 1등 막국수')
  await visits().flush()
  const { rows } = await sql`select keyword from missed_searches`.execute(site.db)
  expect(rows).toEqual([{ keyword: '2024년1등막국수' }])
})

test('however many browsers search while nothing can be written, a process keeps a thousand searches', async () => {
  await openDay()
  await sql`alter table missed_searches rename to missed_searches_away`.execute(site.db)
  const search = (n: number) => visits().noteMissed(visit('198.51.100.1', `${CHROME} ${n}`), '들기름막국수')
  for (let n = 0; n < 1500; n++) search(n)
  await expect(visits().flush()).rejects.toThrow('missed_searches')
  await sql`alter table missed_searches_away rename to missed_searches`.execute(site.db)
  await visits().flush()
  expect(await count('missed_searches')).toBe(1000)
  search(1500)
  await visits().flush()
  expect(await count('missed_searches')).toBe(1001)
})

test('a search without a post is noted, and one with a post not', async () => {
  await openDay()
  await site.post({ title: '굴다리식당', contents: '제육이 맛있어요.' })
  for (const keyword of ['굴다리식당', '없는음식이름'])
    await site.api.call('getSearchPosts', { keyword }, { 'user-agent': CHROME })
  await visits().flush()
  const { rows } = await sql`select keyword from missed_searches`.execute(site.db)
  expect(rows).toEqual([{ keyword: '없는음식이름' }])
})

test('a closed day has its sign-ups, posts and the members who came back after 1, 7 and 30 days', async () => {
  const people: Person[] = []
  // In the order of their numbers.
  for (let i = 0; i < 6; i++) people.push(await site.person())
  await site.post({ author: people[5] as Person })
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
  for (const days of [40, 32, 9, 8, 3, 2])
    await sql`insert into site_days (day) select (now() at time zone 'Asia/Seoul')::date - ${days}::integer`.execute(
      site.db,
    )
  await sql`update accounts set created_at = ${ago(39)} where id = ${admin.accountId}`.execute(site.db)
  for (const [index, days] of [31, 31, 8, 2, 2, 1].entries())
    await sql`update accounts set created_at = ${ago(days)} where id = ${people[index]?.accountId ?? 0}`.execute(
      site.db,
    )
  for (const [index, days] of [1, 20, 1, 1, 5, 1].entries())
    await sql`update sessions set last_used_at = ${ago(days)} where account_id = ${people[index]?.accountId ?? 0}`.execute(
      site.db,
    )
  await sql`update posts set created_at = ${ago(1)}`.execute(site.db)
  await sql`insert into site_days (day) select (now() at time zone 'Asia/Seoul')::date - 31`.execute(site.db)
  await closeDays(site.db)
  expect((await figures()).days[0]).toMatchObject({
    visitors: 0,
    signups: 1,
    posts: 1,
    returns: [
      { days: 1, members: 2, returned: 1 },
      { days: 7, members: 1, returned: 1 },
      { days: 30, members: 2, returned: 1 },
    ],
  })
})

test('days without a process have their sign-ups, and count nobody who came back only after them', async () => {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
  await sql`insert into site_days (day) select (now() at time zone 'Asia/Seoul')::date - 5`.execute(site.db)
  await sql`update accounts set created_at = ${ago(9)} where id = ${admin.accountId}`.execute(site.db)
  for (const lastUsed of [2, 2, 0]) {
    const { accountId } = await site.person()
    await sql`update accounts set created_at = ${ago(3)} where id = ${accountId}`.execute(site.db)
    await sql`update sessions set last_used_at = ${ago(lastUsed)} where account_id = ${accountId}`.execute(site.db)
  }
  await openDay()
  await closeDays(site.db)
  const { days } = await figures()
  expect(days.map(({ signups }) => signups)).toEqual([null, 0, 0, 3, 0, 0])
  expect(days[2]?.returns[0]).toEqual({ days: 1, members: 3, returned: 2 })
})

test('a site that was stopped for years fills a month of days', async () => {
  await sql`insert into site_days (day) select (now() at time zone 'Asia/Seoul')::date - 390`.execute(site.db)
  await closeDays(site.db)
  expect(await count('site_days')).toBe(32)
})

test('moderators do not see them', async () => {
  await sql`update accounts set role = 'moderator' where id = ${admin.accountId}`.execute(site.db)
  expect((await refusal(figures())).code).toBe('FORBIDDEN')
})
