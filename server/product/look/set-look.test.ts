import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { lookMessages } from '#rules/look.ts'
import { buildUser } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { ownPostSite, type Person, type PostSite, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

/** A page with the parts that the look goes into. */
const web = fakeWeb(
  async (_, { context }) =>
    new Response(
      `<html><head><title>${context.site.name}</title></head><body><header class="topbar"></header><footer class="foot"></footer></body></html>`,
    ),
)

let site: PostSite
let admin: Person
let moderator: Person

beforeEach(async () => {
  site = await ownPostSite({ env: unlimited, web, listens: true })
  ;[admin, moderator] = await Promise.all([site.person(), site.person()])
  await sql`update accounts set role = 'admin' where id = ${admin.accountId}`.execute(site.db)
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(site.db)
})

const as = (person: Person) => site.api.as(person)
const home = () => site.api.fresh().send('GET', '/')
const inAnHour = () => new Date(Math.ceil(Date.now() / 300_000) * 300_000 + 3_600_000).toISOString()

test('what an admin chooses is on the next page that anybody gets, and is recorded without its texts', async () => {
  expect((await home()).text).toContain('<title>맛나눔</title>')
  const logo = await site.picture(admin)
  const look = { name: ' 망원  맛집 ', welcome: '어서 오세요.', accent: '#1D5FA8', logo }
  await as(admin).setSiteLook({ ...look, announcement: '내일 점검해요.', announcementEnds: inAnHour() })
  const page = await home()
  expect(page.text).toContain('<title>망원 맛집</title>')
  for (const part of ['어서 오세요.', '내일 점검해요.', '--accent-fill:#1d5fa8', logo])
    expect(page.text).toContain(part)
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page.text) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page.headers['content-security-policy']).toContain(`style-src-elem 'self' 'sha256-${hash}';`)
  expect(JSON.stringify(await as(admin).getSiteLook())).toContain('"name":"망원 맛집","defaultName":"맛나눔"')
  expect((await as(admin).getModerationRecord({}))[0]).toMatchObject({
    action: 'set look',
    reason: 'name, welcome, announcement, announcement_ends, accent, logo',
  })
  await as(admin).setSiteLook({})
  expect((await home()).text).toBe(
    '<html><head><title>맛나눔</title></head><body><header class="topbar"></header><footer class="foot"></footer></body></html>',
  )
})

test('the name is that of feeds, legal texts and mails, and nobody may be called like it', async () => {
  await as(admin).setSiteLook({ name: '성수한끼' })
  expect((await site.api.send('GET', '/feed.atom')).text).toContain('<title>성수한끼</title>')
  expect((await site.api.getLegalText({ name: 'terms' })).html).toContain('성수한끼')
  const member = await buildUser(site.api)
  const profile = { ...member, jwt: member.handle, questionAnswer: '다른 답' }
  const official = site.api.as(member).update({ ...profile, username: '성수한끼 운영자' })
  expect((await refusal(official)).code).toBe('BAD_USER_INPUT')
  await site.api.as(member).update(profile)
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 hour'`.execute(site.db)
  expect((await site.mails()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^\[성수한끼\] /)])
})

test('a page of the site is Markdown without HTML, scripts and dangerous links, and goes when it is emptied', async () => {
  const text = '## 우리 동네\n\n<script>alert(1)</script>\n\n[눌러요](javascript:alert(1)) [길](https://example.kr)'
  await as(admin).setSitePage({ place: 1, title: '소개', text })
  expect((await home()).text).toContain('<a href="/legal/page-1">소개</a>')
  const { html, title } = await site.api.getLegalText({ name: 'page-1' })
  expect(title).toBe('소개')
  expect(html).toContain('<h2>우리 동네</h2>')
  expect(html).toContain('href="https://example.kr"')
  expect(html).not.toMatch(/<script|javascript:/)
  expect((await as(admin).previewSiteLook({ text })).html).toBe(html)
  await as(admin).setSitePage({ place: 1, title: '', text: '' })
  expect((await refusal(site.api.getLegalText({ name: 'page-1' }))).code).toBe('NOT_FOUND')
  expect((await home()).text).not.toContain('page-1')
})

