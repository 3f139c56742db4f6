import { type ParsedLocation, redirect, useNavigate, useRouter } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { ApiError } from '../graphql.ts'
import { toast } from '../kit/toast.tsx'
import { type RouterContext, useRouterContext } from '../router-context.ts'
import { canStoreDrafts } from '../storage/drafts.ts'
import { clearExpiredViewer } from '../store/change-viewer.ts'

type RouteLoad = { context: RouterContext; location: ParsedLocation }

/**
 * Wraps what a route loader of a page for members loads: if the session has expired, it redirects to the login, which leads back.
 * The function is not in `route-guards.ts`, because every page loads that file.
 */
export async function redirectIfExpired<T>({ context, location }: RouteLoad, loading: Promise<T>): Promise<T> {
  return loading.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error
    clearExpiredViewer(context)
    throw redirect({ to: paths.login, search: { next: location.href } })
  })
}

/**
 * The returned function redirects to the login, which leads back here, if `error` is an expired session, and returns whether it
 * did. In a browser that keeps no drafts, such as one that blocks cookies, it does not redirect, as typed text would be lost.
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
