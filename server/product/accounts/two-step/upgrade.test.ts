import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#server/platform/database/prepare-database.ts'
import { emptyDatabase, freshDatabase } from '#tests/database.ts'
import { insertAccount } from '#tests/insert-account.ts'
import { hashToken, newToken, resumeSession } from '../sessions/sessions.ts'

test('sessions of before an upgrade go on; moderators have their days from the upgrade, and a passkey counts', async () => {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  await emptyDatabase(db)
  await migrateToLatest(db, { last: '0670-member-imports' })
  const addSession = async (name: string, role: string, byPasskey: boolean) => {
    const { id } = await insertAccount(db, name)
    const token = newToken()
    await sql`update accounts set role = ${role}, created_at = now() - interval '1 year' where id = ${id}`.execute(db)
    await sql`insert into sessions (account_id, token_hash, persistent, restricted, by_passkey)
      values (${id}, ${hashToken(token)}, false, false, ${byPasskey})`.execute(db)
    if (byPasskey) {
      await sql`insert into passkeys (account_id, credential_id, public_key, counter, backup_eligible, backed_up, transports, name)
        values (${id}, ${Buffer.from(name)}, '', 0, false, false, '{}', '폰')`.execute(db)
    }
    return token
  }
  const member = await addSession('회원', 'member', false)
  const moderator = await addSession('운영자', 'moderator', false)
  const admin = await addSession('관리자', 'admin', true)
  await migrateToLatest(db)
  const stepsOf = (staffGraceDays: number) =>
    Promise.all(
      [member, moderator, admin].map(async (token) => (await resumeSession(db, token, { staffGraceDays }))?.secondStep),
    )
  expect(await stepsOf(0)).toEqual(['done', 'missing', 'done'])
  expect(await stepsOf(1)).toEqual(['done', 'done', 'done'])
  await sql`update accounts set role_since = role_since - interval '25 hours'`.execute(db)
  expect(await stepsOf(1)).toEqual(['done', 'missing', 'done'])
})
