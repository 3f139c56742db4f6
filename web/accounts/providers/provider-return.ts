import { queryOptions } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Site } from '#contract/page-context.ts'
import { type LoginProvider, parseLoginReturn } from '#rules/provider-login.ts'
import { type ExecuteGraphql, graphql } from '../../graphql.ts'

/**
 * The outcome of a login at a provider, read from the URL's fragment on return; null if there is none. It is then removed from the
 * URL, so that a reload does not show it again, unless the page needs it after a reload too.
 */
export function useProviderReturn() {
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const [returned] = useState(() => parseLoginReturn(hash))
  const isNeeded = returned?.result === 'new' || returned?.result === 'known'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (!returned || isNeeded) return
    void router.navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
  }, [returned])
  return returned
}

/**
 * The provider whose login waits to be linked: to a new account (`new`) or to the account that has its address (`known`). It is read
 * from the URL, since a form can be sent before the part of the page that shows the return is loaded.
 */
export function findWaitingProvider(result: 'new' | 'known', { logins }: Site): LoginProvider | null {
  const returned = parseLoginReturn(location.hash)
  return returned?.result === result && logins?.includes(returned.provider) ? returned.provider : null
}

const getPendingLogin = graphql(/* GraphQL */ `
  query getPendingLogin { getPendingLogin { provider email emailVerified } }
`)

/** The identity at a provider with which this browser has just returned, and which no account here has yet. */
export function pendingLoginQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['pending_login'],
    queryFn: ({ signal }) => getPendingLogin(execute, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
