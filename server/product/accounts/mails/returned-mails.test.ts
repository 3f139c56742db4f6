import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type ReturnKind, toReturnedMails } from '#server/platform/mail/returns/returned-mail.ts'
import { buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { type ReceivedMail, startMailServer } from '#tests/mail-server.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { ownPostSite, type PostSite } from '#tests/post-site.ts'
import { recoveryInput } from '#tests/recover.ts'
import { unlimited } from '#tests/unlimited.ts'
import { loadReturnedMailsOf, purgeOldReturnedMails, storeReturnedMails } from './returned-mails.ts'
import { queueDueWeeklyMails } from './weekly-mail.ts'

const server = await startMailServer()
afterAll(() => server.close())

let site: PostSite
let member: TestUser

beforeEach(async () => {
  server.received.length = 0
  server.refuseRecipients(null)
  server.refuseWith(null)
  site = await ownPostSite({
    env: { ...unlimited, NOTICE_SECONDS: '0', SMTP_URL: server.url },
    mailer: 'as configured',
  })
  member = await buildUser(site.api, { questionAnswer: '카나리아' })
  await site.mails()
})

const as = (user = member) => site.api.as(user)

/** Makes a notice to the member, which is sent unless mails are stopped. */
async function notice(user = member): Promise<void> {
  const questionAnswer = uniqueName()
  await as(user).update({ ...user, jwt: user.handle, questionAnswer })
  user.questionAnswer = questionAnswer
  await sql`update attempts set ends_at = now()`.execute(site.db)
  await site.mails()
}

const sentTo = ({ email }: TestUser) => server.received.filter(({ to }) => to.includes(email))

const nameOf = (mail: ReceivedMail | undefined) => /^Message-ID: (.*)$/m.exec(mail?.headers ?? '')?.[1] ?? ''

/** The mail that was sent to the member last comes back. */
async function comesBack(kind: ReturnKind, user = member): Promise<number> {
  return storeReturnedMails(site.services, toReturnedMails(nameOf(sentTo(user).at(-1)), user.email, kind))
}

const stop = async (user = member) => (await as(user).getReturnedMail())?.kind ?? null

const idOf = async ({ handle }: TestUser) =>
  (await site.db.selectFrom('accounts').select('id').where('handle', '=', handle).executeTakeFirstOrThrow()).id

test('a mail that comes back stops further ones, until the address is another', async () => {
  await notice()
  expect(sentTo(member)).toHaveLength(1)
  expect(await stop()).toBe(null)
  expect(await comesBack('hard')).toBe(1)
  expect(await stop()).toBe('hard')
  await notice()
  expect(sentTo(member)).toHaveLength(1)
  expect(site.logged()).toContain('a mail was dropped')
  const email = `${uniqueName()}@naver.com`
  await as().update({ ...member, jwt: member.handle, email })
  await site.mails()
  expect(await stop()).toBe(null)
  await notice({ ...member, email })
  expect(sentTo({ ...member, email })).toHaveLength(1)
  // A member who takes the former address again starts without returns.
  await as().update({ ...member, jwt: member.handle, email: member.email })
  expect(await stop()).toBe(null)
  expect(await comesBack('hard', { ...member, email })).toBe(0)
})

test.each([
  ['550 5.1.1 <x> no such mailbox', 'hard'],
  ['550 no such person here', 'hard'],
  ['550 5.7.1 not welcome', null],
  ['554 5.7.1 Relay access denied', null],
  ['450 4.2.1 try later', null],
])('a recipient refused with %s', async (reply, kind) => {
  server.refuseRecipients(reply)
  await notice()
  expect(await stop()).toBe(kind)
  server.refuseRecipients(null)
  await notice()
  expect(sentTo(member).length > 0).toBe(kind === null)
})

test('a text refused without saying that there is no mailbox is not about the mailbox', async () => {
  server.refuseWith(550)
  await notice()
  expect(await stop()).toBe(null)
})

test('three full mailboxes within two weeks stop mails, and end by themselves', async () => {
  for (const kind of [null, null, 'soft']) {
    await notice()
    expect(await comesBack('soft')).toBe(1)
    expect(await comesBack('soft')).toBe(0)
    expect(await stop()).toBe(kind)
  }
  await sql`update returned_mails set at = at - interval '15 days'`.execute(site.db)
  await sql`update accounts set email_since = email_since - interval '20 days'`.execute(site.db)
  expect(await stop()).toBe(null)
})

test('what was soft becomes hard, and not soft again', async () => {
  await notice()
  await comesBack('soft')
  expect(await comesBack('hard')).toBe(1)
  expect(await comesBack('soft')).toBe(0)
  expect(await stop()).toBe('hard')
})

test('after a report as spam codes and recovery still come, and the weekly mail does not', async () => {
  await notice()
  await comesBack('complaint')
  expect(await stop()).toBe('complaint')
  const id = await idOf(member)
  await sql`update accounts set email_verified = true`.execute(site.db)
  await sql`insert into weekly_mails (account_id, told_until) values (${id}, now() - interval '8 days')`.execute(
    site.db,
  )
  const post = await site.post({
    author: { accountId: id, handle: member.handle, username: member.username, client: member.client },
  })
  const fan = await buildUser(site.api)
  await as(fan).likePost({ id: post, isLike: true, jwt: fan.handle })
  const before = sentTo(member).length
  await queueDueWeeklyMails(site.services)
  await site.mails()
  expect(sentTo(member)).toHaveLength(before)
  const browser = site.api.fresh()
  await browser.forgotPw(recoveryInput(member))
  await browser.sendRecoveryMail()
  await sql`update accounts set email_verified = false`.execute(site.db)
  await as().sendVerificationMail()
  await site.mails()
  const codes = sentTo(member).slice(before)
  expect(codes.map(({ text }) => /임시 비밀번호|이메일을 확인/.exec(text)?.[0]).toSorted()).toEqual([
    '이메일을 확인',
    '임시 비밀번호',
  ])
})

test.each<[ReturnKind, boolean, boolean]>([
  ['soft', true, true],
  ['soft', false, true],
  ['complaint', true, true],
  ['complaint', false, false],
  ['hard', true, false],
])('after %s, of an address that is verified (%s), notices still come: %s', async (kind, isVerified, comes) => {
  for (let n = 0; n < 3; n++) {
    await notice()
    await comesBack(kind)
  }
  await sql`update accounts set email_verified = ${isVerified}`.execute(site.db)
  expect(await stop()).toBe(kind)
  const before = sentTo(member).length
  await notice()
  expect(
    sentTo(member)
      .slice(before)
      .map(({ text }) => text.includes('질문이나 답변이 바뀌었어요')),
  ).toEqual(comes ? [true] : [])
})

test('a stranger whose address is the same mailbox does not keep a notice from its owner', async () => {
  const mailbox = uniqueName()
  const stranger = await buildUser(site.api, { email: `${mailbox[0]}.${mailbox.slice(1)}@gmail.com` })
  const owner = await buildUser(site.api, { email: `${mailbox}@gmail.com` })
  await notice(stranger)
  await comesBack('complaint', stranger)
  await sql`update accounts set email_verified = false where email = ${stranger.email}`.execute(site.db)
  const before = server.received.length
  await as(stranger).update({ ...stranger, jwt: stranger.handle, questionAnswer: uniqueName() })
  await notice(owner)
  expect(server.received.slice(before).map(({ to }) => to.join())).toEqual([owner.email])
})

test('a recovery answers the same whether mails come back or not', async () => {
  const other = await buildUser(site.api, { questionAnswer: '카나리아' })
  await notice()
  await comesBack('hard')
  const answers = []
  for (const user of [member, other]) {
    const browser = site.api.fresh()
    const { password } = await browser.forgotPw(recoveryInput(user))
    answers.push([password.replace(/^.{11}/, ''), await browser.sendRecoveryMail()])
  }
  expect(answers[0]).toEqual(answers[1])
})

test('trying again sends a mail and all others again, until one comes back; few times a day', async () => {
  expect(await as().retryMail()).toMatchObject({ count: 0 })
  const outcomes = []
  for (let n = 0; n < 4; n++) {
    if (n === 0) await notice()
    await comesBack('hard')
    outcomes.push(await outcomeOf(as().retryMail()))
    await site.mails()
  }
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'RATE_LIMITED'])
  expect(sentTo(member).filter(({ text }) => text.includes('메일이 잘 도착했어요'))).toHaveLength(3)
  expect(await stop()).toBe('hard')
  expect(await outcomeOf(site.api.fresh().retryMail())).toBe('UNAUTHENTICATED')
})

