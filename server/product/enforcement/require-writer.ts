import { type RawBuilder, sql } from 'kysely'
import type { SignupMode } from '#contract/schema.gen.ts'
import { formatDateTime } from '#rules/dates.ts'
import { moderationMessages, suspendedMessage } from '#rules/moderation.ts'
import type { OperationContext, Session } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { networkOf } from '../../platform/limits/networks.ts'

/** End that a suspension without an end has in the database. */
export const PERMANENT_SUSPENSION_END = new Date('9999-01-01T00:00:00Z')

type Writer = Pick<Session, 'isPending' | 'suspendedUntil'> | null

/** Visitors pass. @throws {AppError} FORBIDDEN for a member who is suspended, or whose sign-up waits for approval */
export function refuseBarredWriter(session: Writer): void {
  const message = refusalOf(session)
  if (message !== null) throw new AppError('FORBIDDEN', { message })
}

/**
 * Repeats `refuseBarredWriter` in the transaction, which may have waited while a suspension hid the member's content. The
 * account stays locked, so a new suspension waits for the commit and hides this write too. Lock posts before it.
 * @throws {AppError} as `refuseBarredWriter`; UNAUTHENTICATED for a withdrawn account
 */
export async function lockWriter(tx: Queryable, accountId: number): Promise<void> {
  const { rows } = await sql<NonNullable<Writer>>`${prepared}
    select is_pending as "isPending", case when suspended_until > now() then suspended_until end as "suspendedUntil"
    from accounts where id = ${accountId} for key share`.execute(tx)
  if (!rows[0]) throw new AppError('UNAUTHENTICATED')
  refuseBarredWriter(rows[0])
}

function refusalOf(session: Writer): string | null {
  if (session?.isPending) return moderationMessages.pending
  if (!session?.suspendedUntil) return null
  const isForGood = session.suspendedUntil >= PERMANENT_SUSPENSION_END
  return isForGood
    ? moderationMessages.suspendedForGood
    : suspendedMessage(formatDateTime(session.suspendedUntil.toISOString()))
}

/**
 * SQL of whether the account `alias` counts in rankings: older than a day, and allowed to write. Others are too easily made
 * for rankings.
 */
export function countsInRankings(alias: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`(${of('created_at')} < now() - interval '1 day' and not ${of('is_pending')} and not ${of('hidden')}
    and coalesce(${of('suspended_until')} <= now(), true))`
}

/** @throws {AppError} EMAIL_UNVERIFIED if addresses are verified and the caller's is not */
export function requireVerified({ session, config }: Pick<OperationContext, 'session' | 'config'>): void {
  if (session && config.mail.verifies && !session.isVerified) throw new AppError('EMAIL_UNVERIFIED')
}

/**
 * Runs `work` within the lower limits of new accounts, against spam. Every request counts, also one that changes
 * nothing.
 * @throws {AppError} RATE_LIMITED; errors of `work`
 */
export function limitNewcomer<T>({ session, rateLimits, ip }: OperationContext, work: () => Promise<T>): Promise<T> {
  return session?.isNew ? rateLimits.count('newcomer', { accountId: session.accountId, ip }, work) : work()
}

/** @throws {AppError} FORBIDDEN for the last admin */
export async function requireOtherAdmin(tx: Queryable, accountId: number): Promise<void> {
  const admins = await tx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute()
  const isAdmin = admins.some(({ id }) => id === accountId)
  if (isAdmin && admins.length === 1) throw new AppError('FORBIDDEN', { message: moderationMessages.lastAdmin })
}

export async function loadSignupMode(db: Queryable): Promise<SignupMode> {
  const settings = await db.selectFrom('moderation_settings').select('signup').executeTakeFirst()
  return settings?.signup ?? 'open'
}

/**
 * Checks the network and the e-mail domain of a sign-up against the rules of moderators.
 * @throws {AppError} BAD_USER_INPUT for a refused domain or network
 */
export async function requireAllowedSignup(db: Queryable, email: string, ip: string): Promise<void> {
  const { rows } = await sql`select from moderation_rules where kind = 'network' and value = ${networkOf(ip)}`.execute(
    db,
  )
  if (rows.length > 0) throw refusedEmail()
  await requireAllowedDomain(db, email)
}

/**
 * Checks the domain of a new or changed address.
 * @throws {AppError} BAD_USER_INPUT for a refused domain or its subdomains
 */
export async function requireAllowedDomain(db: Queryable, email: string): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const { rows } = await sql`select from moderation_rules where kind = 'domain'
    and (value = ${domain} or right(${domain}, length(value) + 1) = '.' || value) limit 1`.execute(db)
  if (rows.length > 0) throw refusedEmail()
}

const refusedEmail = () => badInput([{ field: 'email', message: moderationMessages.signupRefused }])
