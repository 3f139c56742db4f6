import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { weeklyMailMessages } from '#rules/notifications.ts'
import { sitePaths } from '#rules/paths.ts'
import { rankWeeklyPosts } from '#server/product/posts/areas/rank-week.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { openPostSite, type Person, refusal, startPostSite } from '#tests/post-site.ts'
import { startSite } from '#tests/site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { queueDueWeeklyMails } from './weekly-mail.ts'

const MAPO = '서울/마포구'

const site = await openPostSite({ env: { ...unlimited, SMTP_URL: 'smtp://127.0.0.1:1' } })
let author: Person
let fan: Person
let post: string

beforeAll(async () => {
  await sql`insert into areas (id, parent_id, path, address, lat, lng) overriding system value
    values (1, null, '{1}', '서울특별시', 37.5, 127), (2, 1, '{1,2}', '서울특별시 마포구', 37.55, 126.9)`.execute(
    site.db,
  )
  await sql`insert into area_names (address, name, area_id) values ('서울특별시 마포구', '마포구', 2)`.execute(site.db)
})
beforeEach(async () => {
  await site.mails()
  await sql`truncate weekly_mails, mails`.execute(site.db)
  author = await site.person({ username: '글쓴이' })
  fan = await site.person({ username: '팬하나' })
  post = await site.post({ author, title: '을지로 손칼국수' })
})

const choose = (person = author, area?: string) =>
  site.api.as(person).switchWeeklyMail({ on: true, ...(area && { area }) })
const like = (person = fan, id = post) => site.api.as(person).likePost({ id, isLike: true, jwt: person.handle })

const nextWeek = () =>
  site.db.updateTable('weekly_mails').set({ told_until: sql<Date>`now() - interval '8 days'` }).execute()

/** Mails of this week to these people, by address. */
async function mailsOfWeek() {
  const before = (await site.mails()).length
  await queueDueWeeklyMails(site.services)
  return (await site.mails()).slice(before)
}

const addressOf = async ({ accountId }: Person) =>
  (await site.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email

const request = (method: 'GET' | 'HEAD' | 'POST', link: string, type = 'application/x-www-form-urlencoded') => {
  const [body, headers] = method === 'POST' ? ['List-Unsubscribe=One-Click', { 'content-type': type }] : [null, {}]
  return site.api.fresh().send(method, link.replace(site.config.publicOrigin, ''), body, headers)
}

test('what others did is mailed once a week to who has chosen it, and nothing without news', async () => {
  await like()
  expect(await mailsOfWeek()).toEqual([])
  await choose()
  await site.api.as(fan).followUser({ handle: author.handle, follow: true })
  await site.api.as(fan).addComment({ post, text: '면이\n두툼해요. evil.example' })
  expect(await mailsOfWeek()).toEqual([])
  await nextWeek()
  const [mail, ...others] = await mailsOfWeek()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: await addressOf(author), subject: '[맛나눔] 이번 주 소식' })
  expect(mail?.text).toContain('- 팬하나 님이 을지로 손칼국수를 좋아해요')
  expect(mail?.text).toContain(`  ${site.config.publicOrigin}/post/${post}\n`)
  expect(mail?.text).toContain('팬하나 님이 나를 팔로우해요')
  expect(mail?.text).toContain('댓글을 남겼어요. “면이 두툼해요. evil.\u2060example”')
  expect(mail?.html).toContain(`<a href="${site.config.publicOrigin}/post/${post}"`)
  expect(await mailsOfWeek()).toEqual([])
  await nextWeek()
  await sql`update notifications set at = now() - interval '9 days'`.execute(site.db)
  expect(await mailsOfWeek()).toEqual([])
})

test('only those who acted within the week are told, not those who are blocked, hidden or took it back', async () => {
  const [blocked, hidden, gone, old] = await Promise.all(
    ['차단한이', '숨긴이', '거둔이', '옛날이'].map((username) => site.person({ username })),
  )
  if (!blocked || !hidden || !gone || !old) throw new Error('four people')
  for (const person of [old, blocked, hidden, gone, fan]) await like(person)
  await choose()
  await site.api.as(author).blockUser({ handle: blocked.handle, block: true })
  await sql`update accounts set hidden = true where id = ${hidden.accountId}`.execute(site.db)
  await site.api.as(gone).likePost({ id: post, isLike: false, jwt: gone.handle })
  await sql`update notification_actors set at = now() - interval '8 days' where actor_id = ${old.accountId}`.execute(
    site.db,
  )
  await nextWeek()
  const [mail] = await mailsOfWeek()
  expect(mail?.text).toContain('팬하나 님이 을지로 손칼국수를 좋아해요')
  expect(mail?.text).not.toMatch(/외 \d+명|차단한이|숨긴이|거둔이|옛날이/)
})