test('accounts whose addresses are one mailbox share its tries', async () => {
  const mailbox = uniqueName()
  const [one, other] = [`${mailbox}@gmail.com`, `${mailbox[0]}.${mailbox.slice(1)}@gmail.com`]
  const users = [await buildUser(site.api, { email: one }), await buildUser(site.api, { email: other })] as const
  for (const user of users) await notice(user)
  const outcomes = []
  for (const user of [...users, ...users]) {
    await comesBack('complaint', user)
    outcomes.push(await outcomeOf(as(user).retryMail()))
    await site.mails()
  }
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'RATE_LIMITED'])
})

test('a verified address gets mails again, and the same return counts no second time', async () => {
  await sql`update accounts set email_verified = false`.execute(site.db)
  await notice()
  await comesBack('soft')
  await notice()
  await comesBack('hard')
  const names = sentTo(member).map(nameOf)
  await as().sendVerificationMail()
  await site.mails()
  const code = /^ {4}(\d{6})$/m.exec(sentTo(member).at(-1)?.text ?? '')?.[1] ?? ''
  await as().verifyEmail({ code })
  expect(await stop()).toBe(null)
  for (const name of names) {
    for (const kind of ['hard', 'complaint'] as const)
      expect(await storeReturnedMails(site.services, toReturnedMails(name, member.email, kind))).toBe(0)
  }
  expect(await stop()).toBe(null)
})

