import { randomBytes } from 'node:crypto'
import type { Queryable } from '#server/platform/database/connect.ts'
import { uniqueName } from './factories.ts'

/** Inserts an account without a usable password, for tests that need a member but no sign-up. */
export async function insertAccount(db: Queryable, username = '김하나'): Promise<{ id: number; handle: string }> {
  const email = `${uniqueName()}@naver.com`
  const handle = randomBytes(16).toString('base64url')
  const { id } = await db
    .insertInto('accounts')
    .values({
      handle,
      email,
      email_key: email,
      username,
      password_hash: '',
      question_index: 0,
      answer_sealed: Buffer.alloc(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, handle }
}
