import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { parseLoginReturn } from '#rules/provider-login.ts'

/**
 * How the login at a provider ended that led to this page; null if none did. It is taken out of the address bar, unless the page
 * goes on with it, so that it is not said again.
 */
export function useReturn() {
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const [returned] = useState(() => parseLoginReturn(hash))
  const goesOn = returned?.result === 'new' || returned?.result === 'known'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (!returned || goesOn) return
    void router.navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
  }, [returned])
  return returned
}
