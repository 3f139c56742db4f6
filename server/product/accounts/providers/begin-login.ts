import type {
  MutationBeginProviderLinkArgs,
  MutationBeginProviderLoginArgs,
  LoginProvider as ProviderName,
} from '#contract/schema.gen.ts'
import { loginProviderMessages } from '#rules/provider-login.ts'
import type { LoginKeys } from '../../../platform/config/login-config.ts'
import type { Config } from '../../../platform/config.ts'
import type { MemberContext, OperationContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import { confirmChange } from '../passkeys/confirm-owner.ts'
import { authorizationUrl } from './identify.ts'
import { beginProviderLoginState } from './login-state.ts'

/** @throws {AppError} NOT_FOUND if the operator has set no keys of the provider */
function requireKeys({ logins }: Pick<Config, 'logins'>, provider: ProviderName): LoginKeys {
  const keys = logins[provider]
  if (keys) return keys
  throw new AppError('NOT_FOUND', { message: loginProviderMessages.notSet })
}

/** Returns the URL of the provider, which sends the browser back to `return-from-provider.ts`. @throws {AppError} NOT_FOUND */
export async function beginProviderLogin(
  context: OperationContext,
  { provider, next, autoLogin, invite }: MutationBeginProviderLoginArgs,
): Promise<string> {
  const keys = requireKeys(context.config, provider)
  const purpose = { provider, sessionId: null, next: next ?? '', invite: invite ?? '', persistent: autoLogin === true }
  return authorizationUrl(context.config, { provider, keys }, beginProviderLoginState(context, purpose))
}

/**
 * Like `beginProviderLogin`, to link an identity to the caller's account.
 * @throws {AppError} NOT_FOUND, and as `confirmChange`
 */
export async function beginProviderLink(context: MemberContext, args: MutationBeginProviderLinkArgs): Promise<string> {
  const { provider } = args
  const keys = requireKeys(context.config, provider)
  const purpose = { provider, sessionId: context.session.id, next: '', invite: '', persistent: false }
  return confirmChange(context, args, () =>
    authorizationUrl(context.config, { provider, keys }, beginProviderLoginState(context, purpose)),
  )
}
