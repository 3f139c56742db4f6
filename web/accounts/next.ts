import { redirect } from '@tanstack/react-router'
import { ownPath, paths } from '#rules/paths.ts'
import type { RouterContext } from '../router-context.ts'
import { currentViewer } from './viewer.ts'

export type NextSearch = { next?: string }

/** The page to return to after login or a new password, as the address says it. */
export function nextSearch(search: Record<string, unknown>): NextSearch {
  return typeof search.next === 'string' ? { next: search.next } : {}
}

/**
 * `beforeLoad` of screens that only those need who are not signed in. With a temporary password the new one comes first.
 */
export function requireNobody({ context, search }: { context: RouterContext; search: NextSearch }): void {
  const viewer = currentViewer(context)
  if (viewer?.restricted) throw redirect({ to: paths.changePassword, search })
  if (viewer) throw redirect({ href: ownPath(search.next) })
}