test('the TOP 10 of the chosen area comes along, without whom the reader has blocked', async () => {
  const reader = await site.person()
  const liked = await site.post({ author, title: '마포 냉면', address: '서울특별시 마포구' })
  const other = await site.person()
  const theirs = await site.post({ author: other, title: '안 볼 집', address: '서울특별시 마포구' })
  for (const id of [liked, theirs]) await like(fan, id)
  await site.api.as(reader).blockUser({ handle: other.handle, block: true })
  await sql`update accounts set created_at = now() - interval '2 days'`.execute(site.db)
  await rankWeeklyPosts(site.db)
  await choose(reader, MAPO)
  expect(await site.api.as(reader).getWeeklyMail()).toEqual({ on: true, area: MAPO })
  await nextWeek()
  const [mail] = await mailsOfWeek()
  expect(mail?.text).toMatch(/■ 이번 주 마포구 TOP 10\n- 1\. 마포 냉면 · 1명\n/)
  expect(mail?.text).not.toContain('안 볼 집')
  expect((await refusal(choose(reader, '서울/없는구'))).code).toBe('NOT_FOUND')
})

test.each([
  ['is suspended', sql`suspended_until = now() + interval '1 day'`],
  ['is hidden', sql`hidden = true`],
  ['waits for approval', sql`is_pending = true`],
  ['has not verified the address', sql`email_verified = false`],
])('nothing is sent to who %s', async (_, change) => {
  await choose()
  await like()
  await sql`update accounts set ${change} where id = ${author.accountId}`.execute(site.db)
  await nextWeek()
  expect(await mailsOfWeek()).toEqual([])
})

test('who withdraws leaves nothing, not even what waits', async () => {
  await choose(author, MAPO)
  await like()
  await nextWeek()
  await queueDueWeeklyMails(site.services)
  await site.api.as(author).remove({ jwt: author.handle })
  for (const table of ['weekly_mails', 'mails'] as const)
    expect(await site.db.selectFrom(table).select('id').execute()).toEqual([])
})

test('a process that dies, and several at once, send one mail to each', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => site.person()))
  for (const person of people) {
    await choose(person)
    await like(fan, await site.post({ author: person }))
  }
  await nextWeek()
  await sql`create function fail_third() returns trigger language plpgsql as
    'begin if (select count(*) from mails) >= 3 then raise ''the process died''; end if; return new; end'`.execute(
    site.db,
  )
  await sql`create trigger fail_third before insert on mails for each row execute function fail_third()`.execute(
    site.db,
  )
  await expect(queueDueWeeklyMails(site.services)).rejects.toThrow('the process died')
  await sql`drop function fail_third cascade`.execute(site.db)
  const before = (await site.mails()).length - 3
  await Promise.all([1, 2, 3].map(() => queueDueWeeklyMails(site.services)))
  const sent = (await site.mails()).slice(before).map(({ to }) => to)
  expect(sent).toHaveLength(people.length)
  expect(new Set(sent).size).toBe(people.length)
})

test('while a hundred wait for the mail server, no more are written', async () => {
  await choose()
  await like()
  await nextWeek()
  await sql`insert into mails (account_id, sealed, expires_at, weekly)
    select ${fan.accountId}, '', now() + interval '1 day', true from generate_series(1, 100)`.execute(site.db)
  const dueStill = () =>
    site.db.selectFrom('weekly_mails').select('id').where('told_until', '<', sql<Date>`now() - interval '7 days'`)
  await queueDueWeeklyMails(site.services)
  expect(await dueStill().execute()).toHaveLength(1)
  await sql`delete from mails where id in (select id from mails limit 1)`.execute(site.db)
  await queueDueWeeklyMails(site.services)
  expect(await dueStill().execute()).toEqual([])
})

test('other mails do not wait behind them', async () => {
  await choose()
  await like()
  await nextWeek()
  await queueDueWeeklyMails(site.services)
  const { rows } = await sql<{ priority: number }>`
    select priority from graphile_worker.jobs where task_identifier = 'send_mail'`.execute(site.db)
  expect(rows).toEqual([{ priority: 10 }])
})

