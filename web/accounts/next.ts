import { redirect } from '@tanstack/react-router'
import { paths, safeReturnPath } from '#rules/paths.ts'
import type { RouterContext } from '../router-context.ts'
import { currentViewer } from './viewer.ts'

export type NextSearch = { next?: string }

/** The page to return to after a login or a new password, from the address. */
export function nextSearch(search: Record<string, unknown>): NextSearch {
  return typeof search.next === 'string' ? { next: search.next } : {}
}

/**
 * `beforeLoad` of screens for visitors only. A person with a temporary password has to choose a new one first.
 */
export function requireSignedOut({ context, search }: { context: RouterContext; search: NextSearch }): void {
  const viewer = currentViewer(context)
  if (viewer?.restricted) throw redirect({ to: paths.changePassword, search })
  if (viewer) throw redirect({ href: safeReturnPath(search.next) })
}
