import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database/connect.ts'
import { signupFields } from '#tests/factories.ts'
import { refusal } from '#tests/post-site.ts'
import { openSite } from '#tests/site.ts'
import { requestBeforeCommit } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'
import { purgeUnusedUnverifiedAccounts } from './account-data.ts'
import { verificationMailsBucket } from './verify-email.ts'

const site = await openSite({ env: { ...unlimited, VERIFY_EMAIL: 'on', LIMIT_VERIFICATION_MAILS: '3/1d' } })

const post = { title: '첫 글', contents: '내용이에요.' }

async function newMember() {
  const fields = signupFields()
  const api = site.api.fresh()
  const { jwt } = await api.signup(fields)
  const { id } = await site.db.selectFrom('accounts').select('id').where('handle', '=', jwt).executeTakeFirstOrThrow()
  return { api, jwt, id, fields }
}

type Member = Awaited<ReturnType<typeof newMember>>

async function mailed({ api, id }: Member): Promise<{ code: string; token: string; to: string }> {
  await api.sendVerificationMail()
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from mails where account_id = ${id} order by id desc limit 1`.execute(site.db)
  const { to, text } = JSON.parse(site.services.secrets.open(rows[0]?.sealed as Buffer, 'mail')) as Record<
    string,
    string
  >
  return {
    to: to ?? '',
    code: /^ {4}(\d{6})$/m.exec(text ?? '')?.[1] ?? '',
    token: /#verify=([\w-]{43})/.exec(text ?? '')?.[1] ?? '',
  }
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const outcome = async (call: Promise<unknown>) => (await refusal(call)).code

test('before the first post a new member enters the code that is mailed to their address, once', async () => {
  const member = await newMember()
  const { api } = member
  const refused = await refusal(api.addPost(post))
  expect(refused).toMatchObject({ code: 'EMAIL_UNVERIFIED', message: '글을 올리려면 이메일을 먼저 확인해 주세요.' })
  const { code, to } = await mailed(member)
  expect(to).toBe(member.fields.email)
  expect(await outcome(api.verifyEmail({ code: wrong(code) }))).toBe('BAD_USER_INPUT')
  expect(await outcome(api.addPost(post))).toBe('EMAIL_UNVERIFIED')
  await expect(api.verifyEmail({ code })).resolves.toMatchObject({ count: 1 })
  await expect(api.addPost(post)).resolves.toMatchObject({ count: 1 })
  expect(await outcome(api.verifyEmail({ code }))).toBe('EXPIRED')
  await expect(api.sendVerificationMail()).resolves.toMatchObject({ count: 0 })
})

test('the link verifies without a session, once, also when it is opened twice at once', async () => {
  const member = await newMember()
  const { token } = await mailed(member)
  expect(await outcome(site.api.fresh().verifyEmail({ token: 'a'.repeat(43) }))).toBe('EXPIRED')
  const twice = await Promise.all([1, 2].map(() => outcome(site.api.fresh().verifyEmail({ token }))))
  expect(twice.toSorted()).toEqual(['EXPIRED', undefined])
  await expect(member.api.addPost(post)).resolves.toMatchObject({ count: 1 })
})

test('of twenty wrong codes at once five are compared, and then the right one fails too', async () => {
  const member = await newMember()
  const { code } = await mailed(member)
  const codes = await Promise.all(
    Array.from({ length: 20 }, () => outcome(member.api.verifyEmail({ code: wrong(code) }))),
  )
  expect(codes.filter((one) => one === 'BAD_USER_INPUT')).toHaveLength(5)
  expect(codes.filter((one) => one === 'EXPIRED')).toHaveLength(15)
  expect(await outcome(member.api.verifyEmail({ code }))).toBe('EXPIRED')
})

test('a code lives for fifteen minutes and a link for thirty', async () => {
  const member = await newMember()
  const { code, token } = await mailed(member)
  const age = (minutes: number) =>
    sql`update email_codes set created_at = now() - make_interval(mins => ${minutes}) where account_id = ${member.id}`.execute(
      site.db,
    )
  await age(16)
  expect(await outcome(member.api.verifyEmail({ code }))).toBe('EXPIRED')
  await age(31)
  expect(await outcome(member.api.verifyEmail({ token }))).toBe('EXPIRED')
  await age(29)
  await expect(member.api.verifyEmail({ token })).resolves.toMatchObject({ count: 1 })
})

test('a code is of one account and one address, and a new mail ends the one before', async () => {
  const [member, other] = [await newMember(), await newMember()]
  const first = await mailed(member)
  await mailed(other)
  expect(await outcome(other.api.verifyEmail({ code: first.code }))).not.toBe(undefined)
  const second = await mailed(member)
  if (first.code !== second.code)
    expect(await outcome(member.api.verifyEmail({ code: first.code }))).toBe('BAD_USER_INPUT')
  expect(await outcome(member.api.verifyEmail({ token: first.token }))).toBe('EXPIRED')
  const { questionIndex, questionAnswer, username } = member.fields
  const email = signupFields().email
  await member.api.update({ jwt: member.jwt, email, questionIndex, questionAnswer, username })
  expect(await outcome(member.api.verifyEmail({ code: second.code }))).toBe('EXPIRED')
  expect(await outcome(member.api.verifyEmail({ token: second.token }))).toBe('EXPIRED')
})

test('a changed address is verified before the next post', async () => {
  const member = await newMember()
  await member.api.verifyEmail({ code: (await mailed(member)).code })
  const { questionIndex, questionAnswer, username } = member.fields
  const profile = { jwt: member.jwt, questionIndex, questionAnswer, username }
  await member.api.update({ ...profile, email: member.fields.email })
  await expect(member.api.addPost(post)).resolves.toMatchObject({ count: 1 })
  await member.api.update({ ...profile, email: signupFields().email })
  expect(await outcome(member.api.addPost(post))).toBe('EMAIL_UNVERIFIED')
})

test('so many mails a day and no more, and none without a session', async () => {
  const { api } = await newMember()
  const codes = []
  for (let n = 0; n < 4; n++) codes.push(await outcome(api.sendVerificationMail()))
  expect(codes).toEqual([undefined, undefined, undefined, 'RATE_LIMITED'])
  expect(await outcome(site.api.fresh().sendVerificationMail())).toBe('UNAUTHENTICATED')
  expect(await outcome(site.api.fresh().verifyEmail({ code: '123456' }))).toBe('UNAUTHENTICATED')
})

test('the limit of mails is one of an account, whatever its address, and one of an address, whoever has it', async () => {
  const [member, other] = [await newMember(), await newMember()]
  const move = ({ id }: Member, email: string) =>
    sql`update accounts set email = ${email}, email_key = ${email} where id = ${id}`.execute(site.db)
  const codes = []
  for (let n = 0; n < 4; n++) {
    await move(member, signupFields().email)
    codes.push(await outcome(member.api.sendVerificationMail()))
  }
  expect(codes).toEqual([undefined, undefined, undefined, 'RATE_LIMITED'])
  const { email } = signupFields()
  await move(other, email)
  for (let n = 0; n < 3; n++) expect(await outcome(other.api.sendVerificationMail())).toBe(undefined)
  await move(other, signupFields().email)
  const third = await newMember()
  await move(third, email)
  expect(await outcome(third.api.sendVerificationMail())).toBe('RATE_LIMITED')
})

test('one network causes so many of these mails, from however many accounts, and another is not limited by it', async () => {
  const [address, other] = ['127.0.0.9', '127.0.0.10']
  const join = async (from: string) => {
    const api = site.api.fresh(from)
    await api.signup(signupFields())
    return api
  }
  const api = await join(address)
  expect(await outcome(api.sendVerificationMail())).toBe(undefined)
  const { name, limit } = verificationMailsBucket({ ...site.services, ip: address })
  await sql`update attempts set count = ${limit.count - 1} where bucket = ${name}`.execute(site.db)
  const last = await join(address)
  expect(await outcome(last.sendVerificationMail())).toBe(undefined)
  expect(await outcome((await join(address)).sendVerificationMail())).toBe('RATE_LIMITED')
  expect(await outcome((await join(other)).sendVerificationMail())).toBe(undefined)
})

test('the database holds neither code nor token', async () => {
  const member = await newMember()
  const { code, token } = await mailed(member)
  const { rows } = await sql<{ row: string }>`select email_codes::text as row from email_codes`.execute(site.db)
  const text = rows.map(({ row }) => row).join()
  expect(text).not.toContain(token)
  expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
})

test('an address that nobody verifies is free again after a week, unless its account is in use or has something', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, newMember))
  const [squatter, signedIn, fan, verified, changed, recent] = members as [
    Member,
    Member,
    Member,
    Member,
    Member,
    Member,
  ]
  await verified.api.verifyEmail({ code: (await mailed(verified)).code })
  const { id: liked } = await verified.api.addPost(post)
  await fan.api.likePost({ id: liked ?? '', isLike: true, jwt: fan.jwt })
  const { questionIndex, questionAnswer, username } = changed.fields
  const age = ({ id }: Member) =>
    sql`update accounts set email_since = now() - interval '8 days' where id = ${id}`.execute(site.db)
  for (const member of members) if (member !== recent) await age(member)
  await changed.api.update({ jwt: changed.jwt, email: signupFields().email, questionIndex, questionAnswer, username })
  for (const member of members) if (member !== signedIn) await member.api.logout()
  await purgeUnusedUnverifiedAccounts(site.services)
  const stays = async ({ id }: Member) =>
    (await site.db.selectFrom('accounts').select('id').where('id', '=', id).execute()).length === 1
  expect(await Promise.all(members.map(stays))).toEqual([false, true, true, true, true, true])
  await expect(site.api.fresh().signup(squatter.fields)).resolves.toMatchObject({ username: squatter.fields.username })
  expect(await outcome(site.api.fresh().signup(fan.fields))).toBe('CONFLICT')
  await age(changed)
  await purgeUnusedUnverifiedAccounts({
    ...site.services,
    config: { ...site.config, mail: { ...site.config.mail, verifies: false } },
  })
  expect(await stays(changed)).toBe(true)
  await site.db.updateTable('accounts').set({ suspended_until: new Date() }).where('id', '=', changed.id).execute()
  await purgeUnusedUnverifiedAccounts(site.services)
  expect(await stays(changed)).toBe(true)
  await site.db.updateTable('accounts').set({ suspended_until: null }).where('id', '=', changed.id).execute()
  await sql`select graphile_worker.add_job('purge_expired')`.execute(site.db)
  await site.mails()
  expect(await stays(changed)).toBe(false)
})

test('who adds something at the moment when their account would be removed keeps it', async () => {
  const member = await newMember()
  const other = await newMember()
  await member.api.logout()
  await sql`update accounts set email_since = now() - interval '8 days' where id = ${member.id}`.execute(site.db)
  const follow = (tx: Queryable) =>
    sql`insert into follows (account_id, author_id) values (${member.id}, ${other.id})`.execute(tx)
  await requestBeforeCommit(site.db, follow, () => purgeUnusedUnverifiedAccounts(site.services))
  expect(await site.db.selectFrom('accounts').select('id').where('id', '=', member.id).execute()).toHaveLength(1)
})

test('who was a member before is taken as verified', async () => {
  const { rows } = await sql<{ column_default: string }>`select column_default from information_schema.columns
    where table_name = 'accounts' and column_name = 'email_verified'`.execute(site.db)
  expect(rows[0]?.column_default).toBe('true')
})

test('addresses are verified where a mail server is named, unless the setting says otherwise', () => {
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:25' }
  expect(loadConfig({}).mail.verifies).toBe(false)
  expect(loadConfig(smtp).mail.verifies).toBe(true)
  expect(loadConfig({ ...smtp, VERIFY_EMAIL: 'off' }).mail.verifies).toBe(false)
})
