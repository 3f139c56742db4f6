import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { ApiError } from '../graphql.ts'
import { endViewer } from '../reader/change-viewer.ts'
import type { RouterContext } from '../router-context.ts'

type RouteLoad = { context: RouterContext; location: ParsedLocation }

/** For the loaders of pages that need a login, apart from the guards, which home loads. Awaits `loading`; redirects to the login, and back afterwards, if the session has expired. */
export async function redirectIfExpired<T>({ context, location }: RouteLoad, loading: Promise<T>): Promise<T> {
  return loading.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error
    endViewer(context)
    throw redirect({ to: paths.login, search: { next: location.href } })
  })
}
