import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { tasks } from '#server/product/tasks.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { recoveryInput } from '#tests/recover.ts'
import { openSite } from '#tests/site.ts'
import { mailFolder } from './transports.ts'

const site = await openSite({ mailer: 'as configured', env: { NOTICE_SECONDS: '0' } })

beforeEach(() => forgetAttempts(site.db))

const files = (): Promise<string[]> => readdir(mailFolder(site.config.dataDir)).catch(() => [])

const runRequeueJob = () => tasks.requeue_mails?.run(site.services, {})

async function recover(user: TestUser): Promise<string> {
  const browser = site.api.fresh()
  await browser.forgotPw(recoveryInput(user))
  await browser.sendRecoveryMail()
  const before = await files()
  await site.mails()
  const [name = ''] = (await files()).filter((file) => !before.includes(file))
  return name
}

async function temporaryPassword(): Promise<string> {
  const { rows } = await sql<{ sealed: Buffer }>`select temporary_sealed as sealed from recovery_tickets
    order by id desc limit 1`.execute(site.db)
  return site.services.secrets.open(rows[0]?.sealed as Buffer, 'temporary password')
}

test('the job of every minute works without a mail folder', async () => {
  await runRequeueJob()
  expect(await files()).toEqual([])
})

test('a mail file is deleted after a day, also a half-written one, and no other file', async () => {
  const user = await buildUser(site.api)
  const { handle, client, password, ...profile } = user
  await site.api.as(user).update({ ...profile, jwt: handle, questionAnswer: '빨강' })
  await site.mails()
  const folder = mailFolder(site.config.dataDir)
  const half = `${'0'.repeat(32)}.eml.part`
  for (const name of [half, 'mine.eml']) await writeFile(path.join(folder, name), '')
  await runRequeueJob()
  expect(await files()).toHaveLength(3)
  const old = new Date(Date.now() - 25 * 3_600_000)
  for (const name of await files()) await utimes(path.join(folder, name), old, old)
  await runRequeueJob()
  expect(await files()).toEqual(['mine.eml'])
})

test.each([
  [
    'used',
    async (user: TestUser) => site.api.fresh().login({ email: user.email, password: await temporaryPassword() }),
  ],
  ['over', async () => sql`update recovery_tickets set expires_at = now()`.execute(site.db)],
  ['replaced', async (user: TestUser) => site.api.fresh().forgotPw(recoveryInput(user))],
  [
    'worth nothing after a change of the password',
    async (user: TestUser) =>
      site.api.as(user).changePw({ jwt: user.handle, password: user.password, newPassword: 'new1234!' }),
  ],
])('the file with a temporary password is deleted once that is %s', async (_, end) => {
  const user = await buildUser(site.api)
  const file = await recover(user)
  expect(file).toMatch(/^[0-9a-f]{32}\.[0-9a-f]{32}\.eml$/)
  await runRequeueJob()
  expect(await files()).toContain(file)
  await end(user)
  await runRequeueJob()
  expect(await files()).not.toContain(file)
})
