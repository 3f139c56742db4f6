import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MutationUpdateArgs } from '#contract/schema.gen.ts'
import { tasks } from '#server/product/tasks.ts'
import { dumpDatabase } from '#tests/dump.ts'
import { buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { recoveryInput, requestTemporaryPassword } from '#tests/recover.ts'
import { DEAD_WORKER, openSite, startSite } from '#tests/site.ts'
import { recipientKey } from './notices.ts'

const site = await openSite()

const address = () => `${uniqueName()}@daum.net`

function update(user: TestUser, changes: Partial<MutationUpdateArgs>): Promise<string> {
  const { handle, client, password, ...profile } = user
  return outcomeOf(site.api.as(user).update({ ...profile, jwt: handle, ...changes }))
}

async function mailsTo(to: string) {
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'`.execute(site.db)
  return (await site.mails()).filter((mail) => mail.to === to)
}

async function letDayPass(): Promise<void> {
  await sql`update attempts set ends_at = ends_at - interval '1 day'`.execute(site.db)
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 day'`.execute(site.db)
}

test('of a hundred profile changes three address changes count, and nobody gets more than five mails', async () => {
  const user = await buildUser(site.api)
  const emails = Array.from({ length: 100 }, address)
  const outcomes = []
  for (const [i, email] of emails.entries()) {
    outcomes.push(await update(user, { email, questionAnswer: `답 ${i}` }))
    await mailsTo(email)
  }
  expect(outcomes).toEqual([...Array<string>(3).fill('ok'), ...Array<string>(97).fill('RATE_LIMITED')])
  for (let i = 0; i < 30; i++) {
    expect(await update(user, { email: emails[2] as string, questionAnswer: `다른 답 ${i}` })).toBe('ok')
    await mailsTo(user.email)
  }
  const sent = await site.mails()
  const counts = [user.email, ...emails].map((address) => sent.filter(({ to }) => to === address).length)
  expect(counts.slice(0, 5)).toEqual([5, 1, 1, 5, 0])
  expect(Math.max(...counts)).toBe(5)
  await letDayPass()
  expect((await mailsTo(user.email)).at(-1)?.subject).toContain('비밀번호 찾기 질문과 답변이 변경되었어요')
  expect(await mailsTo(user.email)).toHaveLength(6)
})

test('one address gets at most five notices a day, even if many accounts use it', async () => {
  const victim = address()
  for (let i = 0; i < 8; i++) {
    const user = await buildUser(site.api)
    expect(await update(user, { email: victim })).toBe('ok')
    expect(await update(user, { email: address() })).toBe('ok')
    await mailsTo(victim)
  }
  expect(await mailsTo(victim)).toHaveLength(5)
  expect(await outcomeOf(buildUser(site.api, { email: victim }))).toBe('ok')
})

test('above the network’s limit of notices, changes that need one are refused there, and a recovery is not', async () => {
  const strict = await startSite({ env: { LIMIT_NOTICES_NETWORK: '4/1d', NOTICE_SECONDS: '0' } })
  const users = await Promise.all(Array.from({ length: 6 }, () => buildUser(strict.api)))
  const change = ({ handle, client, password, ...profile }: TestUser, changes: Partial<MutationUpdateArgs>) =>
    outcomeOf(strict.api.as({ client }).update({ ...profile, jwt: handle, ...changes }))
  const strangers = users.map(address)
  const outcomes = []
  for (const [i, user] of users.entries()) {
    outcomes.push(await change(user, { questionAnswer: '빨강' }))
    outcomes.push(await change(user, { email: strangers[i] as string, questionAnswer: '빨강' }))
  }
  expect(outcomes).toEqual([...Array<string>(8).fill('ok'), ...Array<string>(4).fill('RATE_LIMITED')])
  const sent = (await strict.mails()).map(({ to }) => to)
  expect(sent.toSorted()).toEqual(
    users
      .slice(0, 4)
      .map(({ email }) => email)
      .toSorted(),
  )

  const victim = users[5] as TestUser
  expect((await strict.api.as(victim).user({ jwt: victim.handle })).email).toBe(victim.email)
  const next = { jwt: victim.handle, password: victim.password, newPassword: 'new1234!' }
  expect(await outcomeOf(strict.api.as(victim).changePw(next))).toBe('RATE_LIMITED')
  expect(await change(victim, { username: '새 이름' })).toBe('ok')
  const elsewhere = strict.api.fresh('127.0.0.2')
  await elsewhere.login({ email: victim.email, password: victim.password })
  expect(await change({ ...victim, client: elsewhere }, { questionAnswer: '노랑' })).toBe('ok')

  const forgetful = users[4] as TestUser
  const { browser, temporary } = await requestTemporaryPassword(strict, forgetful)
  await browser.login({ email: forgetful.email, password: temporary })
  const restored = { jwt: forgetful.handle, password: temporary, newPassword: 'new1234!' }
  expect(await outcomeOf(browser.changePw(restored))).toBe('ok')
  await strict.close()
})

test('a notice says that people who never signed up need to do nothing', async () => {
  const user = await buildUser(site.api)
  await update(user, { email: address() })
  const [mail] = await mailsTo(user.email)
  expect(mail?.text).toContain('맛나눔에 가입하신 적이 없다면 이 메일을 무시해 주세요.')
  expect(mail?.html).toContain('맛나눔에 가입하신 적이 없다면 이 메일을 무시해 주세요.')
})

test('dots in a Gmail address do not make another mailbox', async () => {
  const name = (address: string) => recipientKey(site.services.secrets, address)
  expect(name('Ha.Na.Kim@gmail.com')).toBe(name('hanakim@googlemail.com'))
  expect(name('ha.na@naver.com')).not.toBe(name('hana@naver.com'))
  expect(name('hana@gmail.com')).not.toBe(name('hana@naver.com'))
})

test('changes within a minute are announced in one mail a minute later', async () => {
  const user = await buildUser(site.api)
  const second = address()
  await update(user, { email: second, questionAnswer: '빨강' })
  await update(user, { email: address(), questionAnswer: '노랑' })
  expect((await site.mails()).filter(({ to }) => to === user.email)).toEqual([])
  const [mail, ...more] = await mailsTo(user.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('[맛나눔] 계정 정보가 변경되었어요')
  expect(mail?.text).toMatch(/이메일이 다른 주소로 바뀌었어요.*계속 이 주소로.*질문이나 답변이 바뀌었어요/s)
  expect((await mailsTo(second)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/이 주소에서 다른 주소로 바뀌었어요.*72시간 전에 쓰던 주소로/s),
  ])
})

test('a changed password is announced to the current address and to that of 72 hours ago', async () => {
  const user = await buildUser(site.api)
  const [second, third] = [address(), address()]
  await update(user, { email: second })
  await update(user, { email: third })
  await mailsTo(third)
  await site.api.as(user).changePw({ jwt: user.handle, password: user.password, newPassword: 'new1234!' })
  const countMails = async (to: string) =>
    (await mailsTo(to)).filter(({ text }) => text.includes('비밀번호가 바뀌었고')).length
  expect([await countMails(user.email), await countMails(second), await countMails(third)]).toEqual([1, 0, 1])
})

test('one address gets fifteen mails with temporary passwords a day, whoever requests them', async () => {
  const user = await buildUser(site.api)
  const outcomes = []
  for (let i = 0; i < 6; i++) {
    const browser = site.api.fresh(`127.0.10.${i + 1}`)
    await sql`update attempts set ends_at = now() where ends_at < now() + interval '2 hours'`.execute(site.db)
    await browser.forgotPw(recoveryInput(user))
    for (let mail = 0; mail < 3; mail++) outcomes.push(await outcomeOf(browser.sendRecoveryMail()))
  }
  expect(outcomes).toEqual([...Array<string>(15).fill('ok'), ...Array<string>(3).fill('RATE_LIMITED')])
})

test('accounts whose addresses are one mailbox share its mails with temporary passwords, and another has its own', async () => {
  const strict = await startSite({ env: { LIMIT_RECOVERY_MAILS: '1/1d' } })
  const name = uniqueName()
  const sendTo = async (email: string) => {
    const browser = strict.api.fresh()
    await browser.forgotPw(recoveryInput(await buildUser(strict.api, { email })))
    return outcomeOf(browser.sendRecoveryMail())
  }
  expect(await sendTo(`${name}@gmail.com`)).toBe('ok')
  for (const email of [`t.${name.slice(1)}@gmail.com`, `${name.toUpperCase()}@GoogleMail.com`])
    expect(await sendTo(email)).toBe('RATE_LIMITED')
  expect(await sendTo(`${name}@naver.com`)).toBe('ok')
  expect(await strict.mails()).toHaveLength(2)
  await strict.close()
})

test('a waiting notice contains no address, and is deleted with the account', async () => {
  const user = await buildUser(site.api)
  const email = address()
  await update(user, { email })
  const waiting = () =>
    site.db
      .selectFrom('notices')
      .select('id')
      .where('recipient', '=', recipientKey(site.services.secrets, user.email))
      .execute()
  expect(await waiting()).toHaveLength(1)
  await site.db.deleteFrom('former_emails').execute()
  expect(await dumpDatabase(site.db)).not.toContain(user.email)
  await site.api.as(user).remove({ jwt: user.handle })
  expect(await waiting()).toEqual([])
  expect(await mailsTo(user.email)).toEqual([])
})

test('a notice whose worker died is sent by another worker', async () => {
  const user = await buildUser(site.api)
  await update(user, { questionAnswer: '빨강' })
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '3 minutes',
    locked_by = ${DEAD_WORKER}, attempts = 1`.execute(site.db)
  expect(await mailsTo(user.email)).toEqual([])
  await tasks.requeue_mails?.run(site.services, {})
  expect(await mailsTo(user.email)).toHaveLength(1)
})

test('changes of an account during the sending of its notices neither wait nor get lost', async () => {
  const user = await buildUser(site.api)
  for (let round = 0; round < 10; round++) {
    const changes = Array.from({ length: 3 }, (_, i) => update(user, { questionAnswer: `답 ${round} ${i}` }))
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(site.db)
    const telling = site.mails()
    expect(new Set(await Promise.all(changes))).toEqual(new Set(['ok']))
    await telling
  }
  await letDayPass()
  await mailsTo(user.email)
  expect(await site.db.selectFrom('notices').selectAll().execute()).toEqual([])
})