test('a mail from before the address was chosen says nothing of it', async () => {
  await notice()
  await sql`update accounts set email_since = now() + interval '5 seconds'`.execute(site.db)
  expect(await comesBack('hard')).toBe(0)
})

test('a made-up name, another address and the name of another mail stop nothing', async () => {
  const victim = await buildUser(site.api)
  await notice()
  const name = nameOf(sentTo(member).at(-1))
  for (const [id, email] of [
    [name, victim.email],
    [`<${'0'.repeat(32)}@x>`, victim.email],
    [name.replace(/^<./, '<0'), victim.email],
    [name, 'nobody@naver.com'],
    ['', victim.email],
  ] as const)
    expect(await storeReturnedMails(site.services, toReturnedMails(id, email, 'hard')), `${id} ${email}`).toBe(0)
  expect(await stop(victim)).toBe(null)
  expect(await storeReturnedMails(site.services, toReturnedMails(name, member.email.toUpperCase(), 'hard'))).toBe(1)
})

test('many at once count once each, and an account has few rows', async () => {
  await notice()
  await Promise.all(Array.from({ length: 20 }, () => comesBack('soft')))
  const id = await idOf(member)
  expect(await loadReturnedMailsOf(site.db, id)).toHaveLength(1)
  await sql`insert into returned_mails (account_id, mail, email_key, kind)
    select ${id}::bigint, n::text, ${member.email.toLowerCase()}, 'soft' from generate_series(1, 19) n`.execute(site.db)
  await sql`update accounts set email_since = email_since - interval '1 day' where id = ${id}`.execute(site.db)
  await as().retryMail()
  await site.mails()
  expect(await comesBack('hard')).toBe(0)
  expect(await loadReturnedMailsOf(site.db, id)).toHaveLength(20)
})

test('what no longer counts is forgotten after a month, and what stops mails stays', async () => {
  const others = [await buildUser(site.api), await buildUser(site.api)]
  for (const user of [member, ...others]) {
    await notice(user)
    await comesBack(user === others[1] ? 'soft' : 'hard', user)
  }
  await as(others[0]).retryMail()
  await sql`update returned_mails set at = at - interval '32 days'`.execute(site.db)
  await sql`update accounts set email_since = email_since - interval '40 days'`.execute(site.db)
  await purgeOldReturnedMails(site.db)
  expect(await Promise.all([member, ...others].map((user) => stop(user)))).toEqual(['hard', null, null])
  const { rows } = await sql`select from returned_mails`.execute(site.db)
  expect(rows).toHaveLength(1)
})

test('admins see it where they act for members, moderators do not, and the figures count it', async () => {
  const [admin, moderator] = [await buildUser(site.api), await buildUser(site.api)]
  await sql`update accounts set role = 'admin' where handle = ${admin.handle}`.execute(site.db)
  await sql`update accounts set role = 'moderator' where handle = ${moderator.handle}`.execute(site.db)
  await notice()
  await comesBack('hard')
  const seen = async (user: TestUser) => (await as(user).getPersonCard({ handle: member.handle })).returnedMail
  expect(await seen(admin)).toMatchObject({ kind: 'hard' })
  expect(await seen(moderator)).toBe(null)
  expect((await as(admin).getFigures()).returnedMails).toBe(1)
  await as().retryMail()
  expect((await as(admin).getFigures()).returnedMails).toBe(0)
})

test('it goes with the account', async () => {
  await notice()
  await comesBack('hard')
  await as().remove({ jwt: member.handle })
  const { rows } = await sql`select from returned_mails`.execute(site.db)
  expect(rows).toEqual([])
})
