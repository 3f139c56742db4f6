import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { COMMAND_ENV } from '#tests/faults/application.ts'
import { insertAccount } from '#tests/insert-account.ts'

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
