import { sql } from 'kysely'
import type { SignupMode } from '#contract/schema.gen.ts'
import { moderationMessages } from '#rules/moderation.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError, badInput } from '../errors.ts'
import { networkOf } from '../limits/networks.ts'

export async function signupMode(db: Queryable): Promise<SignupMode> {
  const settings = await db.selectFrom('moderation_settings').select('signup').executeTakeFirst()
  return settings?.signup ?? 'open'
}

/**
 * Whether a new member waits for approval.
 * @throws {AppError} FORBIDDEN while sign-up is closed, BAD_USER_INPUT for a refused domain or network
 */
export async function requireSignupAllowed(db: Queryable, email: string, ip: string): Promise<{ isPending: boolean }> {
  const mode = await signupMode(db)
  if (mode === 'closed') throw new AppError('FORBIDDEN', { message: moderationMessages.signupClosed })
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const { rows } = await sql`select from moderation_rules where kind = 'network' and value = ${networkOf(ip)}
    or kind = 'domain' and (value = ${domain} or right(${domain}, length(value) + 1) = '.' || value) limit 1`.execute(
    db,
  )
  if (rows.length > 0) throw badInput([{ field: 'email', message: moderationMessages.signupRefused }])
  return { isPending: mode === 'approval' }
}