test('the link of a mail asks, and ends the mails only when it is posted to, also what waits', async () => {
  await choose()
  await like()
  await nextWeek()
  const link = (await mailsOfWeek())[0]?.unsubscribe ?? ''
  expect(link).toContain(`${site.config.publicOrigin}${sitePaths.unsubscribe}?token=`)
  for (const method of ['GET', 'HEAD'] as const) expect((await request(method, link)).status).toBe(200)
  expect((await request('GET', link)).text).toContain(weeklyMailMessages.ask)
  expect(await site.api.as(author).getWeeklyMail()).toMatchObject({ on: true })
  await nextWeek()
  await queueDueWeeklyMails(site.services)
  const done = await request('POST', link, 'multipart/form-data; boundary=x')
  expect([done.status, done.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(done.text).toContain(weeklyMailMessages.ended)
  expect(await site.api.as(author).getWeeklyMail()).toMatchObject({ on: false })
  expect(await site.db.selectFrom('mails').select('id').execute()).toEqual([])
  // A repeated request changes nothing.
  expect((await request('POST', link)).status).toBe(200)
  // Links of mails before the new choice end nothing.
  await choose()
  expect((await request('POST', link)).status).toBe(200)
  expect(await site.api.as(author).getWeeklyMail()).toMatchObject({ on: true })
})

test.each([
  ['nothing', () => ''],
  ['a changed link', (token: string) => `${token.slice(0, -2)}AA`],
  ['a text signed for something else', () => site.services.secrets.sign('1', 'cursor')],
])('%s ends no mails, and the database is not asked', async (_, forge) => {
  await choose()
  const { id } = await site.db.selectFrom('weekly_mails').select('id').executeTakeFirstOrThrow()
  const token = site.services.secrets.sign(String(id), 'end of weekly mails')
  let asked = 0
  const count = () => asked++
  site.pool.on('acquire', count)
  for (const method of ['GET', 'POST'] as const) {
    const reply = await request(method, `${sitePaths.unsubscribe}?token=${forge(token)}&token=x`)
    expect(reply.status).toBe(404)
    expect((await request(method, `${sitePaths.unsubscribe}?token=${forge(token)}`)).text).toContain(
      weeklyMailMessages.unknownLink,
    )
  }
  site.pool.off('acquire', count)
  expect(asked).toBe(0)
  expect(await site.api.as(author).getWeeklyMail()).toMatchObject({ on: true })
})

test('the switch is only for members, and where no mail server is named or addresses are not verified it is not offered', async () => {
  for (const [client, code] of [
    [site.api, 'UNAUTHENTICATED'],
    [site.api.as(await site.person({ restricted: true })), 'FORBIDDEN'],
  ] as const) {
    expect(await refusal(client.getWeeklyMail())).toMatchObject({ code })
    expect(await refusal(client.switchWeeklyMail({ on: true }))).toMatchObject({ code })
  }
  for (const env of [{ VERIFY_EMAIL: 'on' }, { VERIFY_EMAIL: 'off', SMTP_URL: 'smtp://127.0.0.1:1' }] as Record<
    string,
    string
  >[]) {
    const other = await startPostSite({ env })
    const person = await other.person()
    expect(await other.api.as(person).getWeeklyMail()).toBeNull()
    expect((await refusal(other.api.as(person).switchWeeklyMail({ on: true }))).message).toBe(
      weeklyMailMessages.notOffered,
    )
    await other.close()
  }
})

test('a mail program gets the headers by which it ends the mails itself', async () => {
  const server = await startMailServer()
  const sender = await startSite({ env: { SMTP_URL: server.url }, mailer: 'as configured' })
  const unsubscribe = `https://matnanum.kr/unsubscribe?token=${'x'.repeat(80)}`
  const message = { to: 'hana@naver.com', subject: '소식', text: '글', html: '<p>글</p>' }
  await sender.services.mailer.send({ ...message, unsubscribe }, '<1@matnanum.kr>')
  await sender.services.mailer.send(message, '<2@matnanum.kr>')
  const [weekly, other] = server.received.map(({ headers }) => headers.replace(/\r?\n\s+/g, ' '))
  expect(weekly).toMatch(/^List-Unsubscribe: <https:\/\/matnanum\.kr\/unsubscribe\?token=x{80}>$/m)
  expect(weekly).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(other).not.toContain('List-Unsubscribe')
  await sender.close()
  await server.close()
})
