import { type ParsedLocation, redirect, useNavigate, useRouter } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { ApiError } from '../graphql.ts'
import { toast } from '../kit/toast.tsx'
import { type RouterContext, useRouterContext } from '../router-context.ts'
import { canStoreDrafts } from '../storage/drafts.ts'
import { clearExpiredViewer } from '../store/change-viewer.ts'

type RouteLoad = { context: RouterContext; location: ParsedLocation }

/**
 * For loaders of pages that need a login. If the session has expired, they lead to the login, which leads back. It is not in
 * `route-guards.ts`, because every page loads that file.
 */
export async function redirectIfExpired<T>({ context, location }: RouteLoad, loading: Promise<T>): Promise<T> {
  return loading.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error
    clearExpiredViewer(context)
    throw redirect({ to: paths.login, search: { next: location.href } })
  })
}

/**
 * Redirects to the login, which leads back here, if `error` was an expired session; returns whether it did. It does not where
 * drafts are not kept, such as in a browser that blocks cookies: what was typed would be lost.
 */
export function useSignInAgain(): (error: unknown) => boolean {
  const context = useRouterContext()
  const navigate = useNavigate()
  const router = useRouter()
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED' || !canStoreDrafts()) return false
    clearExpiredViewer(context)
    toast(error.message, { isForNextPage: true })
    void navigate({ to: paths.login, search: { next: router.latestLocation.href } })
    return true
  }
}
