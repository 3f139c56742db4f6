import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Authenticator } from '#tests/authenticator.ts'
import { freshDatabase } from '#tests/database.ts'
import { COMMAND_ENV } from '#tests/faults/application.ts'
import { insertAccount } from '#tests/insert-account.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { startSite } from '#tests/site.ts'
import { buildTwoStepMember } from '#tests/two-step.ts'

test('npm run admin gives a role, lists who has one, and takes it back, but not from the last admin', async () => {
  const { db, connectionString, drop } = await freshDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-admin-'))
  onTestFinished(async () => {
    await drop()
    await rm(folder, { recursive: true })
  })
  const { id } = await insertAccount(db, '김하나')
  await insertAccount(db, '박둘')
  await db.updateTable('accounts').set({ email: 'one@a.kr', email_key: 'one@a.kr' }).where('id', '=', id).execute()
  const env = { ...COMMAND_ENV, DATA_DIR: folder, DATABASE_URL: connectionString }
  const admin = (...args: string[]) =>
    new Promise<string>((resolve) => {
      const program = [path.resolve('scripts/admin.ts'), ...args]
      execFile(process.execPath, program, { env, cwd: folder }, (error, output, errors) =>
        resolve(error === null ? output.trim() : `${error.code}: ${errors.trim()}`),
      )
    })
  expect(await admin('list')).toMatch(/^Nobody has a role yet\./)
  expect(await admin('grant', 'One@A.kr', 'admin')).toMatch(/^김하나 .+ is an admin now\./)
  expect(await admin('list')).toBe('admin     one@a.kr (김하나)')
  expect(await admin('revoke', 'one@a.kr')).toMatch(
    /^1: 김하나 .+ is the last admin\. Grant another member "admin" first\.$/,
  )
  expect(await admin('grant', 'nobody@a.kr')).toMatch(/^1: No member has the e-mail address nobody@a\.kr\./)
  await db.updateTable('accounts').set({ role: 'admin' }).where('id', '<>', id).execute()
  expect(await admin('revoke', 'one@a.kr')).toMatch(/^김하나 .+ is a member now\./)
  expect(await db.selectFrom('moderation_record').select('id').execute()).toHaveLength(2)
})

test('npm run admin -- reset leaves somebody the password alone, ends their sessions, tells them and is recorded', async () => {
  const site = await startSite()
  onTestFinished(() => site.close())
  onTestFinished(() => void vi.useRealTimers())
  const owner = await buildTwoStepMember(site.api)
  const key = new Authenticator(`http://localhost:${site.config.port}`)
  const { email, password } = owner.user
  await owner.api.addPasskey({ response: key.create(await owner.api.beginPasskey({ password })) })
  const secret = { SECRET_KEY: 'a secret of at least thirty-two characters' }
  const env = { ...COMMAND_ENV, ...secret, DATA_DIR: site.config.dataDir, DATABASE_URL: site.connectionString }
  const reset = (address: string) =>
    promisify(execFile)(process.execPath, [path.resolve('scripts/admin.ts'), 'reset', address], { env }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    )
  expect(await reset('nobody@a.kr')).toMatch(/No member has the e-mail address nobody@a\.kr\./)
  expect(await reset(email)).toMatch(/signs in with the password alone now/)
  expect(await reset(email)).toMatch(/has neither two-step sign-in nor a passkey/)
  expect(await outcomeOf(owner.api.getSessions())).toBe('UNAUTHENTICATED')
  expect(await outcomeOf(site.api.fresh().login({ email, password }))).toBe('ok')
  expect((await sql`select from passkeys union all select from two_steps`.execute(site.db)).rows).toEqual([])
  const { rows } = await sql<{ action: string; actor_id: number | null; handle: string }>`
    select action, actor_id, handle from moderation_record join accounts a on a.id = about_id`.execute(site.db)
  expect(rows).toEqual([{ action: 'reset sign-in', actor_id: null, handle: owner.user.handle }])
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'`.execute(site.db)
  expect((await site.mails()).findLast(({ to }) => to === email)?.text).toContain('운영자가 회원님 계정의 2단계 인증과')
})
