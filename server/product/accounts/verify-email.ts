import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { CountResult, MutationVerifyEmailArgs } from '#contract/schema.gen.ts'
import { accountMessages, verificationLimits } from '#rules/account.ts'
import { type MemberContext, type OperationContext, requireSession } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { type Bucket, bucketOf, reserveAttempt } from '../../platform/limits/attempts.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { queueMail } from '../../platform/mail/queue.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { loadConfigWithSiteName } from '../look/load-look.ts'
import { verificationEmail } from './mails/emails.ts'
import { recipientKey } from './mails/notices.ts'
import { hashToken, newToken } from './sessions/sessions.ts'

const { codeMinutes, linkMinutes, tries } = verificationLimits

/**
 * Mails a code and a link to the caller's own address; earlier ones expire. Verified members get no mail.
 * @throws {AppError} RATE_LIMITED
 */
export async function sendVerificationMail(context: MemberContext): Promise<CountResult> {
  const { accountId } = context.session
  const { secrets } = context
  const config = await loadConfigWithSiteName(context)
  const count = await context.db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select(['email', 'email_key'])
      .where('id', '=', accountId)
      .where('email_verified', '=', false)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account) return 0
    await reserveAttempt(tx, [
      bucketOf(secrets, config.limits.verificationMails, 'verification of', String(accountId)),
      bucketOf(secrets, config.limits.verificationMails, 'verification to', recipientKey(secrets, account.email)),
      verificationMailsBucket(context),
    ])
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const token = newToken()
    const row = {
      email_key: account.email_key,
      code_hash: hashCode(secrets, accountId, code),
      token_hash: hashToken(token),
    }
    await tx
      .insertInto('email_codes')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...row, tries: 0, created_at: sql`now()` }))
      .execute()
    const message = verificationEmail(config, account.email, code, token)
    await queueMail(tx, secrets, { accountId, message, lifetime: linkMinutes * 60, asked: true })
    return 1
  })
  return { count, id: null }
}

/** Bucket of the mails caused by a network: sign-ups may name addresses of strangers. */
export function verificationMailsBucket({
  secrets,
  config,
  ip,
}: Pick<OperationContext, 'secrets' | 'config' | 'ip'>): Bucket {
  return bucketOf(secrets, config.limits.verificationMailsNetwork, 'verifications caused', networkOf(ip))
}

/**
 * Verifies an address by the code of the last mail, entered in the account's session, or by the token of that mail's link,
 * which needs no session. Each works once.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT for a wrong code, EXPIRED
 */
export async function verifyEmail(
  context: OperationContext,
  { code, token }: MutationVerifyEmailArgs,
): Promise<CountResult> {
  const verified = typeof token === 'string' ? await useToken(context.db, token) : await useCode(context, code ?? '')
  if (!verified) throw new AppError('EXPIRED', { message: accountMessages.codeExpired })
  return { count: 1, id: null }
}

/** The attempt is counted before the comparison, so parallel attempts cannot exceed five. */
async function useCode(context: OperationContext, code: string): Promise<boolean> {
  const { accountId } = requireSession(context)
  const { rows } = await sql<{ code_hash: string }>`update email_codes c set tries = tries + 1 from accounts a
    where c.account_id = ${accountId} and a.id = c.account_id and a.email_key = c.email_key
      and c.tries < ${sql.lit(tries)} and c.created_at > now() - make_interval(mins => ${sql.lit(codeMinutes)})
    returning c.code_hash`.execute(context.db)
  if (!rows[0]) return false
  const hash = hashCode(context.secrets, accountId, code.trim())
  if (rows[0].code_hash !== hash) throw badInput([{ field: 'code', message: accountMessages.codeWrong }])
  return consume(context.db, sql`c.account_id = ${accountId} and c.code_hash = ${hash}`)
}

async function useToken(db: Queryable, token: string): Promise<boolean> {
  return consume(
    db,
    sql`c.token_hash = ${hashToken(token)} and c.created_at > now() - make_interval(mins => ${sql.lit(linkMinutes)})`,
  )
}

async function consume(db: Queryable, condition: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`with used as (
      delete from email_codes c where ${condition} returning account_id, email_key
    ), arrived as (
      update returned_mails r set is_settled = true from used where r.account_id = used.account_id and r.email_key = used.email_key
    )
    update accounts a set email_verified = true from used
    where a.id = used.account_id and a.email_key = used.email_key returning a.id`.execute(db)
  return rows.length > 0
}

/** Keyed hash, bound to the account: six digits could be found from a plain hash by trying all of them. */
function hashCode(secrets: Secrets, accountId: number, code: string): string {
  return secrets.bucketName(`e-mail code\n${accountId}\n${code}`)
}

export async function purgeExpiredEmailCodes(db: Queryable): Promise<void> {
  await sql`delete from email_codes where created_at < now() - make_interval(mins => ${sql.lit(linkMinutes)})`.execute(
    db,
  )
}
