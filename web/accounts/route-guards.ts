import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { paths, safeReturnPath } from '#rules/paths.ts'
import type { RouterContext } from '../router-context.ts'

/**
 * `beforeLoad` of a page that needs a login. In the browser it reloads the page, so that the server decides: the person may have
 * signed in in another tab.
 */
export function requireViewer({ context, location }: { context: RouterContext; location: ParsedLocation }): void {
  if (context.store.viewer) return
  if (context.page) throw redirect({ to: paths.login, search: { next: location.href } })
  throw redirect({ href: location.href, reloadDocument: true })
}

/** `beforeLoad` of a page for which a temporary password is not enough: redirects to the change of password. */
export function requireUnrestrictedViewer(page: { context: RouterContext; location: ParsedLocation }): void {
  requireViewer(page)
  if (!page.context.store.viewer?.restricted) return
  throw redirect({ to: paths.changePassword, search: { next: page.location.href } })
}

export type NextParam = { next?: string }

/** The URL parameter `next`: the page to return to after a login or a new password. */
export function parseNextParam(search: Record<string, unknown>): NextParam {
  return typeof search.next === 'string' ? { next: search.next } : {}
}

/** `beforeLoad` of screens for visitors only. A member with a temporary password is sent to choose a new one. */
export function requireSignedOut({ context, search }: { context: RouterContext; search: NextParam }): void {
  const viewer = context.store.viewer
  if (viewer?.restricted) throw redirect({ to: paths.changePassword, search })
  if (viewer) throw redirect({ href: safeReturnPath(search.next) })
}
