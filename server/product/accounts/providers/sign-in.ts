import type { OperationContext } from '../../../platform/context.ts'
import { findAccountById } from '../find-account.ts'
import { issueDeviceToken } from '../known-device.ts'
import { closeSession, openSession } from '../sessions/sessions.ts'
import { hasTwoStep } from '../two-step/consume-code.ts'
import { issueHalfLogin } from '../two-step/half-login.ts'
import { type LoginLink, recordLinkUse } from './linked-logins.ts'
import type { ProviderLoginState } from './login-state.ts'

/** Opens a session for the linked account; with two-step sign-in a half login instead. 'failed' once the link was ended. */
export async function signInByProvider(
  context: OperationContext,
  link: LoginLink,
  { persistent }: ProviderLoginState,
): Promise<'in' | 'code' | 'failed'> {
  const { accountId, provider } = link
  const account = await findAccountById(context.db, accountId)
  if (!account) return 'failed'
  const opened = await context.db.transaction().execute(async (tx) => {
    // A withdrawal locks in the same order; otherwise the two could deadlock.
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forKeyShare().execute()
    if (!(await recordLinkUse(tx, link))) return 'failed'
    if (await hasTwoStep(tx, accountId)) return 'code'
    if (context.session) await closeSession(tx, context.session.id)
    const token = await openSession(tx, { accountId, persistent, userAgent: context.userAgent, byProvider: provider })
    return { token }
  })
  if (opened === 'failed') return opened
  if (opened === 'code') {
    context.cookies.setHalfLogin(issueHalfLogin(context.secrets, { account, ticket: null, persistent, link }))
    return opened
  }
  context.cookies.setSession(opened.token, persistent)
  context.cookies.setKnownDevice(issueDeviceToken(context.secrets, account))
  return 'in'
}
