import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { parseLoginReturn } from '#rules/provider-login.ts'

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
