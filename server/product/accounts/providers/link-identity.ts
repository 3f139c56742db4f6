import { sql } from 'kysely'
import type { CountResult, MutationLinkPendingLoginArgs } from '#contract/schema.gen.ts'
import { emailKey } from '#rules/account.ts'
import {
  type LoginReturnResult,
  loginProviderLimits,
  loginProviderMessages,
  loginReturnFailure,
} from '#rules/provider-login.ts'
import { limited, type MemberContext, type OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import { queueNotice } from '../mails/notices.ts'
import { currentPasswordHash } from '../passkeys/confirm-owner.ts'
import { requireStrongSession } from '../two-step/consume-code.ts'
import type { Identity } from './identify.ts'
import { linkIdentity } from './linked-logins.ts'
import { requirePendingLogin } from './pending-login.ts'

/** Links an identity to the account of the session that began the linking, for which the owner proved who they are. */
export async function linkIdentityToSession(
  context: OperationContext,
  sessionId: number,
  identity: Identity,
): Promise<LoginReturnResult> {
  const { session } = context
  if (!session || session.id !== sessionId || session.restricted) return 'late'
  return context.db.transaction().execute((tx) => linkAndTell(tx, { ...context, session }, identity))
}

/**
 * Links the pending identity of this browser to the caller's account, if its verified address is the account's and the
 * password or a passkey has just opened the session.
 * @throws {AppError} EXPIRED, FORBIDDEN, CONFLICT, RATE_LIMITED
 */
export async function linkPendingLogin(
  context: MemberContext,
  { provider }: MutationLinkPendingLoginArgs,
): Promise<CountResult> {
  const identity = requirePendingLogin(context, provider)
  await limited(context, 'change', async () => {
    await requireStrongSession(context.db, context.session, {})
    await context.db.transaction().execute(async (tx) => {
      await requireOwnerJustCame(tx, context, identity)
      const result = await linkAndTell(tx, context, identity)
      const failure = loginReturnFailure(provider, result)
      if (failure) throw new AppError('CONFLICT', { message: failure })
    })
  })
  context.cookies.clearPendingLogin()
  return { count: 1, id: null }
}

async function linkAndTell(tx: Queryable, context: MemberContext, identity: Identity): Promise<LoginReturnResult> {
  const { accountId } = context.session
  await currentPasswordHash(tx, context.session, 'lock')
  const result = await linkIdentity(tx, accountId, identity)
  if (result === 'linked') await queueNotice(tx, context, accountId, ['login linked'])
  return result === 'same' ? 'linked' : result
}

/**
 * @throws {AppError} FORBIDDEN for an account with another address or whose sessions an admin has ended meanwhile, and in a
 * session that is older than the pending identity lasts, or that a provider opened
 */
async function requireOwnerJustCame(
  tx: Queryable,
  { session }: MemberContext,
  { email, isVerified, signOuts }: ReturnType<typeof requirePendingLogin>,
): Promise<void> {
  const found = await tx
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.id')
    .where('sessions.id', '=', session.id)
    .where('sessions.by_provider', 'is', null)
    .where(sql<boolean>`sessions.created_at > now() - make_interval(mins => ${loginProviderLimits.pendingMinutes})`)
    .where('accounts.email_key', '=', emailKey(email ?? ''))
    .where('accounts.sign_outs', '=', signOuts)
    .executeTakeFirst()
  if (found && isVerified) return
  throw new AppError('FORBIDDEN', { message: loginProviderMessages.notYours })
}