test.each([
  [{ accent: '#ffd400' }, 'accent', /^이 색 위의 흰 글자는 읽기 어려워요/],
  [{ accent: 'red;}' }, 'accent', /^색은 #b8430f처럼/],
  [{ announcement: '공지' }, 'announcementEnds', /^공지를 내릴 시각을/],
  [{ announcement: '공지', announcementEnds: '2020-01-01T00:00' }, 'announcementEnds', /^공지를 내릴 시각을/],
  [{ name: '가'.repeat(21) }, 'name', /^20자 이내로/],
])('%j is refused at its field, and changes nothing', async (look, field, message) => {
  const { fields } = await refusal(as(admin).setSiteLook(look))
  expect(fields).toEqual([{ field, message: expect.stringMatching(message) }])
  expect((await sql`select from site_look`.execute(site.db)).rows).toEqual([])
})

test.each(['_*', '*a_ ', 'a*', '1. ', '- ', '> ', '***a'])(
  'a page full of %j, whose rendering would keep all others waiting, is refused at its field, also for a preview',
  async (sign) => {
    const text = sign.repeat(10_000 / sign.length)
    const fields = [{ field: 'text', message: lookMessages.signs }]
    expect(await refusal(as(admin).previewSiteLook({ text }))).toMatchObject({ fields })
    expect(await refusal(as(admin).setSitePage({ place: 1, title: '소개', text }))).toMatchObject({ fields })
    const most = `${'**굵게** '.repeat(200)}\n\n----------------\n\n${'- 가\n'.repeat(500)}${'> '.repeat(9)}\n`
    expect(await outcomeOf(as(admin).setSitePage({ place: 1, title: '소개', text: most }))).toBe('ok')
  },
)

test('a moderator neither reads nor changes it, nor may an admin take the picture of another person', async () => {
  const calls = [
    as(moderator).getSiteLook(),
    as(moderator).previewSiteLook({ text: '' }),
    as(moderator).setSiteLook({ name: '내 사이트' }),
    as(moderator).setSitePage({ place: 1, title: '가', text: '나' }),
  ]
  for (const { code } of await Promise.all(calls.map(refusal))) expect(code).toBe('FORBIDDEN')
  const logo = await site.picture(await site.person())
  expect((await refusal(as(admin).setSiteLook({ logo }))).code).toBe('BAD_USER_INPUT')
  expect((await refusal(as(admin).setSitePage({ place: 4, title: '가', text: '나' }))).code).toBe('BAD_USER_INPUT')
})

test('the logo stays when its admin withdraws, and goes when another one takes its place', async () => {
  const [first, second] = [await site.picture(admin), await site.picture(moderator)]
  await as(admin).setSiteLook({ logo: first })
  await sql`update accounts set role = 'admin' where id = ${moderator.accountId}`.execute(site.db)
  await as(admin).remove({ jwt: admin.handle })
  await as(moderator).setSiteLook({ name: '그대로', logo: first })
  expect((await as(moderator).getSiteLook()).logo).toBe(first)
  await as(moderator).setSiteLook({ logo: second })
  const { rows } = await sql<{ shown: number; left: number }>`select
    (select count(*) from image_uses where look_id = 1)::int as shown,
    (select count(*) from images where claimed_at is null)::int as left`.execute(site.db)
  expect(rows).toEqual([{ shown: 1, left: 1 }])
})

test('while the database is away the last known look is shown', async () => {
  await as(admin).setSiteLook({ name: '망원맛집' })
  await home()
  await sql`alter table site_look rename to site_look_away`.execute(site.db)
  await sql`alter table site_pages rename to site_pages_away`.execute(site.db)
  await as(admin).setModerationRule({ kind: 'word', value: '광고', on: true })
  await as(admin).setSignupMode({ mode: 'open' })
  expect((await site.api.fresh().send('GET', '/account/login')).text).toContain('<title>망원맛집</title>')
})
