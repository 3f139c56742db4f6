import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths, privatePaths, safeReturnPath } from '#rules/paths.ts'
import { HomeButton } from '../frame/error-screen.tsx'
import { EmptyState, RetryButton } from '../kit/empty-state.tsx'
import { useRetry } from '../kit/try-again.ts'
import { privateHead } from '../page-info.ts'

export const Route = createFileRoute('/offline')({
  head: ({ match }) => privateHead(match, '오프라인'),
  component: OfflinePage,
})

/**
 * Shown while offline instead of a page that the service worker has not cached; the fragment is the page's path. It opens that
 * screen in the browser, because the responses of the API that the screen needs may be cached.
 */
function OfflinePage() {
  const router = useRouter()
  /** Path of the page to open once the site can be reached again. */
  const [awaited, setAwaited] = useState<string>()
  const open = async () => {
    if (awaited && (await fetch(awaited, { method: 'HEAD' })).ok) location.replace(awaited)
  }
  useRetry(awaited ? open : undefined)
  useEffect(() => {
    const path = safeReturnPath(location.hash.slice(1))
    // A private screen without a viewer would reload the page to ask the server, and end up here again.
    const isClosed = privatePaths.some((start) => path.startsWith(start)) && !router.options.context.store.viewer
    if (path === paths.home || isClosed) setAwaited(path)
    else void router.navigate({ href: path, replace: true })
  }, [router])
  return (
    <EmptyState
      title="오프라인이에요"
      text={
        '이 기기에 저장된 글과 목록은 지금도 볼 수 있어요. 로그인해서 본 글은 ‘자동 로그인’\u2060을 켠 기기에서만 다시 볼 수 있어요.'
      }
    >
      {awaited === paths.home ? (
        <RetryButton look="primary" onPress={() => void open().catch(() => {})} />
      ) : (
        <HomeButton />
      )}
    </EmptyState>
  )
}
