import type { Site } from '#contract/page-context.ts'
import { loginProviderNames } from '#rules/provider-login.ts'
import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import { toast } from '../../kit/toast.tsx'
import { findWaitingProvider } from './provider-return.ts'

const linkPendingLogin = graphql(/* GraphQL */ `
  mutation linkPendingLogin($provider: LoginProvider!) { linkPendingLogin(provider: $provider) { count } }
`)

/** Links the login of a provider that waits for the person who has just logged in; the next page tells how it ended. */
export async function linkWaitingLogin(execute: ExecuteGraphql, site: Site): Promise<void> {
  const provider = findWaitingProvider('known', site)
  if (!provider) return
  const name = loginProviderNames[provider]
  await linkPendingLogin(execute, { provider }).then(
    () => toast(`${name} 로그인을 연결했어요.`, { isForNextPage: true }),
    () => toast(`${name} 로그인은 연결하지 못했어요. 프로필에서 연결해 주세요.`, { isForNextPage: true }),
  )
}
